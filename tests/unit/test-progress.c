// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>

#include "base/child.h"
#include "progress-scenes.h"
#include "screen.h"

#define WAIT_US (40 * SECOND)
/* As a test's pattern for the screen: some time. */
#define T "\\d+:\\d\\d"

typedef struct {
	Screen screen;
	int fd;
	pid_t pid;
	guint frames; /* how often the display was drawn */
	char *term;
} Stage;

static void stage_open(Stage *stage, const char *scene, guint rows,
		       guint columns)
{
	struct winsize size = {.ws_row = rows, .ws_col = columns};
	struct termios plain = {.c_oflag = OPOST | ONLCR,
				.c_cflag = CS8 | CREAD,
				.c_cc[VMIN] = 1};

	screen_init(&stage->screen, rows, columns);
	stage->frames = 0;
	stage->pid = forkpty(&stage->fd, NULL, &plain, &size);
	g_assert_cmpint(stage->pid, >=, 0);
	if (stage->pid)
		return;
	g_setenv("TERM", stage->term ? stage->term : "xterm", TRUE);
	g_unsetenv("KSERIES_TRACE");
	execl("/proc/self/exe", "test-progress", "--scene", scene, NULL);
	_exit(8);
}

/* Take in what the scene wrote; false at its end. */
static bool stage_read(Stage *stage, gint64 until)
{
	struct pollfd fd = {.fd = stage->fd, .events = POLLIN};
	char buffer[4096];
	ssize_t n;

	if (poll(&fd, 1, MAX(until - g_get_monotonic_time(), 0) / 1000) != 1)
		g_error("the scene stands still");
	n = read(stage->fd, buffer, sizeof(buffer));
	for (ssize_t i = 0; i < n; i++) {
		stage->frames += buffer[i] == 'J';
		screen_byte(&stage->screen, buffer[i]);
	}
	return n > 0;
}

/* Wait until all of the screen matches @pattern. */
static void stage_expect(Stage *stage, const char *pattern)
{
	g_autofree char *all = g_strdup_printf("^(?:%s)$", pattern);
	gint64 until = g_get_monotonic_time() + WAIT_US;

	for (;;) {
		g_autofree char *text = screen_text(&stage->screen);
		struct pollfd fd = {.fd = stage->fd, .events = POLLIN};

		if (g_regex_match_simple(all, text, 0, 0))
			return;
		if (poll(&fd, 1, (until - g_get_monotonic_time()) / 1000) < 1 ||
		    !stage_read(stage, until))
			g_error("the screen is\n%s\nand not\n%s", text, all);
	}
}

static void stage_go_on(Stage *stage)
{
	g_assert_cmpint(write(stage->fd, "!", 1), ==, 1);
}

static void stage_resize(Stage *stage, guint rows, guint columns)
{
	struct winsize size = {.ws_row = rows, .ws_col = columns};

	g_assert_cmpint(ioctl(stage->fd, TIOCSWINSZ, &size), ==, 0);
	screen_resize(&stage->screen, rows, columns);
}

/* The scene must end well and leave the screen like @pattern. */
static void stage_close(Stage *stage, const char *pattern)
{
	gint64 until = g_get_monotonic_time() + WAIT_US;
	int status;

	while (stage_read(stage, until))
		;
	stage_expect(stage, pattern);
	g_assert_cmpuint(stage->screen.x, ==, 0);
	g_assert_cmpint(waitpid(stage->pid, &status, 0), ==, stage->pid);
	g_assert_cmpint(status, ==, 0);
	close(stage->fd);
	screen_clear(&stage->screen);
}

#define BAR(full) "\\[#{" #full "}\\.+\\]"

