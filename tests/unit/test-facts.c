// SPDX-License-Identifier: GPL-2.0
#include "facts-test.h"

static void test_functions(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	put(fixture, "h.h",
	    "static inline int in_use(void) { return 7; }\n"
	    "static inline int through(void) { return in_use(); }\n"
	    "static inline int stored(int a) { return a; }\n"
	    "static inline int not_used(void) { return 8; }\n"
	    "struct ops { int (*op)(int); };\n"
	    "static const struct ops used_ops = { .op = stored };\n"
	    "static const struct ops other_ops = { .op = stored };\n"
	    "int declared(void);\n");
	out = facts_of(fixture, "#include \"h.h\"\n"
				"static int a(int x, ...)\n"
				"{ return through() + declared(); }\n"
				"const struct ops *b(char *c)\n"
				"{ a(1); return &used_ops; }\n"
				"int lone(void) { return lone(); }\n");
	assert_has(out, "dep~h.h");
	assert_has(out, "func~u.c:a~a~u.c~2~sv~1\nparam~0~x~int");
	assert_has(out, "ret~b+ R:h.h:through R:declared\ndone");
	assert_has(out, "func~b~b~u.c~4~-~1\nparam~0~c~char *");
	assert_has(out, "ret~& G:h.h:used_ops\ndone");
	assert_has(out, "func~h.h:through~through~h.h~2~si~0");
	assert_has(out, "func~h.h:in_use~in_use~h.h~1~si~0\nret~C:7\ndone");
	/* of a recursion one definition */
	assert_has(out, "func~lone~lone~u.c~6~-~0\n"
			"call~u.c~6~25~lone~F:lone~-~-~0\nret~R:lone\ndone");
	/* used by having its address taken where only a use leads to */
	assert_has(out, "set~h.h~6~M:ops.op~F:h.h:stored");
	assert_has(out, "func~h.h:stored~stored~h.h~3~si~1");
	assert_lacks(out, "set~h.h~7~M:ops.op~F:h.h:stored");
	g_assert_null(strstr(out, "not_used"));
	g_assert_null(strstr(out, "func\tdeclared"));
}

static void test_calls(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	out = facts_of(fixture,
		       "struct ad { int (*clean)(int); };\n"
		       "int f(int); int g(int);\n"
		       "#define F(x) f(x)\n"
		       "#define unlikely(x) __builtin_expect(!!(x), 0)\n"
		       "void t(struct ad *ad, int (*p)(int), int b)\n"
		       "{\n"
		       "	F(b);\n"
		       "	if (unlikely(g(1)))\n"
		       "		ad->clean(b);\n"
		       "	p(2);\n"
		       "	(*p)(3);\n"
		       "	(&f)(f(4));\n"
		       "	F(g(5));\n"
		       "	(void)sizeof(f(6));\n"
		       "	__typeof__(f(7)) x = (__typeof__(f(8)))9;\n"
		       "	__builtin_choose_expr(1, f(10), f(11));\n"
		       "}\n");
	assert_has(out, "call~u.c~7~2~F~F:f~-~-~1\narg~P:2");
	assert_has(out, "call~u.c~8~15~g~F:g~-~-~1\narg~C:1");
	assert_has(out, "call~u.c~9~7~clean~M:ad.clean~-~R:g~1\narg~P:2");
	assert_has(out, "call~u.c~10~2~p~P:1~-~-~1\narg~C:2");
	assert_has(out, "call~u.c~11~3~~* P:1~-~-~1\narg~C:3");
	/* arguments are evaluated before */
	assert_has(out, "call~u.c~12~7~f~F:f~-~-~1\narg~C:4\n"
			"call~u.c~12~3~~F:f~-~-~1\narg~R:f");
	assert_has(out, "call~u.c~13~4~g~F:g~-~-~1\narg~C:5\n"
			"call~u.c~13~2~F~F:f~-~-~1\narg~R:g");
	assert_lacks(out, "arg~C:6");
	assert_lacks(out, "arg~C:7");
	assert_lacks(out, "arg~C:8");
	assert_has(out, "set~u.c~15~V:0~C:9");
	assert_has(out, "arg~C:10");
	assert_lacks(out, "arg~C:11");
}

/* In each text f(N) stands under the condition that is asked for. */
static void check_guard(const Fixture *fixture, const char *body, int n,
			const char *guard)
{
	g_autofree char *text =
		g_strdup_printf("int f(int); enum { ON = 1, OFF = 0 };\n"
				"#define EACH for (; b < 3; b++)\n"
				"void t(int a, int b, int c)\n{\n%s\n}\n",
				body);
	g_autofree char *out = facts_of(fixture, text);
	g_autofree char *want =
		g_strdup_printf("~-~%s~1\narg~C:%d\n", guard, n);

	g_strdelimit(want, "~", '\t');
	if (!strstr(out, want))
		g_error("%s: f(%d) not under \"%s\":\n%s", body, n, guard, out);
}

