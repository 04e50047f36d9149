// SPDX-License-Identifier: GPL-2.0
#include "facts-test.h"

/* What f() is given in each text. */
static void check_expr(const Fixture *fixture, const char *expr,
		       const char *want)
{
	g_autofree char *text = g_strdup_printf(
		"typedef unsigned char u8;\n"
		"typedef struct { int named; } named_t;\n"
		"struct s { int x, arr[4], two[2][2]; struct s *next;\n"
		"struct { int hidden; }; struct { int inner; } in;\n"
		"named_t n; };\n"
		"enum { SIX = 6 }; int g; static int st; static int tab[3];\n"
		"long f(); int h(int); static int k(int a) { return a; }\n"
		"void t(struct s *p, int a, int *q, void *r)\n"
		"{ int v = 0, w; static int loc; { int z; f(%s); } }\n",
		expr);
	g_autofree char *out = facts_of(fixture, text);
	g_autofree char *line = g_strdup_printf("arg\t%s", want);

	if (!has(out, line))
		g_error("%s: not \"%s\" in:\n%s", expr, want, out);
}

static const char *const cases[][2] = {
	{"3 + 4", "C:7"},
	{"SIX", "C:6"},
	{"-1", "C:-1"},
	{"~0", "C:-1"},
	{"~a", "U"},
	{"'a'", "C:97"},
	{"sizeof(*p->next->arr)", "C:4"},
	{"(u8)-1", "C:255"},
	{"(void *)0", "C:0"},
	{"1 ? a : 2", "P:1"},
	{"0 && a", "C:0"},
	{"1.5", "U"},
	{"\"text\"", "U"},
	{"a", "P:1"},
	{"v", "V:0"},
	{"w", "V:1"},
	{"z", "V:2"},
	{"g", "G:g"},
	{"st", "G:u.c:st"},
	{"loc", "G:u.c:t.loc"},
	{"p->x", "M:s.x"},
	{"(*p).x", "M:s.x"},
	{"&p->x", "& M:s.x"},
	{"p->next->n.named", "M:named_t.named"},
	{"p->hidden", "M:u.c:4.hidden"},
	{"p->in.inner", "M:u.c:4.inner"},
	{"p->arr[a]", "M:s.arr"},
	{"p->two[a][1]", "M:s.two"},
	{"p->arr", "& M:s.arr"},
	{"*p->arr", "M:s.arr"},
	{"tab[1]", "G:u.c:tab"},
	{"q[a]", "* P:2"},
	{"a[q]", "* P:2"},
	{"*q", "* P:2"},
	{"&q[1]", "P:2"},
	{"*&a", "P:1"},
	{"h", "F:h"},
	{"&h", "F:h"},
	{"k", "F:u.c:k"},
	{"h(2)", "R:h"},
	{"!h(2)", "! R:h"},
	{"k(2)", "R:u.c:k"},
	{"(*h)(2)", "R:h"},
	{"((int (*)(int))r)(1)", "U"},
	{"!a", "! P:1"},
	{"-a", "- P:1"},
	{"+a", "P:1"},
	{"(long)(u8)a", "P:1"},
	{"a ? v : g", "? P:1 V:0 G:g"},
	{"a ?: 5", "? P:1 P:1 C:5"},
	{"a << 1 | g % 3", "b| b<< P:1 C:1 b%25 G:g C:3"},
	{"a <= 1 && g != v", "b&& b<= P:1 C:1 b!= G:g V:0"},
	{"__builtin_expect(a, 1)", "P:1"},
	{"__builtin_constant_p(a)", "U"},
	{"__builtin_choose_expr(0, a, v)", "V:0"},
	{"__builtin_types_compatible_p(__typeof__(a), int)", "C:1"},
	{"__builtin_offsetof(struct s, arr)", "C:4"},
	{"(g, a)", "P:1"},
	{"({ int y = 5; y + a; })", "b+ V:3 P:1"},
	{"v = a", "V:0"},
	{"v = 4", "C:4"},
	{"a++", "P:1"},
	{"a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+a+"
	 "a+a+a",
	 "U"},
};

static void test_expressions(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
		check_expr(fixture, cases[i][0], cases[i][1]);
}