static void test_tasks(void)
{
	Stage stage = {0};

	stage_open(&stage, "tasks", 20, 80);
	stage_expect(&stage,
		     "before\n"
		     "check " BAR(0) " 0%( " T ":\\d\\d left)?\n"
				     "  e1000 build        " T " of 4:00:00\n"
				     "  6.1-x86_64 kernel  " T
				     "             312/880 drivers/net/x.o");
	stage_go_on(&stage);
	stage_expect(&stage, "before\nsaid 1\n"
			     "check .*\n"
			     "  e1000 build        " T " of 4:00:00\n"
			     "  6.1-x86_64 kernel  " T "             link");
	stage_go_on(&stage);
	stage_expect(&stage,
		     "before\nsaid 1\n"
		     "check " BAR(9) " 40%( " T ":\\d\\d left)?\n"
				     "  6.1-x86_64 kernel  " T "  link");
	stage_go_on(&stage);
	stage_close(&stage, "before\nsaid 1\ncheck: \\d+\\.\\d s\nafter");
	g_assert_false(stage.screen.folded);
}

static void test_width(void)
{
	Stage stage = {0};

	stage_open(&stage, "width", 20, 40);
	stage_expect(&stage, "before\n"
			     "a name that is long \\[\\.{18}\n"
			     "  first   " T "  1/2 a note that goes on\n"
			     "  second  " T "  1/2 another that goes o");
	/* both ways: each line stays one, nothing is left behind */
	stage_resize(&stage, 20, 20);
	stage_expect(&stage, "before\na name that is long\n"
			     "  first   " T "  1/2\n"
			     "  second  " T "  1/2");
	stage_resize(&stage, 20, 60);
	stage_expect(&stage, "before\n"
			     "a name that is long " BAR(
				     0) " 0%( \\S+ left)?\n"
					"  first   " T
					"  1/2 a note that goes on and on "
					"and on and o\n"
					"  second  " T
					"  1/2 another that goes on and on "
					"and on and");
	stage_go_on(&stage);
	stage_close(&stage, "before\na name that is long: .* s");
	g_assert_false(stage.screen.folded);
}

static void test_height(void)
{
	Stage stage = {0};

	stage_open(&stage, "height", 8, 80);
	stage_expect(&stage, "check " T "\n(  task [0-3]  " T "\n){4}"
			     "  ... and 6 more");
	stage_resize(&stage, 15, 80);
	stage_expect(&stage, "check " T "(\n  task [0-9]  " T "){10}");
	stage_resize(&stage, 3, 80);
	stage_expect(&stage, "check " T);
	stage_go_on(&stage);
	stage_expect(&stage, "three are left\ncheck " T);
	stage_resize(&stage, 4, 80);
	stage_expect(&stage, "three are left\ncheck " T "\n  ... and 3 more");
	stage_go_on(&stage);
	stage_close(&stage, "three are left\ncheck: .* s");
}

static void test_nested(void)
{
	Stage stage = {0};

	stage_open(&stage, "nested", 20, 80);
	stage_expect(&stage, "check " T "\n"
			     "  generate  " T "  25% one\n"
			     "  download  " T "  50%\n"
			     "  import    " T "  elsewhere");
	stage_go_on(&stage);
	stage_go_on(&stage);
	stage_expect(&stage, "import: .* s\ndownload: .* s\n"
			     "check " T "\n"
			     "  generate  " T "  75% fed");
	stage_go_on(&stage);
	stage_expect(&stage, "import: .* s\ndownload: .* s\ngenerate: .* s\n"
			     "check " T ", 1 done");
	stage_go_on(&stage);
	stage_close(&stage, "import: .* s\ndownload: .* s\ngenerate: .* s\n"
			    "check: .* s");
}

static void test_left(void)
{
	Stage stage = {0};

	stage_open(&stage, "left", 20, 80);
	/* 1000 s, of which 400 are done; two at once, nearly all the time */
	stage_expect(&stage, "check " BAR(9) " 40% 5:0\\d left\n(.*\n?)*");
	stage_go_on(&stage);
	stage_expect(&stage, "check " BAR(14) " 60% 3:2\\d left\n(.*\n?)*");
	stage_go_on(&stage);
	/* the longest takes 400 s; the bar does not go back */
	stage_expect(&stage, "check " BAR(14) " 60% 6:40 left\n"
					      "  a  " T " of 6:40  0/40\n"
					      "  b  " T " of 6:40  20/40");
	stage_go_on(&stage);
	stage_close(&stage, "");
}

