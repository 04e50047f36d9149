// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/reach.h"
#include "check/touched.h"
#include "tree/git.h"

/*
 * Two commits of a.c that differ in one function, and in a new one, and of a
 * header that becomes what the test says.
 */
typedef struct {
	char *home;
	KsContext *context;
	KsPatch patch;
} Fixture;

static const char before[] =
	"int first(void)\n{\n\treturn 1;\n}\n\n"
	"int second(void)\n{\n\tint a = 1;\n\n\treturn a;\n}\n\n"
	"int third(void)\n{\n\treturn wrap(3)->a;\n}\n";
static const char after[] = "int first(void)\n{\n\treturn 1;\n}\n\n"
			    "int second(void)\n{\n\treturn 1;\n}\n\n"
			    "int third(void)\n{\n\treturn wrap(3)->a;\n}\n\n"
			    "int fourth(void)\n{\n\treturn 4;\n}\n";

static const char header[] = "struct box {\n\tint a;\n};\n"
			     "struct box *wrap(int a);\n"
			     "static inline int twice(int a)\n{\n"
			     "\treturn 2 * a;\n}\n";
static char *files[] = {"a.c", "h.h", NULL};

static void add_file(GString *stream, const char *name, const char *text)
{
	g_string_append_printf(stream, "M 100644 inline %s\ndata %zu\n%s\n",
			       name, strlen(text), text);
}

static void set_up(Fixture *fixture, gconstpointer header_after)
{
	g_autoptr(GString) stream = g_string_new(
		"commit refs/heads/x\nmark :1\n"
		"committer T <t@example.org> 0 +0000\ndata 1\n1\n");
	g_autoptr(GBytes) bytes = NULL;
	g_autoptr(GError) error = NULL;

	add_file(stream, "a.c", before);
	add_file(stream, "b.c", "");
	add_file(stream, "h.h", header);
	g_string_append(stream,
			"commit refs/heads/y\n"
			"committer T <t@example.org> 0 +0000\ndata 1\n2\n"
			"from :1\n");
	add_file(stream, "a.c", after);
	add_file(stream, "h.h", header_after ? header_after : header);
	g_string_append(stream, "done\n");
	bytes = g_bytes_new(stream->str, stream->len);
	fixture->home = g_dir_make_tmp("ks-touched-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, &error);
	g_assert_no_error(error);
	g_assert_true(ks_git_init(fixture->context, NULL));
	ks_git_fast_import(fixture->context, bytes, &error);
	g_assert_no_error(error);
	fixture->patch.files = files;
	fixture->patch.parent = ks_git(fixture->context, NULL, "rev-parse",
				       "refs/heads/x", NULL);
	fixture->patch.commit = ks_git(fixture->context, NULL, "rev-parse",
				       "refs/heads/y", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	(void)data;
	ks_rmtree(fixture->home);
	ks_context_free(fixture->context);
	g_free(fixture->home);
	g_free(fixture->patch.parent);
	g_free(fixture->patch.commit);
}

static bool touches(Fixture *fixture, const char *file, const char *function)
{
	g_autoptr(GError) error = NULL;
	bool answer = false;

	ks_patch_touches(fixture->context, &fixture->patch, file, function,
			 &answer, &error);
	g_assert_no_error(error);
	return answer;
}

static void test_functions(Fixture *fixture, gconstpointer data)
{
	(void)data;
	g_assert_false(touches(fixture, "a.c", "first"));
	g_assert_true(touches(fixture, "a.c", "second"));
	g_assert_false(touches(fixture, "a.c", "third"));
	g_assert_true(touches(fixture, "a.c", "fourth"));
	g_assert_false(touches(fixture, "b.c", "second"));
}

/* Whether the header can change what third() means, which calls wrap(). */
static bool reaches(Fixture *fixture, const char *function)
{
	g_autoptr(GError) error = NULL;
	bool answer = false;

	ks_headers_reach(fixture->context, &fixture->patch, "a.c", function,
			 &answer, &error);
	g_assert_no_error(error);
	return answer;
}

#define BOX   "struct box {\n\tint a;\n};\n"
#define WRAP  "struct box *wrap(int a);\n"
#define TWICE "static inline int twice(int a)\n{\n\treturn 2 * a;\n}\n"

static const char declares[] = BOX WRAP "struct box *pack(int a);\n" TWICE;
static const char hides[] = BOX WRAP "#define wrap(x) pack(x)\n" TWICE;
static const char again[] = BOX WRAP "struct box *wrap(int a) __pure;\n" TWICE;
static const char member[] =
	"struct box {\n\tchar c;\n\tint a;\n};\n" WRAP TWICE;
static const char differs[] = BOX "struct box *wrap(long a);\n" TWICE;
static const char within[] = BOX WRAP
	"static inline int twice(int a)\n{\n\ta++;\n\treturn 2 * a;\n}\n";
static const char cuts[] = BOX "#if 0\n" WRAP "#endif\n" TWICE;

static void test_declares(Fixture *fixture, gconstpointer data)
{
	(void)data;
	g_assert_false(reaches(fixture, "third"));
	/* which of them it is cannot be said */
	g_assert_true(reaches(fixture, "unknown"));
}

static void test_reaches(Fixture *fixture, gconstpointer data)
{
	(void)data;
	g_assert_true(reaches(fixture, "third"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/touched/functions", Fixture, NULL, set_up, test_functions,
		   tear_down);
	g_test_add("/touched/header/declares", Fixture, declares, set_up,
		   test_declares, tear_down);
#define ADD(text)                                                              \
	g_test_add("/touched/header/" #text, Fixture, text, set_up,            \
		   test_reaches, tear_down)
	ADD(hides);
	ADD(again);
	ADD(member);
	ADD(differs);
	ADD(within);
	ADD(cuts);
	return g_test_run();
}
