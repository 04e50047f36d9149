// SPDX-License-Identifier: GPL-2.0
/* Differences of two folders, cut into whole functions by git itself. */
#include "backport/cut.h"
#include "tree-fixture.h"

#define HEAD "#include <a.h>\n#include <b.h>\n\n"
#define LINE "\tstep();\n"
#define LONG LINE LINE LINE LINE LINE LINE

/* Ten lines and the empty one behind them. */
#define FUNCTION(name, line) "int " name "(void)\n{\n" LONG line "}\n\n"

static void put_a(const Fixture *fixture, const char *old, const char *new)
{
	put(fixture, "old/a.c", old);
	put(fixture, "new/a.c", new);
}

/* The hunks between the folders "old" and "new", one a line. */
static char *cut(const Fixture *fixture, const char *const *paths)
{
	g_autoptr(KsTree) old = add(fixture, "old", "dir", "old");
	g_autoptr(KsTree) new = add(fixture, "new", "dir", "new");
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) hunks = ks_cut(fixture->context, old->commit,
					    new->commit, paths, &error);
	GString *out = g_string_new(NULL);

	g_assert_no_error(error);
	for (guint i = 0; i < hunks->len; i++) {
		const KsHunk *hunk = hunks->pdata[i];

		g_string_append_printf(out, "%s -%u,%u +%u,%u @%u\n",
				       hunk->path, hunk->before,
				       hunk->before_len, hunk->after,
				       hunk->after_len, hunk->first);
	}
	return g_string_free(out, FALSE);
}

/* From the name to the last brace, and at least three lines on each side. */
static void test_function(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture,
	      HEAD FUNCTION("one", "\ta;\n") FUNCTION("two", "\tb;\n")
		      FUNCTION("three", "\tc;\n"),
	      HEAD FUNCTION("one", "\ta;\n") FUNCTION("two", "\tb1;\n\tb2;\n")
		      FUNCTION("three", "\tc;\n"));
	assert_text(cut(fixture, NULL), "a.c -15,12 +15,13 @23\n");
}

/* A label stands in the first column, as a function's name does. */
static void test_label(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture, HEAD FUNCTION("one", LONG "out:\n" LONG "\ta;\n"),
	      HEAD FUNCTION("one", LONG "out:\n" LONG "\tb;\n"));
	assert_text(cut(fixture, NULL), "a.c -4,24 +4,24 @25\n");
}

/* What is said of a function right above it belongs to it. */
static void test_comment(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture,
	      HEAD FUNCTION("one", "") "/* Two. */\n" FUNCTION("two", "\ta;\n"),
	      HEAD FUNCTION("one", "") "/* Two. */\n" FUNCTION("two", ""));
	assert_text(cut(fixture, NULL), "a.c -14,12 +14,11 @23\n");
}

static void test_neighbours(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture,
	      HEAD FUNCTION("one", "\ta;\n") FUNCTION("two", "\tb;\n")
		      FUNCTION("three", "\tc;\n"),
	      HEAD FUNCTION("one", "\tx;\n") FUNCTION("two", "\ty;\n")
		      FUNCTION("three", "\tc;\n"));
	assert_text(cut(fixture, NULL), "a.c -4,23 +4,23 @12\n");
}

/* One that is as it was stands between them. */
static void test_apart(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture,
	      HEAD FUNCTION("one", "\ta;\n") FUNCTION("two", "\tb;\n")
		      FUNCTION("three", "\tc;\n"),
	      HEAD FUNCTION("one", "\tx;\n\ty;\n") FUNCTION("two", "\tb;\n")
		      FUNCTION("three", ""));
	assert_text(cut(fixture, NULL),
		    "a.c -4,12 +4,13 @12\na.c -26,11 +27,10 @34\n");
}

/* A declaration pulls no function in that is further off. */
static void test_outside(Fixture *fixture, gconstpointer unused)
{
	const char *many = "int a;\nint b;\nint c;\nint d;\nint e;\n\n";
	g_autofree char *old =
		g_strconcat(HEAD, many, FUNCTION("one", ""), NULL);
	g_autofree char *new = g_strconcat("#include <a.h>\n#include <c.h>\n\n",
					   many, FUNCTION("one", ""), NULL);
	g_autofree char *hunks = NULL;
	guint before, len, after, after_len, first;

	(void)unused;
	put_a(fixture, old, new);
	hunks = cut(fixture, NULL);
	g_assert_cmpint(sscanf(hunks, "a.c -%u,%u +%u,%u @%u\n", &before, &len,
			       &after, &after_len, &first),
			==, 5);
	g_assert_cmpuint(before, ==, 1);
	g_assert_cmpuint(len, <, 10);
	g_assert_cmpuint(after_len, ==, len);
	g_assert_cmpuint(first, ==, 2);
	g_assert_null(strchr(strchr(hunks, '\n') + 1, '\n'));
}