/* The clock runs although nobody calls; the screen is left as it was. */
static void test_clock(void)
{
	Stage stage = {0};

	stage_open(&stage, "alone", 20, 80);
	stage_expect(&stage, "  boot  0:0[0-9] of 1:30");
	stage_expect(&stage, "  boot  0:0[2-9] of 1:30");
	g_assert_cmpuint(stage.frames, <=, 5);
	stage_go_on(&stage);
	stage_close(&stage, "");
}

static void test_stretch(void)
{
	Stage stage = {0};

	stage_open(&stage, "stretch", 20, 80);
	/* about as long again as it took: numbers of bytes are large */
	stage_expect(&stage, "download " BAR(12) " 50% 0:0[1-9] left half");
	stage_go_on(&stage);
	stage_close(&stage, "download: .* s");
}

static void test_hostile(void)
{
	Stage stage = {0};

	stage_open(&stage, "hostile", 20, 80);
	stage_expect(&stage, "a\\?\\]0;b\\?c \\? \\? \xc3\xa9\n"
			     "check " T "\n"
			     "  x\\?\\[2Jy  " T "  1\\?2\\?3\\?z\\?\\?");
	stage_go_on(&stage);
	stage_close(&stage, "a.*");
}

static void test_rate(void)
{
	g_autofree char *text = NULL;
	Stage stage = {0};
	guint steps, ms;

	stage_open(&stage, "rate", 20, 80);
	stage_expect(&stage, "\\d+ steps in \\d+ ms");
	text = screen_text(&stage.screen);
	g_assert_cmpint(sscanf(text, "%u steps in %u", &steps, &ms), ==, 2);
	g_assert_cmpuint(steps, >, 100);
	/* the first, and the removal */
	g_assert_cmpuint(stage.frames, <=, ms / 100 + 2);
	g_assert_cmpuint(stage.frames, >=, 2);
	stage_close(&stage, "\\d+ steps in \\d+ ms");
}

/* A terminal that takes nothing (Ctrl-S) does not stop the work. */
static void test_blocked(void)
{
	struct pollfd done = {.events = POLLIN};
	Stage stage = {0};
	int fds[2];

	g_assert_cmpint(pipe2(fds, O_CLOEXEC), ==, 0);
	g_assert_cmpint(dup2(fds[1], SIGNAL_FD), ==, SIGNAL_FD);
	stage_open(&stage, "blocked", 6, 120);
	done.fd = fds[0];
	g_assert_cmpint(poll(&done, 1, WAIT_US / 1000), ==, 1);
	stage_close(&stage, "(x{100}\n){4}flood: .* s");
	close(SIGNAL_FD);
	close(fds[0]);
	close(fds[1]);
}

static void test_stop(void)
{
	Stage stage = {0};

	stage_open(&stage, "stop", 20, 80);
	stage_expect(&stage, "check " T "\n  left open.*\n  task  .*");
	stage_go_on(&stage);
	stage_close(&stage, "kseries: it broke\nlast words");
}

static void test_threads(void)
{
	Stage stage = {0};

	stage_open(&stage, "threads", 40, 80);
	/* 80 lines and the ends of 32 stretches were above */
	stage_close(&stage, "((said|nested: .* s)\n){38}check: .* s");
	g_assert_false(stage.screen.folded);
}

/* What the scene writes to a pipe. */
static char *piped(const char *scene, const char *option)
{
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	const char *argv[] = {self, option, scene, NULL};
	const char *env[] = {"TERM=xterm", "KSERIES_TRACE=0", NULL};
	KsChildSpec spec = {.argv = argv, .env = env, .timeout_s = 60};
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	ks_child_check(&spec, &result, &error);
	g_assert_no_error(error);
	return g_strdup(result.err->str);
}