static const struct {
	const char *body;
	int n;
	const char *guard;
} guard_cases[] = {
	{"if (a) f(1);", 1, "P:0"},
	{"if (a) b = 1; else f(1);", 1, "! P:0"},
	{"if (a) b = 1; f(1);", 1, "-"},
	{"if (!a) f(1);", 1, "! P:0"},
	{"if (!!a) f(1);", 1, "P:0"},
	{"if (__builtin_expect(!!(a < b), 1)) f(1);", 1, "b< P:0 P:1"},
	{"if (a && b) f(1);", 1, "b&& P:0 P:1"},
	{"if (a && b) ; else f(1);", 1, "! b&& P:0 P:1"},
	{"if (a || b) f(1);", 1, "b|| P:0 P:1"},
	{"if (a || !b) ; else f(1);", 1, "b&& ! P:0 P:1"},
	{"if (ON && a) f(1);", 1, "P:0"},
	{"if (OFF) f(1);", 1, "C:0"},
	{"if (__builtin_constant_p(a) && b) f(1);", 1, "P:1"},
	{"while (a < b) f(1);", 1, "b< P:0 P:1"},
	{"while (1) f(1);", 1, "-"},
	{"do f(1); while (a);", 1, "-"},
	{"for (a = 0; a < b; a++) f(1);", 1, "b< P:0 P:1"},
	{"for (a = 0; a < b; f(1)) ;", 1, "b< P:0 P:1"},
	{"for (a = 0;; a++) f(1);", 1, "-"},
	{"for (; a; ) f(1);", 1, "P:0"},
	{"for (; a--; ) f(1);", 1, "P:0"},
	{"for (; ; b++) f(1);", 1, "-"},
	{"for (f(';'); /* ; */ a;) f(1);", 1, "P:0"},
	{"EACH f(1);", 1, "b< P:1 C:3"},
	{"switch (a) { case 1: f(1); }", 1, "-"},
	{"a && f(1);", 1, "P:0"},
	{"a || f(1);", 1, "! P:0"},
	{"a ? f(1) : f(2);", 1, "P:0"},
	{"a ? f(1) : f(2);", 2, "! P:0"},
	{"c = a ?: f(1);", 1, "! P:0"},
	/* early exits */
	{"if (a) return; f(1);", 1, "! P:0"},
	{"if (a) { b = 1; goto out; } f(1); out: ;", 1, "! P:0"},
	{"while (a) { if (b) break; f(1); }", 1, "b&& P:0 ! P:1"},
	{"while (a) { if (b) continue; f(1); }", 1, "b&& P:0 ! P:1"},
	{"while (a) { if (b) break; } f(1);", 1, "-"},
	{"{ if (a) return; } f(1);", 1, "-"},
	{"if (a) { if (b) return; else return; } f(1);", 1, "! P:0"},
	{"if (a) return; else b = 1; f(1);", 1, "! P:0"},
	{"if (a) b = 1; else return; f(1);", 1, "P:0"},
	{"if (a) return; else if (b) return; f(1);", 1, "! P:0"},
	{"if (a || b) return; f(1);", 1, "b&& ! P:0 ! P:1"},
	{"if (a) return; out: f(1); if (b) goto out;", 1, "-"},
	{"if (a) return; f(1); out: f(2);", 1, "! P:0"},
	{"if (a) return; if (b) goto out; f(1); out: f(2);", 2, "! P:0"},
	{"if (b) goto out; if (a) return; f(1); out: f(2);", 2, "-"},
	{"if (a) return; { goto out; } f(1); out: f(2);", 2, "! P:0"},
	{"if (a) return; out: f(1); if (b) { if (c) goto out; }", 1, "-"},
	{"switch (a) { case 1: if (b) break; f(1);\n"
	 "case 2: f(2); }",
	 1, "! P:1"},
	{"switch (a) { case 1: if (b) break; f(1);\n"
	 "case 2: f(2); }",
	 2, "-"},
	{"if (a) { if (b) return; f(1); }", 1, "b&& P:0 ! P:1"},
};

static void test_guards(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	for (gsize i = 0; i < G_N_ELEMENTS(guard_cases); i++)
		check_guard(fixture, guard_cases[i].body, guard_cases[i].n,
			    guard_cases[i].guard);
}

/* The innermost 16 of more. */
static void test_many_guards(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GString) body = g_string_new(NULL);
	g_autoptr(GString) want = g_string_new(NULL);

	(void)unused;
	for (int i = 0; i < 20; i++)
		g_string_append_printf(body, "if (a > %d) ", i);
	g_string_append(body, "f(1);");
	for (int i = 4; i < 20; i++)
		g_string_append_printf(want, "%sb> P:0 C:%d",
				       i == 19 ? " " :
				       i > 4   ? " b&& " :
						 "b&& ",
				       i);
	check_guard(fixture, body->str, 1, want->str);
}