static void test_first_line(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture, "int one(void)\n{\n" LONG "}\n",
	      "long one(void)\n{\n" LONG "}\n");
	assert_text(cut(fixture, NULL), "a.c -1,9 +1,9 @1\n");
}

/* Lines that are only added: the first is that which they push down. */
static void test_added_lines(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture, FUNCTION("one", ""), FUNCTION("one", "\tnew();\n"));
	assert_text(cut(fixture, NULL), "a.c -1,10 +1,11 @9\n");
}

static void test_files(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture, "int a;", "int b;"); /* no last newline */
	put(fixture, "new/added.c", "int x;\nint y;\n");
	put(fixture, "old/gone.c", "int x;\nint y;\nint z;\n");
	put(fixture, "old/same.c", "int s;\n");
	put(fixture, "new/same.c", "int s;\n");
	assert_text(cut(fixture, NULL), "a.c -1,1 +1,1 @1\n"
					"added.c -0,0 +1,2 @0\n"
					"gone.c -1,3 +0,0 @1\n");
}

/* A rename is a file that goes and one that comes. */
static void test_rename(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put(fixture, "old/a.c", FUNCTION("one", ""));
	put(fixture, "new/b.c", FUNCTION("one", ""));
	assert_text(cut(fixture, NULL),
		    "a.c -1,10 +0,0 @1\nb.c -0,0 +1,10 @0\n");
}

/* Paths are names, not patterns. */
static void test_paths(Fixture *fixture, gconstpointer unused)
{
	static const char *const paths[] = {"a*.c", "a b.c", "same.c", NULL};

	(void)unused;
	put_a(fixture, "int a;\n", "int b;\n");
	put(fixture, "old/a b.c", "int a;\n");
	put(fixture, "new/a b.c", "int b;\n");
	put(fixture, "old/a*.c", "int a;\n");
	put(fixture, "new/a*.c", "int b;\n");
	put(fixture, "old/same.c", "int s;\n");
	put(fixture, "new/same.c", "int s;\n");
	assert_text(cut(fixture, paths),
		    "a b.c -1,1 +1,1 @1\na*.c -1,1 +1,1 @1\n");
}

/* Texts that look like a diff's own lines. */
static void test_lookalike(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture,
	      "diff --git a/x b/x\n@@ -1,2 +3,4 @@\n-- a/x\n++ b/x\nend\n",
	      "diff --git a/x b/x\n@@ -1,2 +3,4 @@\n-- a/y\n++ b/y\nend\n");
	assert_text(cut(fixture, NULL), "a.c -1,5 +1,5 @3\n");
}

/* A picture before a driver must not hide the driver. */
static void test_binary(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *path = in(fixture, "new/a.gif");

	(void)unused;
	put(fixture, "old/b.c", "int a;\n");
	put(fixture, "new/b.c", "int b;\n");
	g_assert_true(g_file_set_contents(path, "GIF\0x\n", 6, NULL));
	assert_text(cut(fixture, NULL),
		    "a.gif -0,0 +1,1 @0\nb.c -1,1 +1,1 @1\n");
}

/* git puts odd names in quotes. */
static void test_name(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture, "int a;\n", "int b;\n");
	put(fixture, "old/b\303\274.c", "int a;\n");
	put(fixture, "new/b\303\274.c", "int b;\n");
	put(fixture, "old/c\"d.c", "int a;\n");
	put(fixture, "new/c\"d.c", "int b;\n");
	assert_text(cut(fixture, NULL), "a.c -1,1 +1,1 @1\n"
					"b\303\274.c -1,1 +1,1 @1\n"
					"c\"d.c -1,1 +1,1 @1\n");
}

static void test_same(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put_a(fixture, "int a;\n", "int a;\n");
	assert_text(cut(fixture, NULL), "");
}

static void test_unknown(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	(void)unused;
	put(fixture, "old/a.c", "int a;\n");
	ks_tree_free(add(fixture, "old", "dir", "old"));
	g_assert_null(ks_cut(fixture->context, "refs/trees/old", "nope", NULL,
			     &error));
	g_assert_nonnull(error);
	g_assert_nonnull(strstr(error->message, "nope"));
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*run)(Fixture *fixture, gconstpointer unused);
	} tests[] = {
		{"/cut/function", test_function},
		{"/cut/label", test_label},
		{"/cut/comment", test_comment},
		{"/cut/neighbours", test_neighbours},
		{"/cut/apart", test_apart},
		{"/cut/outside", test_outside},
		{"/cut/first-line", test_first_line},
		{"/cut/added-lines", test_added_lines},
		{"/cut/files", test_files},
		{"/cut/rename", test_rename},
		{"/cut/paths", test_paths},
		{"/cut/lookalike", test_lookalike},
		{"/cut/same", test_same},
		{"/cut/unknown", test_unknown},
		{"/cut/binary", test_binary},
		{"/cut/name", test_name},
	};

	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run,
			   tear_down);
	return g_test_run();
}