static void test_sets(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	out = facts_of(fixture, "struct s { int x, a[2]; struct s *n; };\n"
				"int f(int);\n"
				"void t(struct s *p, int b, int *q)\n"
				"{\n"
				"	int i = b;\n"
				"	i += 2;\n"
				"	p->x = i = f(b);\n"
				"	p->n->x--;\n"
				"	p->a[b] |= b;\n"
				"	*q = 1;\n"
				"	q[1] = 2;\n"
				"	b = ({ int j = 7; f(j); });\n"
				"	static int k = 3;\n"
				"	k <<= 1;\n"
				"	*(int *)(p + 1) = 4;\n"
				"}\n");
	assert_has(out, "set~u.c~5~V:0~P:1");
	assert_has(out, "set~u.c~6~V:0~b+ V:0 C:2");
	assert_has(out, "set~u.c~7~V:0~R:f\nset~u.c~7~M:s.x~V:0");
	assert_has(out, "set~u.c~8~M:s.x~b- M:s.x C:1");
	assert_has(out, "set~u.c~9~M:s.a~b| M:s.a P:1");
	assert_has(out, "set~u.c~10~* P:2~C:1");
	assert_has(out, "set~u.c~11~* P:2~C:2");
	assert_has(out, "set~u.c~12~V:1~C:7\n"
			"call~u.c~12~20~f~F:f~-~-~1\narg~V:1\n"
			"set~u.c~12~P:1~R:f");
	assert_has(out, "set~u.c~13~G:u.c:t.k~C:3");
	assert_has(out, "set~u.c~14~G:u.c:t.k~b<< G:u.c:t.k C:1");
	assert_has(out, "set~u.c~15~* b+ P:0 C:1~C:4");
}

static void test_initialisers(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	out = facts_of(
		fixture,
		"typedef int (*fn)(int);\n"
		"struct in { int y, z; };\n"
		"struct s { fn f, g; struct in in; union { int u; fn w; };\n"
		"	int a[3]; char name[4]; int : 2; int last; };\n"
		"static int a(int x) { return x; }\n"
		"static const struct s one = { .g = a, .in.z = 1,\n"
		"	.w = a, .a = { [1] = 2 } };\n"
		"struct s two = { a, 0, { 3, 4 }, { 5 }, { 6 }, \"abc\", 7 };\n"
		"struct s bare = { a, a, 13, 14, 15, 16, 17, 18, \"x\", 19 };\n"
		"static fn table[] = { a, [2] = a };\n"
		"static struct in ins[] = { { 8, 9 }, { .z = 10 } };\n"
		"fn pointer = a;\n"
		"void t(struct s *p)\n"
		"{\n"
		"	struct in v = { .y = 11 };\n"
		"	struct in w = v;\n"
		"	*p = (struct s){ .in = { .y = 12 } };\n"
		"}\n");
	assert_has(out, "set~u.c~6~M:s.g~F:u.c:a\nset~u.c~6~M:in.z~C:1\n"
			"set~u.c~7~M:u.c:3.w~F:u.c:a\nset~u.c~7~M:s.a~C:2");
	assert_has(out, "set~u.c~8~M:s.f~F:u.c:a\nset~u.c~8~M:s.g~C:0\n"
			"set~u.c~8~M:in.y~C:3\nset~u.c~8~M:in.z~C:4\n"
			"set~u.c~8~M:u.c:3.u~C:5\nset~u.c~8~M:s.a~C:6\n"
			"set~u.c~8~M:s.name~U\nset~u.c~8~M:s.last~C:7");
	assert_has(out, "set~u.c~9~M:s.g~F:u.c:a\nset~u.c~9~M:in.y~C:13\n"
			"set~u.c~9~M:in.z~C:14\nset~u.c~9~M:u.c:3.u~C:15\n"
			"set~u.c~9~M:s.a~C:16\nset~u.c~9~M:s.a~C:17\n"
			"set~u.c~9~M:s.a~C:18\nset~u.c~9~M:s.name~U\n"
			"set~u.c~9~M:s.last~C:19");
	assert_has(out, "set~u.c~10~G:u.c:table~F:u.c:a\n"
			"set~u.c~10~G:u.c:table~F:u.c:a");
	assert_has(out, "set~u.c~11~M:in.y~C:8\nset~u.c~11~M:in.z~C:9\n"
			"set~u.c~11~M:in.z~C:10");
	assert_has(out, "set~u.c~12~G:pointer~F:u.c:a");
	assert_has(out, "set~u.c~15~M:in.y~C:11\nset~u.c~16~V:1~V:0\n"
			"set~u.c~17~M:in.y~C:12\nset~u.c~17~* P:0~U");
}

int main(int argc, char **argv)
{
#define ADD(name)                                                              \
	g_test_add("/facts-values/" #name, Fixture, NULL, set_up, test_##name, \
		   tear_down)
	g_test_init(&argc, &argv, NULL);
	ADD(expressions);
	ADD(sets);
	ADD(initialisers);
#undef ADD
	return g_test_run();
}
