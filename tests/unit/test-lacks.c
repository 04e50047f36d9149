// SPDX-License-Identifier: GPL-2.0
/* What a merged text uses and an older tree does not have. */
#include "backport/lacks.h"
#include "tree-fixture.h"

#define DIR	     "drivers/net/ethernet/heron/"
#define DRIVER	     DIR "heron.c"
#define BODY(text)   "int f(struct heron *h, int n)\n{\n" text "}\n"
#define HELPER(body) "static inline int feed(int n)\n{\n" body "}\n"

/* Both trees: what is not said is the same. */
static void write_trees(const Fixture *fixture)
{
	static const char *const trees[] = {"old", "new"};

	for (gsize i = 0; i < G_N_ELEMENTS(trees); i++) {
		g_autofree char *make =
			g_strconcat(trees[i], "/Makefile", NULL);
		g_autofree char *core =
			g_strconcat(trees[i], "/include/linux/core.h", NULL);
		g_autofree char *driver =
			g_strconcat(trees[i], "/" DRIVER, NULL);
		g_autofree char *header =
			g_strconcat(trees[i], "/" DIR "heron.h", NULL);
		bool new = i;

		put(fixture, make, KERNEL_MAKEFILE);
		put(fixture, core,
		    new ? "int both(int a);\nint fresh(void);\n"
			  "int wider(int a,\n\t  int b);\n"
			  "int print(const char *f, ...);\n"
			  "#define pair(a, b) ((a) + (b))\n" HELPER(
				  "\treturn n + 1;\n") :
			  "int both(int a);\nint wider(int a);\n"
			  "int print(const char *f, ...);\n"
			  "#define pair(a) (a)\n" HELPER("\treturn n;\n"));
		put(fixture, header,
		    new ? "struct wing {\n\tint length, span;\n};\n"
			  "struct heron {\n\tstruct wing *wing;\n"
			  "\tint leg;\n};\n#define HERON_NEW 1\n" :
			  "struct wing {\n\tint length;\n};\n"
			  "struct heron {\n\tstruct wing *wing;\n};\n"
			  "struct crow {\n\tint leg;\n};\n");
		put(fixture, driver, "");
	}
}

/* "kind LINE: text;" of each lack of a driver of this text in the old tree */
static char *lacks(const Fixture *fixture, const char *before,
		   const char *after)
{
	g_autoptr(KsTree) old = NULL, new = NULL;
	g_autoptr(GPtrArray) found = ks_lacks_new();
	g_autoptr(GPtrArray) merged = g_ptr_array_new();
	g_autoptr(GBytes) one = g_bytes_new(before, strlen(before));
	g_autoptr(GBytes) two = g_bytes_new(after, strlen(after));
	g_autoptr(GError) error = NULL;
	KsMerged file = {
		.path = DRIVER, .before = one, .after = two, .lacks = found};
	GString *out = g_string_new(NULL);

	write_trees(fixture);
	put(fixture, "old/" DRIVER, after);
	put(fixture, "new/" DRIVER, after);
	old = add(fixture, "old", "dir", "old");
	new = add(fixture, "new", "dir", "new");
	g_ptr_array_add(merged, &file);
	ks_lacks_find(fixture->context, merged, new->commit, old->commit,
		      &error);
	g_assert_no_error(error);
	for (guint i = 0; i < found->len; i++) {
		const KsLack *lack = found->pdata[i];

		g_assert_cmpstr(lack->file, ==, DRIVER);
		g_string_append_printf(out, "%s %u: %s;",
				       ks_lack_kind_name(lack->kind),
				       lack->line, lack->text);
	}
	return g_string_free(out, FALSE);
}

static void test_name(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""),
			  BODY("\tboth(fresh());\n\tn = HERON_NEW;\n")),
		    "name 3: no fresh();name 4: no HERON_NEW;");
}

/* Neither tree tells where they come from: a macro may make them. */
static void test_unknown(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""),
			  BODY("\ttrace_heron(n);\n\tn = h->x.y;\n")),
		    "");
}

static void test_own(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, "",
			  "#define LIMIT 3\nenum { ONE };\n"
			  "static int g(int n)\n{\n\treturn n + LIMIT;\n}\n"
			  "static int i(int n)\n{\n\treturn g(n) + ONE;\n}\n"),
		    "");
}

/* The word stands in another struct: that does not help. */
static void test_member(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""),
			  BODY("\tn = h->leg + h->wing->length;\n")),
		    "member 3: struct heron has no member leg (" DIR
		    "heron.h:4);");
}

static void test_chain(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""),
			  BODY("\tn = h->wing[0].span + h->wing->length;\n")),
		    "member 3: struct wing has no member span (" DIR
		    "heron.h:1);");
}

static void test_arguments(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""),
			  BODY("\tboth(1);\n\twider(1, (2, 3));\n"
			       "\tpair(1, 2);\n\tprint(\"a\");\n"
			       "\tprint(\"%d%d\", 1, 2);\n")),
		    "arguments 4: wider() gets 2 and takes 1 "
		    "(include/linux/core.h:2);"
		    "arguments 5: pair() gets 2 and takes 1 "
		    "(include/linux/core.h:4);");
}

/* As the older tree wants it. */
static void test_adapted(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""), BODY("\twider(1);\n")), "");
}

/* What the text did before is no news. */
static void test_before(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY("\tfresh();\n\tn = h->leg;\n"),
			  BODY("\tfresh();\n\tif (n)\n\t\tn = h->leg;\n")),
		    "");
}

static void test_changed(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_text(lacks(fixture, BODY(""), BODY("\tn = feed(n);\n")),
		    "changed 3: feed() is not what it is there "
		    "(include/linux/core.h:5);");
}

static void test_header(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put(fixture, "new/include/linux/new.h", "int x;\n");
	assert_text(lacks(fixture, "",
			  "#include <linux/core.h>\n#include <linux/new.h>\n"
			  "#include \"heron.h\"\n#include <linux/none.h>\n"),
		    "header 2: no header linux/new.h;");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*run)(Fixture *fixture, gconstpointer unused);
	} tests[] = {
		{"/lacks/name", test_name},
		{"/lacks/unknown", test_unknown},
		{"/lacks/own", test_own},
		{"/lacks/member", test_member},
		{"/lacks/chain", test_chain},
		{"/lacks/arguments", test_arguments},
		{"/lacks/adapted", test_adapted},
		{"/lacks/before", test_before},
		{"/lacks/changed", test_changed},
		{"/lacks/header", test_header},
	};

	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run,
			   tear_down);
	return g_test_run();
}