static void test_irqs(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	out = facts_of(
		fixture,
		"unsigned long _raw_spin_lock_irqsave(int *);\n"
		"int *check(int *); int f(int);\n"
		"void spin_unlock_irqrestore(int *, unsigned long);\n"
		"void spin_lock_irq(int *); void spin_unlock_irq(int *);\n"
		"void spin_lock(int *);\n"
		"#define spin_lock_irqsave(l, f) \\\n"
		"	do { f = _raw_spin_lock_irqsave(check(l)); } while (0)\n"
		"int t(int *l, int a)\n"
		"{\n"
		"	unsigned long flags;\n"
		"	f(1);\n"
		"	spin_lock_irqsave(l, flags);\n"
		"	f(2);\n"
		"	if (a) {\n"
		"		spin_unlock_irqrestore(l, flags);\n"
		"		return f(3);\n"
		"	}\n"
		"	spin_lock_irq(l);\n"
		"	spin_unlock_irq(l);\n"
		"	f(4);\n"
		"	spin_unlock_irqrestore(l, flags);\n"
		"	f(5);\n"
		"	spin_lock(l);\n"
		"	f(6);\n"
		"	return 0;\n"
		"}\n"
		"int next(void) { return f(7); }\n");
	assert_has(out, "call~u.c~11~2~f~F:f~-~-~1\narg~C:1");
	assert_has(out, "call~u.c~13~2~f~F:f~q~-~1\narg~C:2");
	assert_has(out, "call~u.c~15~3~spin_unlock_irqrestore~"
			"F:spin_unlock_irqrestore~q~P:1~2");
	assert_has(out, "call~u.c~16~10~f~F:f~-~P:1~1\narg~C:3");
	assert_has(out, "call~u.c~20~2~f~F:f~q~! P:1~1\narg~C:4");
	assert_has(out, "call~u.c~22~2~f~F:f~-~! P:1~1\narg~C:5");
	assert_has(out, "call~u.c~24~2~f~F:f~-~! P:1~1\narg~C:6");
	assert_has(out, "call~u.c~27~25~f~F:f~-~-~1\narg~C:7");
}

static void test_errors(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	put(fixture, "bad.c",
	    "#include \"lost.h\"\n"
	    "int f(int);\n"
	    "int a(void) { return 100 %% \"x\"; }\n"
	    "int b(void) { return f(1); }\n");
	g_assert_cmpint(run(fixture, "bad.c", &out), ==, 0);
	assert_has(out, "error~bad.c~1~'lost.h' file not found");
	/* a byte that could be an escape is one */
	g_assert_nonnull(strstr(out, "\nerror\tbad.c\t3\t"));
	/* what can be read is read */
	assert_has(out, "call~bad.c~4~22~f~F:f~-~-~1");
	g_assert_true(g_str_has_suffix(out, "\nend\n"));
}

static void test_escapes(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *out = NULL;

	(void)unused;
	put(fixture, "h\t%.h", "static int odd(void) { return 1; }\n");
	put(fixture, "a b.h", "static int even(void) { return 2; }\n");
	out = facts_of(fixture, "#include \"h\t%.h\"\n#include \"a b.h\"\n"
				"int t(void) { return odd() - even(); }\n");
	assert_has(out, "dep~h%09%25.h");
	assert_has(out, "dep~a b.h");
	assert_has(out, "ret~b- R:h%09%25.h:odd R:a_b.h:even");
	assert_has(out, "func~a_b.h:even~even~a b.h~1~s~0");
}

static void test_trouble(Fixture *fixture, gconstpointer unused)
{
	char *argv[] = {fixture->program, fixture->dir, NULL};
	g_autofree char *out = NULL;
	g_autofree char *words = NULL;
	int status;

	(void)unused;
	g_assert_true(g_spawn_sync(NULL, argv, NULL, 0, NULL, NULL, NULL,
				   &words, &status, NULL));
	g_assert_cmpint(status >> 8, ==, 2);
	g_assert_nonnull(strstr(words, "usage: kseries-facts"));
	/* a unit that is not there */
	status = run(fixture, "none.c", &out);
	g_assert_true(status >> 8 == 3 || strstr(out, "\nerror\t"));
}

int main(int argc, char **argv)
{
#define ADD(name)                                                              \
	g_test_add("/facts/" #name, Fixture, NULL, set_up, test_##name,        \
		   tear_down)
	g_test_init(&argc, &argv, NULL);
	ADD(functions);
	ADD(calls);
	ADD(guards);
	ADD(many_guards);
	ADD(irqs);
	ADD(errors);
	ADD(escapes);
	ADD(trouble);
#undef ADD
	return g_test_run();
}
