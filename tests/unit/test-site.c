// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/site.h"

/* "line:column kind function args", one a line. */
static char *list(const char *text, const char *token)
{
	const char *tokens[] = {token, NULL};
	g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
	g_autoptr(KsLex) lex = ks_lex_new(bytes);
	g_autoptr(GPtrArray) sites = ks_sites_find(lex, tokens);
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < sites->len; i++) {
		const KsSite *site = sites->pdata[i];

		g_string_append_printf(out, "%u:%u %s %s %d\n", site->line,
				       site->column,
				       ks_site_kind_name(site->kind),
				       *site->function ? site->function : "-",
				       site->args);
	}
	return g_string_free(out, FALSE);
}

static void expect(const char *text, const char *expected)
{
	g_autofree char *got = list(text, "tok");

	g_assert_cmpstr(got, ==, expected);
}

static void test_kinds(void)
{
	expect("int tok(int a, int b);\n"
	       "static int f(struct ops *ops)\n"
	       "{\n"
	       "\tint (*tok)(int);\n"
	       "\tif (x) return tok(1, g(2, 3));\n"
	       "\treturn ops->tok(1) + ops->in.tok(2) + (tok)(3) + tok ();\n"
	       "}\n"
	       "int tok(void)\n"
	       "{\n"
	       "\treturn tok(\n"
	       "\t\t1);\n"
	       "}\n"
	       "struct ops o = { .tok = tok, .x = tok(1, 2) };\n",
	       "1:5 declaration - 2\n"
	       "4:8 reference f -1\n"
	       "5:16 call f 2\n"
	       "6:14 member f -1\n"
	       "6:31 member f -1\n"
	       "6:41 reference f -1\n"
	       "6:51 call f 0\n"
	       "8:5 declaration - 0\n"
	       "10:9 call tok 1\n"
	       "13:19 member - -1\n"
	       "13:25 reference - -1\n"
	       "13:35 call - 2\n");
}

static void test_not_code(void)
{
	expect("/* tok(1) */ // tok(2) \\\n   tok(3)\n"
	       "/** tok() \n * tok()\n */\n"
	       "char *s = \"tok(1) \\\" tok(2)\"; char c = '\\''; // tok\n"
	       "char d = '\"'; int e = xtok(1) + tok1(2) + a_tok + tok_b;\n"
	       "int f = 0xtok; /**/int g = tok/**/(/*,*/1/*,2*/);\n",
	       "8:28 call - 1\n");
}

static void test_preprocessor(void)
{
	expect("#include <tok.h>\n"
	       "#error don't tok(1)\n"
	       "#define A(x) tok(x)\n"
	       "#define B(x) do { \\\n"
	       "\ttok(x); /* tok\n"
	       "\t\ttok */ tok(2); \\\n"
	       "} while (0)\n"
	       "  #  define tok(a) a\n"
	       "#undef tok\n"
	       "#if defined(tok) && \\\n"
	       "\ttok(1)\n"
	       "#endif\n"
	       "int f(void)\n"
	       "{\n"
	       "\treturn tok(1);\n"
	       "}\n",
	       "3:14 macro - -1\n"
	       "5:2 macro - -1\n"
	       "6:10 macro - -1\n"
	       "8:13 macro - -1\n"
	       "9:8 reference - -1\n"
	       "10:13 reference - -1\n"
	       "11:2 reference - -1\n"
	       "15:9 call f 1\n");
}

static void test_disabled(void)
{
	expect("#if 0\n"
	       "it's tok(1) {\n"
	       "#ifdef X\n"
	       "tok(2)\n"
	       "#else\n"
	       "tok(3)\n"
	       "#endif\n"
	       "tok(4)\n"
	       "#else\n"
	       "int a = tok(5);\n"
	       "#endif\n"
	       "#if 1\n"
	       "int b = tok(6);\n"
	       "#elif X\n"
	       "int b = tok(7);\n"
	       "#endif\n"
	       "#if 0x1\n"
	       "int c = tok(8);\n"
	       "#else\n"
	       "int c = tok(9);\n"
	       "#endif\n",
	       "4:1 disabled - -1\n"
	       "6:1 disabled - -1\n"
	       "8:1 disabled - -1\n"
	       "10:9 call - 1\n"
	       "13:9 call - 1\n"
	       "15:9 disabled - -1\n"
	       "18:9 call - 1\n"
	       "20:9 call - 1\n");
}

/* A line may be cut in the middle of a name. */
static void test_splices(void)
{
	expect("int a = to\\\nk(1);\n"
	       "// \\\ntok(2)\n"
	       "/\\\n* tok(3) *\\\n/ int b = tok(4);\n",
	       "1:9 call - 1\n"
	       "7:11 call - 1\n");
}

