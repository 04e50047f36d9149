// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "backport/uses.h"

#define BODY(text) "int f(struct heron *h, int n)\n{\n" text "}\n"

static GBytes *bytes(const char *text)
{
	return g_bytes_new(text, strlen(text));
}

/* "call foo/2; member heron.hw.mac; name X; header a.h;", by line and name */
static char *added(const char *before, const char *after)
{
	static const char *const kinds[] = {"name", "call", "member", "header"};
	g_autoptr(GBytes) old = before ? bytes(before) : NULL;
	g_autoptr(GBytes) new = bytes(after);
	g_autoptr(GPtrArray) uses = ks_uses_added(old, new);
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < uses->len; i++) {
		const KsUse *use = uses->pdata[i];

		g_string_append_printf(out, "%s ", kinds[use->kind]);
		if (use->tag)
			g_string_append_printf(out, "%s.", use->tag);
		for (char **step = use->path; step && *step; step++)
			g_string_append_printf(out, "%s.", *step);
		g_string_append(out, use->name);
		if (use->kind == KS_USE_CALL)
			g_string_append_printf(out, "/%d", use->count);
		g_string_append(out, ";");
	}
	return g_string_free(out, FALSE);
}

#define assert_added(before, after, expected)                                  \
	do {                                                                   \
		g_autofree char *got_ = added(before, after);                  \
		g_assert_cmpstr(got_, ==, expected);                           \
	} while (0)

static void test_kinds(void)
{
	assert_added(BODY(""),
		     BODY("\tfoo(h, (n, 1));\n\tbar();\n\tn = LIMIT;\n"
			  "\th->wing = n;\n"),
		     "call foo/2;call bar/0;name LIMIT;member heron.wing;");
}

/* Nothing that the text did before, wherever that was. */
static void test_known(void)
{
	assert_added(BODY("\tfoo(h, 1);\n\th->wing = LIMIT;\n"),
		     BODY("\tn = LIMIT;\n\tif (n)\n\t\tfoo(h->wing, 2);\n"),
		     "");
	assert_added(BODY("\tfoo(h, 1);\n"), BODY("\tfoo(h);\n"),
		     "call foo/1;");
	assert_added(BODY("\t/* bar(); */\n"), BODY("\tbar();\n"),
		     "call bar/0;");
	assert_added(NULL, BODY("\tfoo(h);\n"), "name heron;call foo/1;");
}

static void test_locals(void)
{
	assert_added(BODY(""),
		     BODY("\tunsigned int a, *b = &a, c[4];\n"
			  "\tstruct crow *d, e;\n"
			  "\tconst u8 g __maybe_unused = n;\n"
			  "\tint (*call)(int) = NULL;\n"
			  "\tDECLARE_BITMAP(bits, 8);\n\n"
			  "\ta = c[g] + *b + d->leg + e.leg + bits[0];\n"
			  "\tcall(a);\n"
			  "\tgoto out;\nout:\n\treturn a;\n"),
		     "name crow;name u8;call DECLARE_BITMAP/2;"
		     "member crow.leg;");
}

/* A product declares nothing, and a call's arguments do not. */
static void test_no_locals(void)
{
	assert_added(BODY(""), BODY("\tn = n * SIZE;\n\tfoo(n, COUNT);\n"),
		     "name SIZE;name COUNT;call foo/2;");
	assert_added(BODY(""), BODY("\treturn CODE;\n"), "name CODE;");
	assert_added(BODY(""), BODY("\tcase STATE:\n\t\tbreak;\n"),
		     "name STATE;");
}

static void test_chain(void)
{
	assert_added(BODY(""), BODY("\tn = h->hw.mac[n + h->i].ops->type;\n"),
		     "member heron.hw;member heron.i;member heron.hw.mac;"
		     "member heron.hw.mac.ops;member heron.hw.mac.ops.type;");
	/* what a function gives is of a type that the text does not tell */
	assert_added(BODY(""), BODY("\tn = priv(h)->type;\n"),
		     "call priv/1;member type;");
}

static void test_outside(void)
{
	assert_added("", "#include <linux/a.h>\n#include \"b.h\"\n",
		     "header linux/a.h;header b.h;");
	assert_added("",
		     "static const struct ops ops = {\n\t.open = heron_open,\n"
		     "\t.n = ARRAY(1, 2),\n};\n",
		     "name heron_open;member open;call ARRAY/2;member n;");
	/* declarations and macros use nothing until they are used */
	assert_added("",
		     "struct heron {\n\tint wing;\n};\nint f(int n);\n"
		     "#define F(x) g(x)\n#if 0\nint a(void)\n{\n\tb();\n}\n"
		     "#endif\n",
		     "");
}

static void test_declared(void)
{
	g_autoptr(GBytes) text =
		bytes("enum { ONE };\nstruct heron {\n\tint wing;\n};\n"
		      "#define TWO 2\nstatic int f(int n)\n{\n\tint in;\n}\n"
		      "static int list[] = { THREE };\n");
	g_autoptr(GHashTable) names =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const char *const has[] = {"ONE", "heron", "wing", "TWO", "f", "list"};
	const char *const not [] = {"THREE", "in", "n"};

	ks_uses_declared(text, names);
	for (gsize i = 0; i < G_N_ELEMENTS(has); i++)
		g_assert_true(g_hash_table_contains(names, has[i]));
	for (gsize i = 0; i < G_N_ELEMENTS(not ); i++)
		g_assert_false(g_hash_table_contains(names, not [i]));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/uses/kinds", test_kinds);
	g_test_add_func("/uses/known", test_known);
	g_test_add_func("/uses/locals", test_locals);
	g_test_add_func("/uses/no-locals", test_no_locals);
	g_test_add_func("/uses/chain", test_chain);
	g_test_add_func("/uses/outside", test_outside);
	g_test_add_func("/uses/declared", test_declared);
	return g_test_run();
}
