// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/child.h"
#include "base/error.h"

static void run(const char *script, KsChildSpec spec, KsChildResult *result,
		bool expect, GError **error)
{
	const char *argv[] = {"sh", "-c", script, NULL};

	spec.argv = argv;
	if (!spec.timeout_s)
		spec.timeout_s = 20;
	g_assert_true(ks_child_run(&spec, result, error) == expect);
}

static void test_output(void)
{
	g_auto(KsChildResult) result = {0};

	run("echo out; echo err >&2; exit 7", (KsChildSpec){0}, &result, true,
	    NULL);
	g_assert_cmpstr(result.out->str, ==, "out\n");
	g_assert_cmpstr(result.err->str, ==, "err\n");
	g_assert_cmpint(result.status, ==, 7);
}

/* A death by signal must never look like success. */
static void test_signal(void)
{
	g_auto(KsChildResult) result = {0};

	run("kill -SEGV $$", (KsChildSpec){0}, &result, true, NULL);
	g_assert_cmpint(result.status, ==, -SIGSEGV);
}

static void test_input(void)
{
	gsize size = 1 << 20; /* more than a pipe holds */
	char *zeros = g_malloc0(size);
	g_autoptr(GBytes) input = g_bytes_new_take(zeros, size);
	g_auto(KsChildResult) result = {0};

	run("cat", (KsChildSpec){.input = input}, &result, true, NULL);
	g_assert_cmpuint(result.out->len, ==, size);
	g_assert_cmpint(memcmp(result.out->str, zeros, size), ==, 0);
}

/* A child that does not read its input must not stop us. */
static void test_input_unread(void)
{
	gsize size = 1 << 20;
	g_autoptr(GBytes) input = g_bytes_new_take(g_malloc0(size), size);
	g_auto(KsChildResult) result = {0};

	run("exec true", (KsChildSpec){.input = input}, &result, true, NULL);
	g_assert_cmpint(result.status, ==, 0);
}

static bool feed_fails(int fd, gpointer data, GError **error)
{
	(void)data;
	(void)!write(fd, "half", 4);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "the archive ends early");
	return false;
}

static void test_feed_error(void)
{
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	run("cat", (KsChildSpec){.feed = feed_fails}, &result, false, &error);
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_assert_cmpstr(error->message, ==, "the archive ends early");
}

static void test_timeout(void)
{
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;
	gint64 start = g_get_monotonic_time();

	run("sleep 60 & sleep 60", (KsChildSpec){.timeout_s = 1}, &result,
	    false, &error);
	g_assert_error(error, KS_ERROR, KS_ERROR_TIMEOUT);
	g_assert_nonnull(strstr(error->message, "1 s"));
	g_assert_cmpint(g_get_monotonic_time() - start, <, 10 * G_USEC_PER_SEC);
}

static gpointer cancel_soon(gpointer cancel)
{
	g_usleep(200 * 1000);
	g_cancellable_cancel(cancel);
	return NULL;
}

/* After an interrupt nothing that the child started is left. */
static void test_cancel_kills_all(void)
{
	g_autoptr(GCancellable) cancel = g_cancellable_new();
	g_autofree char *dir = g_dir_make_tmp("ks-child-XXXXXX", NULL);
	g_autofree char *pid_file = g_build_filename(dir, "pid", NULL);
	g_autofree char *script =
		g_strdup_printf("sleep 77 & echo $! > %s; wait", pid_file);
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;
	g_autofree char *text = NULL;
	GThread *thread = g_thread_new("cancel", cancel_soon, cancel);
	int pid, tries = 100;

	run(script, (KsChildSpec){.cancel = cancel}, &result, false, &error);
	g_thread_join(thread);
	g_assert_error(error, KS_ERROR, KS_ERROR_CANCELLED);
	g_assert_true(g_file_get_contents(pid_file, &text, NULL, NULL));
	pid = atoi(text);
	g_assert_cmpint(pid, >, 1);
	/* a killed orphan is gone as soon as init has reaped it */
	while (tries-- && kill(pid, 0) == 0) {
		g_autofree char *stat = g_strdup_printf("/proc/%d/stat", pid);
		g_autofree char *state = NULL;

		if (g_file_get_contents(stat, &state, NULL, NULL) &&
		    strstr(state, ") Z "))
			break;
		g_usleep(20 * 1000);
	}
	g_assert_cmpint(tries, >, 0);
	g_unlink(pid_file);
	g_rmdir(dir);
}