#define PLAIN                                                                  \
	"check \\.\\.\\.\n\\[1/2\\] 1 e1000: build: pass\n"                    \
	"generate \\.\\.\\.\ngenerate: 0\\.\\d s\nsaid\ncheck: \\d\\.\\d s\n?"

static void test_plain(void)
{
	g_autofree char *text = piped("plain", "--scene");

	if (!g_regex_match_simple("^" PLAIN "$", text, 0, 0))
		g_error("the pipe got\n%s", text);
}

static void test_dumb(void)
{
	Stage stage = {.term = "dumb"};

	stage_open(&stage, "plain", 20, 80);
	stage_close(&stage, PLAIN);
	g_assert_cmpuint(stage.frames, ==, 0);
}

static guint occurrences(const char *text, const char *line)
{
	g_auto(GStrv) parts = g_strsplit(text, line, -1);

	return g_strv_length(parts) - 1;
}

static void test_slow(void)
{
	static const char task[] = "\n6.1-x86_64 kernel: 312/880, ";
	static const char stretch[] = "\nimport: 50%, ";
	g_autofree char *text = piped("slow", "--scene");
	const char *end = strstr(text, "\ncheck: ");
	double spent;
	guint most;

	g_assert_nonnull(end);
	g_assert_cmpint(sscanf(end, "\ncheck: %lf s", &spent), ==, 1);
	most = (spent + 0.1) / 0.2;
	g_assert_cmpuint(occurrences(text, task), >=, 1);
	g_assert_cmpuint(occurrences(text, task), <=, most);
	g_assert_cmpuint(occurrences(text, stretch), >=, 1);
	g_assert_cmpuint(occurrences(text, stretch), <=, most);
	/* the plan itself says nothing in between */
	g_assert_cmpuint(occurrences(text, "check: "), ==, 1);
}

static void test_threads_plain(void)
{
	g_autofree char *text = piped("threads", "--scene");
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint items = 0, said = 0;

	for (guint i = 0; lines[i]; i++) {
		items += g_str_equal(lines[i], "item");
		said += g_str_equal(lines[i], "said");
		if (!g_regex_match_simple(
			    "^(item|said|(check|nested) \\.\\.\\."
			    "|(check|nested): \\d+\\.\\d s"
			    "|(task \\d+|nested): ((\\d+/50|\\d+%), )?\\d+ s|)$",
			    lines[i], 0, 0))
			g_error("a torn line: %s", lines[i]);
	}
	g_assert_cmpuint(items, ==, 8 * 200);
	g_assert_cmpuint(said, ==, 8 * 10);
}

static void test_quiet(void)
{
	static const char *const some[] = {"plain", "threads", "rate"};

	for (guint i = 0; i < G_N_ELEMENTS(some); i++) {
		g_autofree char *text = piped(some[i], "--quiet");

		g_assert_cmpstr(text, ==, "");
	}
	g_assert_null(ks_task_begin(NULL, 0, "x"));
	ks_task_step(NULL, 1, 2, "x");
	ks_task_end(NULL);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		GTestFunc test;
	} tests[] = {
		{"/progress/tasks", test_tasks},
		{"/progress/width", test_width},
		{"/progress/height", test_height},
		{"/progress/nested", test_nested},
		{"/progress/left", test_left},
		{"/progress/clock", test_clock},
		{"/progress/stretch", test_stretch},
		{"/progress/hostile", test_hostile},
		{"/progress/rate", test_rate},
		{"/progress/blocked", test_blocked},
		{"/progress/stop", test_stop},
		{"/progress/threads", test_threads},
		{"/progress/plain", test_plain},
		{"/progress/dumb", test_dumb},
		{"/progress/slow", test_slow},
		{"/progress/threads-plain", test_threads_plain},
		{"/progress/quiet", test_quiet},
	};

	if (argc == 3 && g_str_equal(argv[1], "--scene"))
		return play(argv[2], false);
	if (argc == 3 && g_str_equal(argv[1], "--quiet"))
		return play(argv[2], true);
	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add_func(tests[i].path, tests[i].test);
	return g_test_run();
}
