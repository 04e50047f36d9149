// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/child.h"
#include "base/finding.h"

/* Run a compiler on @source in a folder of its own; its words, parsed. */
static GPtrArray *diagnose(const char *tool, const char *const *argv,
			   const char *source)
{
	g_autofree char *dir = g_dir_make_tmp("ks-finding-XXXXXX", NULL);
	g_autofree char *path = g_build_filename(dir, "a.c", NULL);
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	g_auto(KsChildResult) result = {0};
	KsChildSpec spec = {.merge = true, .timeout_s = 60, .cwd = dir};
	GPtrArray *findings;

	g_assert_true(g_file_set_contents(path, source, -1, NULL));
	for (; *argv; argv++)
		g_ptr_array_add(words, (gpointer)*argv);
	g_ptr_array_add(words, path);
	g_ptr_array_add(words, NULL);
	spec.argv = (const char *const *)words->pdata;
	g_assert_true(ks_child_run(&spec, &result, NULL));
	findings = ks_findings_parse(tool, result.out->str, dir);
	g_unlink(path);
	g_rmdir(dir);
	return findings;
}

static GPtrArray *gcc(const char *source)
{
	static const char *const argv[] = {"gcc", "-Wall", "-fsyntax-only",
					   NULL};

	return diagnose("gcc", argv, source);
}

static GPtrArray *sparse(const char *source)
{
	static const char *const argv[] = {"sparse", "-Wbitwise", NULL};

	return diagnose("sparse", argv, source);
}

static const KsFinding *at(GPtrArray *findings, guint i)
{
	g_assert_cmpuint(i, <, findings->len);
	return findings->pdata[i];
}

static void test_gcc(void)
{
	g_autoptr(GPtrArray) findings =
		gcc("int f(void);\n"
		    "int f(void)\n{\n\tint unused;\n\n\treturn missing;\n}\n");
	g_autofree char *text = NULL;

	g_assert_cmpuint(findings->len, ==, 2);
	g_assert_cmpstr(at(findings, 0)->level, ==, "error");
	g_assert_cmpstr(at(findings, 0)->file, ==, "a.c");
	g_assert_cmpint(at(findings, 0)->line, ==, 6);
	g_assert_cmpstr(at(findings, 0)->function, ==, "f");
	text = ks_finding_format(at(findings, 1));
	g_assert_cmpstr(
		text, ==,
		"a.c:4: warning: unused variable 'unused' [-Wunused-variable]");
}

/* What sparse says in three lines is one finding. */
static void test_sparse(void)
{
	static const char source[] =
		"typedef unsigned int __attribute__((bitwise)) le32;\n"
		"static le32 f(unsigned int a)\n{\n\tle32 b = a;\n\n"
		"\treturn b;\n}\n"
		"unsigned int g(void);\n"
		"unsigned int g(void)\n{\n\treturn f(1) ? 1 : 0;\n}\n";
	g_autoptr(GPtrArray) findings = sparse(source);

	g_assert_cmpuint(findings->len, ==, 1);
	g_assert_cmpstr(at(findings, 0)->tool, ==, "sparse");
	g_assert_cmpint(at(findings, 0)->line, ==, 4);
	g_assert_nonnull(
		strstr(at(findings, 0)->text, "; expected restricted le32"));
	g_assert_nonnull(strstr(at(findings, 0)->text, "; got unsigned int"));
}

static void test_moved(void)
{
	g_autoptr(GPtrArray) before = gcc(
		"int f(void);\nint f(void)\n{\n\tint a;\n\n\treturn 0;\n}\n");
	g_autoptr(GPtrArray) after = gcc(
		"/*\n * x\n */\n\nint f(void);\nint f(void)\n{\n\tint a;\n\n"
		"\treturn 0;\n}\n");
	g_autoptr(GPtrArray) fresh = ks_findings_new_in(after, before);

	g_assert_cmpuint(before->len, ==, 1);
	g_assert_cmpuint(after->len, ==, 1);
	g_assert_cmpint(at(after, 0)->line, !=, at(before, 0)->line);
	g_assert_cmpuint(fresh->len, ==, 0);
}

/* The same warning in another function is new; so is one more of the same. */
static void test_new(void)
{
	g_autoptr(GPtrArray) before = gcc(
		"int f(void);\nint f(void)\n{\n\tint a;\n\n\treturn 0;\n}\n");
	g_autoptr(GPtrArray) other = gcc(
		"int g(void);\nint g(void)\n{\n\tint a;\n\n\treturn 0;\n}\n");
	g_autoptr(GPtrArray)
		more = gcc("int f(void);\nint f(void)\n{\n\tint a;\n\n"
			   "\t{\n\t\tint a;\n\t}\n\treturn 0;\n}\n");
	g_autoptr(GPtrArray) fresh = ks_findings_new_in(other, before);
	g_autoptr(GPtrArray) second = ks_findings_new_in(more, before);

	g_assert_cmpuint(fresh->len, ==, 1);
	g_assert_cmpstr(at(fresh, 0)->function, ==, "g");
	g_assert_cmpuint(more->len, ==, 2);
	g_assert_cmpuint(second->len, ==, 1);
}