static void test_functions(void)
{
	expect("static __printf(1, 2) void f(const char *a, ...)\n"
	       "{ tok(1); }\n"
	       "void g(void) __acquires(x) __releases(x)\n"
	       "{ tok(2); }\n"
	       "static __always_inline int\n"
	       "__h(struct s *s)\n"
	       "{\n"
	       "\tstruct t t = { .x = tok(3) };\n"
	       "}\n"
	       "void __must_hold(&q)\n"
	       "__i(void)\n"
	       "{ tok(4); }\n"
	       "struct __aligned(8) u { int a; };\n"
	       "static struct v v[] = { { tok(5) } };\n"
	       "EXPORT_SYMBOL(f)\n"
	       "struct w *j(int (*fn)(int), struct x { int a; } *x)\n"
	       "{ tok(6); }\n",
	       "2:3 call f 1\n"
	       "4:3 call g 1\n"
	       "8:22 call __h 1\n"
	       "12:3 call __i 1\n"
	       "14:27 call - 1\n"
	       "17:3 call j 1\n");
}

/* Branches of a conditional open the same brace; a function ends in column 1. */
static void test_conditional_braces(void)
{
	expect("#ifdef A\n"
	       "void f(int a)\n"
	       "{\n"
	       "#else\n"
	       "static void g(int a)\n"
	       "{\n"
	       "#endif\n"
	       "#ifdef B\n"
	       "\tif (a) {\n"
	       "#else\n"
	       "\tif (!a) {\n"
	       "#endif\n"
	       "\t\ttok(1);\n"
	       "\t}\n"
	       "}\n"
	       "void h(void)\n"
	       "{\n"
	       "#ifdef C\n"
	       "\tif (x) {\n"
	       "#endif\n"
	       "\t\ttok(2);\n"
	       "}\n"
	       "void i(void)\n"
	       "{\n"
	       "\ttok(3);\n"
	       "}\n",
	       "13:3 call g 1\n"
	       "21:3 call h 1\n"
	       "25:2 call i 1\n");
}

static void test_arguments(void)
{
	const char *text = "f(a, (b, c), d[1, 2], { e, f }, \"g, h\", 'i')";
	g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
	g_autoptr(KsLex) lex = ks_lex_new(bytes);
	guint first, last;

	g_assert_cmpint(ks_lex_count(lex, 1), ==, 6);
	g_assert_true(ks_lex_argument(lex, 1, 0, &first, &last));
	g_assert_true(first == 2 && last == 2);
	g_assert_true(ks_lex_argument(lex, 1, 1, &first, &last));
	g_assert_true(ks_lex_punct(lex, first, '(') &&
		      ks_lex_punct(lex, last, ')'));
	g_assert_true(ks_lex_argument(lex, 1, -1, &first, &last));
	g_assert_cmpint(ks_lex_at(lex, first)->kind, ==, KS_LEX_LITERAL);
	g_assert_true(first == last);
	g_assert_false(ks_lex_argument(lex, 1, 6, &first, &last));
}

/* Whatever the bytes are, they are read to their end. */
static void test_any_bytes(void)
{
	static const char *const texts[] = {
		"",	     "tok(", "/*",	  "\"tok(",  "'",
		"\\",	     "tok",  "#",	  "#if 0",   "#else",
		"#endif\n}", "}}}",  "tok((((",	  "))))",    "#if 1",
		"a\\\n",     "/",    "tok(/*\n*", "#define", "\\\n\\\n",
		"{tok(,,)",
	};

	for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
		g_free(list(texts[i], "tok"));
	for (guint seed = 1; seed < 300; seed++) {
		static const char bytes[] = "tok(){};,\"'\\\n#/*if0=.-> \t";
		g_autoptr(GRand) rand = g_rand_new_with_seed(seed);
		char text[200] = "";

		for (gsize i = 0; i + 1 < sizeof(text); i++)
			text[i] = bytes[g_rand_int_range(rand, 0,
							 sizeof(bytes) - 1)];
		g_free(list(text, "tok"));
	}
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/site/kinds", test_kinds);
	g_test_add_func("/site/not-code", test_not_code);
	g_test_add_func("/site/preprocessor", test_preprocessor);
	g_test_add_func("/site/disabled", test_disabled);
	g_test_add_func("/site/splices", test_splices);
	g_test_add_func("/site/functions", test_functions);
	g_test_add_func("/site/conditional-braces", test_conditional_braces);
	g_test_add_func("/site/arguments", test_arguments);
	g_test_add_func("/site/any-bytes", test_any_bytes);
	return g_test_run();
}
