// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "check/target.h"
#include "tree/git.h"

/*
 * Three commits: "one" has kept, changed, gone/old; "two" changes, removes and
 * adds; both have "link" to kept.
 */
typedef struct {
	char *home;
	KsContext *context;
	KsTarget *target;
	char *one, *two;
} Fixture;

static const char stream[] =
	"commit refs/heads/x\nmark :1\ncommitter T <t@example.org> 0 +0000\n"
	"data 3\none\n"
	"M 100644 inline kept\ndata 5\nkept\n\n"
	"M 100644 inline changed\ndata 4\nold\n\n"
	"M 100644 inline gone/old\ndata 4\nold\n\n"
	"M 100755 inline run\ndata 4\nrun\n\n"
	"M 120000 inline link\ndata 4\nkept\n"
	"commit refs/heads/y\ncommitter T <t@example.org> 0 +0000\n"
	"data 3\ntwo\nfrom :1\n"
	"M 100644 inline changed\ndata 4\nnew\n\n"
	"D gone/old\n"
	"M 100644 inline fresh/new\ndata 4\nnew\n\n"
	"done\n";

static void set_up(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GBytes) bytes = g_bytes_new_static(stream, strlen(stream));
	g_autoptr(GError) error = NULL;

	(void)data;
	fixture->home = g_dir_make_tmp("ks-checkout-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, &error);
	g_assert_no_error(error);
	fixture->context->progress = ks_progress_new(true);
	g_assert_true(ks_git_init(fixture->context, NULL));
	ks_git_fast_import(fixture->context, bytes, &error);
	g_assert_no_error(error);
	fixture->one = ks_git(fixture->context, NULL, "rev-parse",
			      "refs/heads/x", NULL);
	fixture->two = ks_git(fixture->context, NULL, "rev-parse",
			      "refs/heads/y", NULL);
	fixture->target = ks_target_open(fixture->context, "t", &error);
	g_assert_no_error(error);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	(void)data;
	ks_target_close(fixture->target);
	ks_rmtree(fixture->home);
	ks_context_free(fixture->context);
	g_free(fixture->home);
	g_free(fixture->one);
	g_free(fixture->two);
}

static void move(Fixture *fixture, const char *commit)
{
	g_autoptr(GError) error = NULL;

	ks_target_move(fixture->target, commit, &error);
	g_assert_no_error(error);
}

static char *path_of(Fixture *fixture, const char *name)
{
	return g_build_filename(ks_target_src(fixture->target), name, NULL);
}

/* @text NULL: the file is not there. */
static void assert_text(Fixture *fixture, const char *name, const char *text)
{
	g_autofree char *path = path_of(fixture, name);
	g_autofree char *got = NULL;

	g_file_get_contents(path, &got, NULL, NULL);
	g_assert_cmpstr(got, ==, text);
}

static void assert_one(Fixture *fixture)
{
	assert_text(fixture, "kept", "kept\n");
	assert_text(fixture, "changed", "old\n");
	assert_text(fixture, "gone/old", "old\n");
	assert_text(fixture, "fresh/new", NULL);
}

static void assert_two(Fixture *fixture)
{
	assert_text(fixture, "kept", "kept\n");
	assert_text(fixture, "changed", "new\n");
	assert_text(fixture, "gone/old", NULL);
	assert_text(fixture, "fresh/new", "new\n");
}

static gint64 mtime_ns(Fixture *fixture, const char *name)
{
	g_autofree char *path = path_of(fixture, name);
	struct stat st;

	g_assert_cmpint(lstat(path, &st), ==, 0);
	return st.st_mtim.tv_sec * G_GINT64_CONSTANT(1000000000) +
	       st.st_mtim.tv_nsec;
}

