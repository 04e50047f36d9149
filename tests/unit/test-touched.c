// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/touched.h"
#include "tree/git.h"

/* Two commits of a.c that differ in one function, and in a new one. */
typedef struct {
	char *home;
	KsContext *context;
	KsPatch patch;
} Fixture;

static const char before[] =
	"int first(void)\n{\n\treturn 1;\n}\n\n"
	"int second(void)\n{\n\tint a = 1;\n\n\treturn a;\n}\n\n"
	"int third(void)\n{\n\treturn 3;\n}\n";
static const char after[] = "int first(void)\n{\n\treturn 1;\n}\n\n"
			    "int second(void)\n{\n\treturn 1;\n}\n\n"
			    "int third(void)\n{\n\treturn 3;\n}\n\n"
			    "int fourth(void)\n{\n\treturn 4;\n}\n";

static void set_up(Fixture *fixture, gconstpointer data)
{
	g_autofree char *stream = g_strdup_printf(
		"commit refs/heads/x\nmark :1\ncommitter T <t@example.org> 0 +0000\n"
		"data 1\n1\nM 100644 inline a.c\ndata %zu\n%s\n"
		"M 100644 inline b.c\ndata 0\n\n"
		"commit refs/heads/y\ncommitter T <t@example.org> 0 +0000\n"
		"data 1\n2\nfrom :1\nM 100644 inline a.c\ndata %zu\n%s\ndone\n",
		strlen(before), before, strlen(after), after);
	g_autoptr(GBytes) bytes = g_bytes_new(stream, strlen(stream));
	g_autoptr(GError) error = NULL;

	(void)data;
	fixture->home = g_dir_make_tmp("ks-touched-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, &error);
	g_assert_no_error(error);
	g_assert_true(ks_git_init(fixture->context, NULL));
	ks_git_fast_import(fixture->context, bytes, &error);
	g_assert_no_error(error);
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

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/touched/functions", Fixture, NULL, set_up, test_functions,
		   tear_down);
	return g_test_run();
}