static void test_output_limit(void)
{
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	run("yes", (KsChildSpec){.output_max = 100000}, &result, false, &error);
	g_assert_error(error, KS_ERROR, KS_ERROR_LIMIT);
	g_assert_nonnull(strstr(error->message, "100000 bytes"));
}

static bool stop_at_once(gpointer data)
{
	(*(int *)data)++;
	return false;
}

static void test_watch(void)
{
	g_auto(KsChildResult) result = {0};
	int calls = 0;

	run("sleep 60",
	    (KsChildSpec){.watch = stop_at_once, .watch_data = &calls}, &result,
	    true, NULL);
	g_assert_true(result.stopped);
	g_assert_cmpint(result.status, ==, -SIGKILL);
	g_assert_cmpint(calls, ==, 1);
}

static void test_missing_program(void)
{
	const char *argv[] = {"no-such-program", NULL};
	KsChildSpec spec = {.argv = argv, .timeout_s = 5};
	g_autoptr(GError) error = NULL;

	g_assert_false(ks_child_check(&spec, NULL, &error));
	g_assert_nonnull(strstr(error->message, "no-such-program"));
}

static void test_check_quotes(void)
{
	const char *argv[] = {"sh", "-c", "echo a; echo last word >&2; exit 3",
			      NULL};
	KsChildSpec spec = {.argv = argv, .timeout_s = 5};
	g_autoptr(GError) error = NULL;

	g_assert_false(ks_child_check(&spec, NULL, &error));
	g_assert_cmpstr(error->message, ==,
			"sh failed with status 3: last word");
}

/* In the sandbox: no network, nothing of the home, no writing outside. */
static void test_sandbox(void)
{
	g_autoptr(KsSandbox) sandbox = ks_sandbox_new();
	g_autofree char *dir = g_dir_make_tmp("ks-child-XXXXXX", NULL);
	g_autofree char *file = g_build_filename(dir, "made", NULL);
	g_autofree char *script = g_strdup_printf(
		"touch %s; touch /usr/ks-escape 2>/dev/null && echo escaped;"
		" ls /root /home 2>/dev/null;"
		" grep -cv '^ *lo:' /proc/net/dev",
		file);
	KsChildSpec spec = {.sandbox = sandbox};
	g_auto(KsChildResult) result = {0};

	ks_sandbox_rw(sandbox, dir);
	run(script, spec, &result, true, NULL);
	g_assert_cmpstr(result.err->str, ==, "");
	g_assert_cmpstr(result.out->str, ==, "2\n"); /* two header lines */
	g_assert_true(g_file_test(file, G_FILE_TEST_EXISTS));
	g_assert_false(g_file_test("/usr/ks-escape", G_FILE_TEST_EXISTS));
	g_unlink(file);
	g_rmdir(dir);
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/child/output", test_output);
	g_test_add_func("/child/signal", test_signal);
	g_test_add_func("/child/input", test_input);
	g_test_add_func("/child/input-unread", test_input_unread);
	g_test_add_func("/child/feed-error", test_feed_error);
	g_test_add_func("/child/timeout", test_timeout);
	g_test_add_func("/child/cancel", test_cancel_kills_all);
	g_test_add_func("/child/output-limit", test_output_limit);
	g_test_add_func("/child/watch", test_watch);
	g_test_add_func("/child/missing-program", test_missing_program);
	g_test_add_func("/child/check-quotes", test_check_quotes);
	g_test_add_func("/child/sandbox", test_sandbox);
	return g_test_run();
}