static void test_move(Fixture *fixture, gconstpointer data)
{
	g_autofree char *run = path_of(fixture, "run");
	g_autofree char *link = path_of(fixture, "link");
	g_autofree char *gone = path_of(fixture, "gone");
	g_autofree char *to = NULL;
	gint64 kept, changed;

	(void)data;
	move(fixture, fixture->one);
	assert_one(fixture);
	g_assert_true(g_file_test(run, G_FILE_TEST_IS_EXECUTABLE));
	to = g_file_read_link(link, NULL);
	g_assert_cmpstr(to, ==, "kept");
	kept = mtime_ns(fixture, "kept");
	changed = mtime_ns(fixture, "changed");
	g_usleep(20 * 1000);
	move(fixture, fixture->two);
	assert_two(fixture);
	g_assert_false(g_file_test(gone, G_FILE_TEST_EXISTS));
	g_assert_cmpint(mtime_ns(fixture, "kept"), ==, kept);
	g_assert_cmpint(mtime_ns(fixture, "changed"), >, changed);
}

/* What a kill in the middle of a move can leave. */
static void test_repair(Fixture *fixture, gconstpointer data)
{
	g_autofree char *dir =
		ks_home_path(fixture->context, "build", "t", NULL);
	g_autofree char *moving = g_build_filename(dir, "moving", NULL);
	g_autofree char *lock = g_build_filename(dir, "index.lock", NULL);
	g_autofree char *changed = path_of(fixture, "changed");
	g_autofree char *stray = path_of(fixture, "fresh");
	g_autofree char *old = path_of(fixture, "gone/old");
	g_autofree char *stray_file = NULL;
	gint64 kept;

	(void)data;
	move(fixture, fixture->one);
	kept = mtime_ns(fixture, "kept");
	g_assert_true(g_file_set_contents(moving, "x", -1, NULL));
	g_assert_true(g_file_set_contents(lock, "", 0, NULL));
	g_assert_true(g_file_set_contents(changed, "half", -1, NULL));
	g_assert_cmpint(g_mkdir(stray, 0755), ==, 0);
	stray_file = g_build_filename(stray, "new", NULL);
	g_assert_true(g_file_set_contents(stray_file, "new\n", -1, NULL));
	g_assert_cmpint(g_unlink(old), ==, 0);
	move(fixture, fixture->one);
	assert_one(fixture);
	g_assert_cmpint(mtime_ns(fixture, "kept"), ==, kept);
	g_assert_false(g_file_test(moving, G_FILE_TEST_EXISTS));
	move(fixture, fixture->two);
	assert_two(fixture);
}

/* A move that fails is not taken for done. */
static void test_failed(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GError) error = NULL;

	(void)data;
	move(fixture, fixture->one);
	g_assert_false(ks_target_move(
		fixture->target, "0000000000000000000000000000000000000001",
		&error));
	g_assert_nonnull(error);
	move(fixture, fixture->two);
	assert_two(fixture);
	move(fixture, fixture->one);
	assert_one(fixture);
}

/* An index that is damaged is made again. */
static void test_bad_index(Fixture *fixture, gconstpointer data)
{
	g_autofree char *index =
		ks_home_path(fixture->context, "build", "t", "index", NULL);

	(void)data;
	move(fixture, fixture->one);
	g_assert_true(g_file_set_contents(index, "not an index", -1, NULL));
	move(fixture, fixture->two);
	assert_two(fixture);
}

static gpointer open_other(gpointer data)
{
	Fixture *fixture = data;

	return ks_target_open(fixture->context, "t", NULL);
}

/* A second one waits until the first has gone. */
static void test_lock(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GThread) thread = g_thread_new("other", open_other, fixture);
	gint64 start = g_get_monotonic_time();
	KsTarget *other;

	(void)data;
	g_usleep(500 * 1000);
	ks_target_close(fixture->target);
	other = g_thread_join(g_steal_pointer(&thread));
	g_assert_nonnull(other);
	g_assert_cmpint(g_get_monotonic_time() - start, >=, 500 * 1000);
	fixture->target = other;
}

#define ADD(name, test)                                                        \
	g_test_add("/checkout/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("move", test_move);
	ADD("repair", test_repair);
	ADD("failed", test_failed);
	ADD("bad-index", test_bad_index);
	ADD("lock", test_lock);
	return g_test_run();
}
