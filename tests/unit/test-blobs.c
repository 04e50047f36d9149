// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "tree/blobs.h"
#include "tree/git.h"

#define HEAD(n, mark)                                                          \
	"commit refs/heads/" n "\nmark :" mark                                 \
	"\ncommitter T <t@example.org> 0 +0000\ndata 1\n" n "\n"
#define FILE_(mode, path, text)                                                \
	"M " mode " inline " path "\ndata 2\n" text "\n\n"

/*
 * b changes a.c, c adds a header, d changes a Makefile, e takes a.c away, f is
 * as e but for a text.
 */
static const char stream[] = HEAD("a", "1") FILE_("100644", "d/a.c", "1")
	FILE_("100644", "d/Makefile", "1") FILE_("100644", "d/h.h", "1") FILE_(
		"100644", "Documentation/x.rst",
		"1") HEAD("b", "2") "from :1\n" FILE_("100644", "d/a.c", "2")
		HEAD("c", "3") "from :2\n" FILE_("100644", "d/new.h", "1") HEAD(
			"d", "4") "from :3\n" FILE_("100644", "d/Makefile", "2")
			HEAD("e", "5") "from :4\nD d/a.c\n" HEAD(
				"f",
				"6") "from :5\n" FILE_("100644",
						       "Documentation/x.rst",
						       "2") "done\n";

typedef struct {
	char *home;
	KsContext *context;
	KsBlobs *blobs;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	static const char *const commits[] = {"refs/heads/b", "refs/heads/c",
					      "refs/heads/d", "refs/heads/e",
					      "refs/heads/f", NULL};
	g_autoptr(GBytes) bytes = g_bytes_new_static(stream, strlen(stream));
	g_autoptr(GError) error = NULL;

	(void)unused;
	fixture->home = g_dir_make_tmp("ks-blobs-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, &error);
	g_assert_no_error(error);
	g_assert_true(ks_git_init(fixture->context, NULL));
	ks_git_fast_import(fixture->context, bytes, &error);
	g_assert_no_error(error);
	fixture->blobs = ks_blobs_load(fixture->context, "refs/heads/a",
				       commits, &error);
	g_assert_no_error(error);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_blobs_free(fixture->blobs);
	ks_rmtree(fixture->home);
	ks_context_free(fixture->context);
	g_free(fixture->home);
}

static void test_ids(Fixture *fixture, gconstpointer unused)
{
	const KsBlobs *blobs = fixture->blobs;
	g_autofree char *want = ks_git(fixture->context, NULL, "rev-parse",
				       "refs/heads/d:d/a.c", NULL);
	g_auto(GStrv) changed = ks_blobs_changed(blobs, 4);

	(void)unused;
	g_assert_cmpuint(ks_blobs_len(blobs), ==, 6);
	g_assert_cmpstr(ks_blobs_id(blobs, 3, "d/a.c"), ==, want);
	g_assert_cmpstr(ks_blobs_id(blobs, 0, "d/a.c"), !=, want);
	g_assert_null(ks_blobs_id(blobs, 4, "d/a.c"));
	g_assert_null(ks_blobs_id(blobs, 5, "d/a.c"));
	g_assert_null(ks_blobs_id(blobs, 1, "d/new.h"));
	g_assert_nonnull(ks_blobs_id(blobs, 2, "d/new.h"));
	g_assert_true(ks_blobs_changes(blobs, 1, "d/a.c"));
	g_assert_false(ks_blobs_changes(blobs, 2, "d/a.c"));
	g_assert_cmpstr(changed[0], ==, "d/a.c");
	g_assert_null(changed[1]);
}

/* A C file and a text do not move the ground; a header's name does. */
static void test_ground(Fixture *fixture, gconstpointer unused)
{
	const KsBlobs *blobs = fixture->blobs;
	static const bool moves[] = {false, false, true, true, false, false};

	(void)unused;
	for (guint i = 1; i < G_N_ELEMENTS(moves); i++) {
		bool same = g_str_equal(ks_blobs_ground(blobs, i),
					ks_blobs_ground(blobs, i - 1));

		g_assert_cmpint(ks_blobs_moves_ground(blobs, i), ==, moves[i]);
		g_assert_cmpint(same, ==, !moves[i]);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/blobs/ids", Fixture, NULL, set_up, test_ids, tear_down);
	g_test_add("/blobs/ground", Fixture, NULL, set_up, test_ground,
		   tear_down);
	return g_test_run();
}
