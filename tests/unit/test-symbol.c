// SPDX-License-Identifier: GPL-2.0
#include "tree-fixture.h"

/* A header of our own, with every way to have a name and not to have it. */
static const char header[] =
	"/* comment_only(int); */\n"
	"// line_only(void);\n"
	"#ifndef _H\n"
	"#define _H\n"
	"#define a_macro(x) in_macro_body(x)\n"
	"#  define spaced_macro 1\n"
	"#define long_macro(x) \\\n"
	"\tin_long_body(x)\n"
	"struct buff *declared(void *data, unsigned int in_parameters);\n"
	"static inline void defined(struct buff *b)\n"
	"{\n"
	"\tcalled(b);\n"
	"\tif (b) {\n"
	"\t\tint local;\n"
	"\t}\n"
	"\tafter_block(b);\n"
	"}\n"
	"\n"
	"int\n"
	"split_name\n"
	"(int x);\n"
	"extern const char *text = \"in_string(\\\"x\\\");\";\n"
	"extern int plain, second;\n"
	"extern int table[4];\n"
	"extern int annotated __read_mostly;\n"
	"used_type another_use(void);\n"
	"struct tag_used *p;\n"
	"struct tag_defined {\n"
	"\tint member;\n"
	"};\n"
	"#ifdef CONFIG_X\n"
	"static inline int twice(int a) {\n"
	"#else\n"
	"static inline int twice(void) {\n"
	"#endif\n"
	"\treturn inner_call(1);\n"
	"}\n"
	"void after_twice(void);\n"
	"char quote = '\"'; int after_quote;\n"
	"int not_prefix_x;\n"
	"#endif /* end_comment(); */\n";

static const struct {
	const char *symbol;
	bool has;
} cases[] = {
	{"comment_only", false},  {"line_only", false},
	{"a_macro", true},	  {"in_macro_body", false},
	{"spaced_macro", true},	  {"long_macro", true},
	{"in_long_body", false},  {"declared", true},
	{"in_parameters", false}, {"data", false},
	{"defined", true},	  {"called", false},
	{"local", false},	  {"after_block", false},
	{"split_name", true},	  {"in_string", false},
	{"plain", true},	  {"second", true},
	{"table", true},	  {"annotated", true},
	{"used_type", false},	  {"another_use", true},
	{"tag_used", false},	  {"tag_defined", true},
	{"member", false},	  {"twice", true},
	{"inner_call", false},	  {"after_twice", true},
	{"after_quote", true},	  {"not_prefix", false},
	{"not_prefix_x", true},	  {"end_comment", false},
	{"nowhere", false},
};

static void test_symbols(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsTree) tree = NULL;
	g_autoptr(GError) error = NULL;
	bool has;

	(void)unused;
	put(fixture, "src/include/h.h", header);
	tree = add(fixture, "t", "dir", "src");
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_test_message("%s", cases[i].symbol);
		g_assert_true(ks_tree_has_symbol(fixture->context, tree->commit,
						 cases[i].symbol, "include/h.h",
						 &has, &error));
		g_assert_no_error(error);
		g_assert_cmpint(has, ==, cases[i].has);
	}
	g_assert_true(ks_tree_has_symbol(fixture->context, tree->commit,
					 "plain", "include/none.h", &has,
					 NULL));
	g_assert_false(has);
	g_assert_false(ks_tree_has_symbol(fixture->context, "refs/trees/none",
					  "plain", "include/h.h", &has,
					  &error));
	assert_error(error, KS_ERROR_USAGE, "kseries tree list");
}

/* Text that ends in the middle of anything is read to its end, not beyond. */
static void test_cut(Fixture *fixture, gconstpointer unused)
{
	static const char *const texts[] = {"",	   "/*",	 "/* x *",
					    "//",  "\"",	 "\"\\",
					    "'\\", "#",		 "#define",
					    "\\",  "#define \\", "int x",
					    "x",   "((((",	 "}}}}"};
	bool has = true;

	(void)unused;
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autofree char *name = g_strdup_printf("src/%u.h", i);

		put(fixture, name, texts[i]);
	}
	ks_tree_free(add(fixture, "t", "dir", "src"));
	for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
		g_autofree char *name = g_strdup_printf("%u.h", i);

		g_assert_true(ks_tree_has_symbol(fixture->context,
						 "refs/trees/t", "x", name,
						 &has, NULL));
		g_assert_false(has);
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/symbol/symbols", Fixture, NULL, set_up, test_symbols,
		   tear_down);
	g_test_add("/symbol/cut", Fixture, NULL, set_up, test_cut, tear_down);
	return g_test_run();
}
