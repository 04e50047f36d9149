// SPDX-License-Identifier: GPL-2.0
/* What hostile code can use up in a sandbox, and how its use is counted. */
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

#include "base/procs.h"
#include "sandbox-test.h"

#define MIB (1 << 20)

/* Run @script, which must be ended for a limit whose reason holds @word. */
static void assert_limit(const Place *place, const char *script,
			 const char *word)
{
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	g_assert_false(
		perl(place->sandbox, script, place->rw, &result, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_LIMIT);
	g_test_message("%s (after %.1f s, cpu %.1f s)", error->message,
		       result.wall_us / 1e6, result.cpu_us / 1e6);
	g_assert_nonnull(strstr(error->message, word));
	g_assert_cmpint(result.wall_us, <, 20 * G_USEC_PER_SEC);
}

static void assert_nothing_left(void)
{
	g_autoptr(GArray) procs = ks_procs_below(getpid());

	g_assert_cmpuint(procs->len, ==, 0);
}

static void test_fork_bomb(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->processes = 150;
	assert_limit(place, "while (1) { fork; }", "more than 150 processes");
	assert_nothing_left();
}

/* Slowly, so that no total of the machine moves much at a time. */
static void test_fork_slowly(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->processes = 20;
	assert_limit(place,
		     "while (1) { if (!fork) { sleep 50; exit; }"
		     " select(undef, undef, undef, 0.05); }",
		     "more than 20 processes");
	assert_nothing_left();
}

typedef struct {
	const Place *place;
	bool ok;
} Other;

static gpointer run_other(gpointer data)
{
	Other *other = data;
	g_auto(KsChildResult) result = {0};

	other->ok = perl(other->place->sandbox,
			 "for (1 .. 60) { my $p = fork;"
			 " die unless defined $p; if (!$p) { sleep 9; exit } "
			 " select(undef, undef, undef, 0.05); }",
			 NULL, &result, NULL) &&
		    result.status == 0;
	return NULL;
}

/* The processes of one sandbox are not counted against another. */
static void test_fork_beside(Place *place, gconstpointer unused)
{
	g_autoptr(KsSandbox) bomb = ks_sandbox_new();
	Other other = {.place = place};
	GThread *thread;

	(void)unused;
	ks_sandbox_limits(place->sandbox)->processes = 100;
	ks_sandbox_limits(bomb)->processes = 100;
	thread = g_thread_new("other", run_other, &other);
	for (guint i = 0; i < 2; i++) {
		g_auto(KsChildResult) result = {0};
		g_autoptr(GError) error = NULL;

		perl(bomb, "while (1) { fork; }", NULL, &result, &error);
		g_assert_error(error, KS_ERROR, KS_ERROR_LIMIT);
	}
	g_thread_join(thread);
	g_assert_true(other.ok);
}

/* The kernel itself holds a bomb, should the watch come late. */
static void test_fork_kernel(Place *place, gconstpointer unused)
{
	g_autofree char *said = g_strdup("");

	(void)unused;
	ks_sandbox_limits(place->sandbox)->processes = 30;
	/* until the watch does come late */
	for (int i = 0; i < 20 && !*said; i++) {
		g_auto(KsChildResult) result = {0};

		perl(place->sandbox,
		     "$| = 1; my $n = 0; for (1 .. 200) { my $p = fork;"
		     " last unless defined $p; if (!$p) { sleep 9; exit }"
		     " $n++; } print $n < 50 ? 'held' : $n; kill 'KILL', -1;",
		     NULL, &result, NULL);
		g_free(said);
		said = g_strdup(result.out->str);
	}
	g_assert_cmpstr(said, ==, "held");
}

static void test_memory(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->memory = 200 * MIB;
	/* none of them takes so much */
	assert_limit(place,
		     "fork; fork; fork; my @a; for (1 .. 60) {"
		     " push @a, 'x' x (1 << 20);"
		     " select(undef, undef, undef, 0.02); } sleep 50;",
		     "more than 200 MiB of memory");
	assert_nothing_left();
}

static void test_memory_at_once(Place *place, gconstpointer unused)
{
	g_auto(KsChildResult) result = {0};

	(void)unused;
	ks_sandbox_limits(place->sandbox)->memory = 100 * MIB;
	g_assert_true(perl(place->sandbox, "my $x = 'x' x (300 << 20);", NULL,
			   &result, NULL));
	g_assert_cmpint(result.status, !=, 0);
}

static void test_one_file(Place *place, gconstpointer unused)
{
	g_autofree char *file = g_build_filename(place->rw, "f", NULL);
	g_auto(KsChildResult) result = {0};
	GStatBuf st;

	(void)unused;
	ks_sandbox_limits(place->sandbox)->file = 5 * MIB;
	g_assert_true(perl(place->sandbox,
			   "open(my $f, '>', \"$ARGV[0]/f\") or die;"
			   "my $x = 'x' x (1 << 20);"
			   "while (1) { syswrite($f, $x) }",
			   place->rw, &result, NULL));
	g_assert_cmpint(result.status, !=, 0);
	g_assert_cmpint(g_stat(file, &st), ==, 0);
	g_assert_cmpint(st.st_size, <=, 5 * MIB);
}

#define WRITE_FILES                                                            \
	"my $x = 'x' x (1 << 20); my $i = 0; while (1) { $i++;"                \
	" open(my $f, '>', \"$ARGV[0]/f$i\") or die; syswrite($f, $x);"

static void test_disk(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->disk = 40 * MIB;
	assert_limit(place, WRITE_FILES " select(undef, undef, undef, 0.01); }",
		     "more than 40 MiB on the disk");
}

/* Files that are open and deleted fill a disk without being seen in it. */
static void test_disk_deleted(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->disk = 40 * MIB;
	assert_limit(place,
		     "my @keep; " WRITE_FILES " unlink(\"$ARGV[0]/f$i\");"
		     " push @keep, $f; select(undef, undef, undef, 0.01); }",
		     "more than 40 MiB on the disk");
}

static void test_disk_many_files(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->files = 3000;
	assert_limit(place,
		     "my $i = 0; while (1) { $i++;"
		     " open(my $f, '>', \"$ARGV[0]/f$i\") or die; }",
		     "more than 3000 files");
}

static void test_disk_deep(Place *place, gconstpointer unused)
{
	(void)unused;
	ks_sandbox_limits(place->sandbox)->files = 1000;
	assert_limit(place,
		     "chdir $ARGV[0]; while (1) { mkdir 'd' or die;"
		     " chdir 'd' or die; }",
		     "folders nested without end");
}

/* What was there before, and is only kept, does not count. */
static void test_disk_before(Place *place, gconstpointer unused)
{
	g_autofree char *said = NULL;

	(void)unused;
	said = perl_says(NULL,
			 "my $x = 'x' x (60 << 20);"
			 "open(my $f, '>', \"$ARGV[0]/big\") or die;"
			 "print $f $x;",
			 place->rw);
	g_assert_true(ks_sandbox_prepare(place->sandbox, NULL));
	g_usleep(1100 * 1000);
	ks_sandbox_limits(place->sandbox)->disk = 40 * MIB;
	g_free(said);
	said = perl_says(place->sandbox,
			 "my $x = 'x' x (20 << 20);"
			 "open(my $f, '>', \"$ARGV[0]/small\") or die;"
			 "print $f $x; close $f; sleep 1; print 'kept';",
			 place->rw);
	g_assert_cmpstr(said, ==, "kept");
}

static void test_tmp(Place *place, gconstpointer unused)
{
	KsLimits *limits = ks_sandbox_limits(place->sandbox);

	(void)unused;
	limits->tmp = 20 * MIB;
	assert_limit(place,
		     "my $x = 'x' x (1 << 20); open(my $f, '>', '/tmp/f');"
		     "for (1 .. 50) { syswrite($f, $x) } sleep 50;",
		     "more than 20 MiB in /tmp");
	limits->files = 1000;
	assert_limit(place,
		     "for (1 .. 1500) { open(my $f, '>', \"/tmp/$_\") }"
		     "sleep 50;",
		     "more than 1000 files in /tmp");
}

static void output_without_end(Place *place, const char *log)
{
	const char *argv[] = {"yes", NULL};
	KsChildSpec spec = {.argv = argv,
			    .timeout_s = 60,
			    .log = log,
			    .output_max = MIB,
			    .sandbox = place->sandbox};
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	g_assert_false(ks_child_run(&spec, &result, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_LIMIT);
	g_assert_nonnull(strstr(error->message, "1048576 bytes"));
}

static void test_output(Place *place, gconstpointer unused)
{
	g_autofree char *log = g_build_filename(place->home, "log", NULL);
	GStatBuf st;

	(void)unused;
	ks_sandbox_limits(place->sandbox)->file = 300 * MIB;
	output_without_end(place, NULL);
	output_without_end(place, log);
	g_assert_cmpint(g_stat(log, &st), ==, 0);
	g_assert_cmpint(st.st_size, <=, 300 * MIB);
}

/* Two processes of its own, one of them adopted: all of it is counted. */
static void test_cpu(Place *place, gconstpointer unused)
{
	g_auto(KsChildResult) result = {0};
	double said;

	(void)unused;
	g_assert_true(perl(
		place->sandbox,
		"sub burn { my $t; do { $t++ for 1 .. 100000 } while"
		" (times)[0] < 0.7; exit }"
		/* the adopted one has ended when the pipe has; pid 1 counts
		   it as soon as it runs */
		"pipe(R, W); if (!fork) { fork or burn(); exit } close W; wait;"
		"my $p = fork or burn(); waitpid $p, 0; <R>; sleep 1; print 2 * 0.7;",
		NULL, &result, NULL));
	said = g_ascii_strtod(result.out->str, NULL);
	g_test_message("said %.2f s, counted %.2f s", said,
		       result.cpu_us / 1e6);
	g_assert_cmpfloat(result.cpu_us / 1e6, >=, said * 0.97);
	g_assert_cmpfloat(result.cpu_us / 1e6, <, said + 0.3);
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	g_test_init(&argc, &argv, NULL);
#define ADD(name, function)                                                    \
	g_test_add("/limits/" name, Place, NULL, place_set_up, (function),     \
		   place_tear_down)
	ADD("fork-bomb", test_fork_bomb);
	ADD("fork-slowly", test_fork_slowly);
	ADD("fork-beside", test_fork_beside);
	ADD("fork-kernel", test_fork_kernel);
	ADD("memory", test_memory);
	ADD("memory-at-once", test_memory_at_once);
	ADD("one-file", test_one_file);
	ADD("disk", test_disk);
	ADD("disk-deleted", test_disk_deleted);
	ADD("disk-many-files", test_disk_many_files);
	ADD("disk-deep", test_disk_deep);
	ADD("disk-before", test_disk_before);
	ADD("tmp", test_tmp);
	ADD("output", test_output);
	ADD("cpu", test_cpu);
	return g_test_run();
}