/* What kbuild's own programs say, as seen in real logs. */
static void test_kbuild_lines(void)
{
	static const char text[] =
		"  CC [M]  drivers/a/b.o\n"
		"/src/drivers/a/b.c:7: warning: Function parameter or member 'x' not described in 'f'\n"
		"drivers/a/b.o: warning: objtool: f+0x1c: unreachable instruction\n"
		"  MODPOST Module.symvers\n"
		"ERROR: modpost: \"gone\" [drivers/a/b.ko] undefined!\n"
		"WARNING: modpost: vmlinux.o: section mismatch in reference: f+0x12 (section: .text) -> g (section: .init.text)\n"
		"make[2]: warning: jobserver unavailable\n"
		"/src/drivers/a/b.c:7:3: note: declared here\n";
	g_autoptr(GPtrArray) findings = ks_findings_parse("gcc", text, "/src");

	g_assert_cmpuint(findings->len, ==, 4);
	g_assert_cmpstr(at(findings, 0)->file, ==, "drivers/a/b.c");
	g_assert_cmpstr(at(findings, 1)->tool, ==, "objtool");
	g_assert_cmpstr(at(findings, 1)->text, ==,
			"f+0x: unreachable instruction");
	g_assert_cmpstr(at(findings, 2)->tool, ==, "modpost");
	g_assert_cmpstr(at(findings, 2)->level, ==, "error");
	g_assert_nonnull(strstr(at(findings, 3)->text, "f+0x (section"));
}

/* A line number inside of a message does not make it another message. */
static void test_positions_in_text(void)
{
	g_autoptr(GPtrArray) one = ks_findings_parse(
		"sparse",
		"/s/a.c:1:2: warning: symbol 'x' redeclared (originally declared at /s/a.h:10)\n",
		"/s");
	g_autoptr(GPtrArray) two = ks_findings_parse(
		"sparse",
		"/s/a.c:5:2: warning: symbol 'x' redeclared (originally declared at /s/a.h:12)\n",
		"/s");
	g_autoptr(GPtrArray) fresh = ks_findings_new_in(two, one);

	g_assert_cmpuint(one->len, ==, 1);
	g_assert_cmpstr(at(one, 0)->text, ==,
			"symbol 'x' redeclared (originally declared at a.h)");
	g_assert_cmpuint(fresh->len, ==, 0);
}

/* A function that gcc named for one file is not that of the next. */
static void test_stale_function(void)
{
	static const char text[] = "/s/a.c: In function 'f':\n"
				   "/s/a.c:3:1: warning: one\n"
				   "/s/b.c:4:1: warning: two\n"
				   "  CC      a.o\n"
				   "/s/a.c:1:1: warning: three\n";
	g_autoptr(GPtrArray) findings = ks_findings_parse("gcc", text, "/s");

	g_assert_cmpuint(findings->len, ==, 3);
	g_assert_cmpstr(at(findings, 0)->function, ==, "f");
	g_assert_cmpstr(at(findings, 1)->function, ==, "");
	g_assert_cmpstr(at(findings, 2)->function, ==, "");
}

static void assert_function(const char *source, int line, const char *name)
{
	g_autofree char *got = ks_function_at(source, line);

	g_assert_cmpstr(got, ==, name);
}

static void test_function_at(void)
{
	static const char source[] =
		/*  1 */ "#define LONG(x) \\\n"
			 /*  2 */ "{ x }\n"
			 /*  3 */ "static int first(int a);\n"
			 /*  4 */ "static int __printf(1, 2)\n"
			 /*  5 */ "second(const char *format,\n"
			 /*  6 */ "       ...)\n"
			 /*  7 */ "{\n"
			 /*  8 */ "\tint a;\n"
			 /*  9 */ "out:\n"
			 /* 10 */ "\treturn a;\n"
			 /* 11 */ "}\n"
			 /* 12 */ "\n"
			 /* 13 */ "static const struct ops table = {\n"
			 /* 14 */ "\t.call = second,\n"
			 /* 15 */ "};\n"
			 /* 16 */ "/* text (with\n"
			 /* 17 */ "a paren */\n"
			 /* 18 */ "static void third(int (*call)(int))\n"
			 /* 19 */ "\t__releases(lock)\n"
			 /* 20 */ "{\n"
			 /* 21 */ "}\n"
			 /* 22 */ "static inline void fourth(void) { }\n"
			 /* 23 */ "int global;\n"
			 /* 24 */ "struct plain\n"
			 /* 25 */ "{\n"
			 /* 26 */ "\tint a;\n"
			 /* 27 */ "};\n"
			 /* 28 */ "EXPORT_SYMBOL(second);\n";

	assert_function(source, 2, "");
	assert_function(source, 3, "");
	assert_function(source, 5, "second");
	assert_function(source, 8, "second");
	assert_function(source, 10, "second");
	assert_function(source, 11, "second");
	assert_function(source, 12, "");
	assert_function(source, 14, "");
	assert_function(source, 17, "");
	assert_function(source, 18, "third");
	assert_function(source, 21, "third");
	assert_function(source, 22, "fourth");
	assert_function(source, 23, "");
	assert_function(source, 26, "");
	assert_function(source, 28, "");
	assert_function(source, 99, "");
	assert_function("", 1, "");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/finding/gcc", test_gcc);
	g_test_add_func("/finding/sparse", test_sparse);
	g_test_add_func("/finding/moved", test_moved);
	g_test_add_func("/finding/new", test_new);
	g_test_add_func("/finding/kbuild-lines", test_kbuild_lines);
	g_test_add_func("/finding/positions-in-text", test_positions_in_text);
	g_test_add_func("/finding/stale-function", test_stale_function);
	g_test_add_func("/finding/function-at", test_function_at);
	return g_test_run();
}
