// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "backport/answer.h"
#include "backport/compat.h"
#include "base/error.h"
#include "series/commit.h"
#include "tree/git.h"

/* A data folder with backports/1.0, and a store with one file. */
typedef struct {
	char *home, *dir;
	KsContext *context;
	char *commit;
} Fixture;

static void put(const Fixture *fixture, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(fixture->dir, name, NULL);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void set_up(Fixture *fixture, gconstpointer data)
{
	static const char stream[] =
		"commit refs/heads/x\ncommitter T <t@example.org> 0 +0000\n"
		"data 1\n1\nM 100644 inline a.c\ndata 29\n"
		"int old(void)\n{\n\treturn 1;\n}\n\ndone\n";
	g_autoptr(GBytes)
		bytes = g_bytes_new_static(stream, sizeof(stream) - 1);
	g_autoptr(GError) error = NULL;

	(void)data;
	fixture->home = g_dir_make_tmp("ks-answer-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, &error);
	g_assert_no_error(error);
	g_free(fixture->context->data);
	fixture->context->data = g_build_filename(fixture->home, "data", NULL);
	fixture->dir = ks_data_path(fixture->context, "backports", "1.0", NULL);
	g_assert_cmpint(g_mkdir_with_parents(fixture->dir, 0755), ==, 0);
	g_assert_true(ks_git_init(fixture->context, &error));
	g_assert_true(ks_git_fast_import(fixture->context, bytes, &error));
	g_assert_no_error(error);
	fixture->commit = ks_git(fixture->context, &error, "rev-parse",
				 "refs/heads/x", NULL);
	g_assert_no_error(error);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	const char *argv[] = {"rm", "-rf", fixture->home, NULL};

	(void)data;
	g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
		     NULL, NULL, NULL, NULL);
	ks_context_free(fixture->context);
	g_free(fixture->home);
	g_free(fixture->dir);
	g_free(fixture->commit);
}

/* Both halves of an answer that is code, which the tests take apart. */
#define WHOLE                                                                  \
	"[need \"fresh\"]\n\tanswer = compat\n\trule = r.cocci\n"              \
	"\tfile = a.c\n\tsubject = s\n\tmessage = m.txt\n"
#define PLACE "@@ @@\n+/* kseries-code: fresh.c */\n+\n int old(void) { ... }\n"

static void refused(Fixture *fixture, const char *text, const char *words)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) answers = NULL;

	put(fixture, "answers", text);
	answers = ks_answers_load(fixture->context, "1.0", &error);
	g_assert_null(answers);
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	if (!strstr(error->message, words))
		g_test_message("%s", error->message);
	g_assert_nonnull(strstr(error->message, words));
}

static void test_parse(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray)
		none = ks_answers_load(fixture->context, "2.0", &error);
	g_autoptr(GPtrArray) answers = NULL;
	const KsAnswer *answer;

	(void)unused;
	g_assert_no_error(error);
	g_assert_cmpuint(none->len, ==, 0);
	put(fixture, "m.txt", "Words.\n");
	put(fixture, "answers",
	    WHOLE "[need \"gone\"]\n\tanswer = drop\n\treason = not here\n"
		  "[need \"more\"]\n\tanswer = prerequisite\n"
		  "\tcommit = 0123456789ab one: add it\n"
		  "\tcommit = abcdef012345 two: use it\n");
	answers = ks_answers_load(fixture->context, "1.0", &error);
	g_assert_no_error(error);
	g_assert_cmpuint(answers->len, ==, 3);
	answer = ks_answers_find(answers, "fresh");
	g_assert_cmpint(answer->kind, ==, KS_ANSWER_COMPAT);
	g_assert_cmpstr(answer->message, ==, "Words.\n");
	answer = ks_answers_find(answers, "gone");
	g_assert_cmpint(answer->kind, ==, KS_ANSWER_DROP);
	g_assert_cmpstr(answer->reason, ==, "not here");
	answer = ks_answers_find(answers, "more");
	g_assert_cmpuint(g_strv_length(answer->commits), ==, 2);
	g_assert_null(ks_answers_find(answers, "other"));
}

static void test_refused(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put(fixture, "m.txt", "Words.\n");
	refused(fixture, "[need \"a\"]\n\tanswer = perhaps\n",
		"answers:2: there are compat, alias, prerequisite and drop, "
		"not: perhaps");
	refused(fixture, "[need \"a\"]\n\treason = x\n",
		"answers:2: the answer wants a line: answer");
	refused(fixture, "[need \"a\"]\n\tanswer = drop\n",
		"the answer wants a line: reason");
	refused(fixture, "[need \"a\"]\n\tanswer = drop\n\tfoo = 1\n",
		"answers:3: ");
	refused(fixture, "[need \"a\"]\n\tanswer = compat\n\tmessage = no\n",
		"answers:3: the message is not there");
	refused(fixture,
		"[need \"a\"]\n\tanswer = prerequisite\n\tcommit = x\n",
		"answers:3: a commit is \"ID title\", not: x");
	refused(fixture, "[other]\n\tanswer = drop\n",
		"answers:2: a section is [need \"SYMBOL\"]");
	refused(fixture, "[need \"a\"\n", "answers");
}

static GPtrArray *texts(Fixture *fixture, const char *rule, GError **error)
{
	g_autoptr(GPtrArray) answers = NULL;

	put(fixture, "m.txt", "Words.\n");
	put(fixture, "answers", WHOLE);
	put(fixture, "r.cocci", rule);
	answers = ks_answers_load(fixture->context, "1.0", error);
	g_assert_no_error(*error);
	return ks_compat_texts(fixture->context, answers->pdata[0],
			       fixture->commit, error);
}

/* The code comes as it is laid out. */
static void test_code(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) files = NULL;
	const KsNewFile *file;

	(void)unused;
	put(fixture, "fresh.c", "// SPDX-x\nint   fresh;\n");
	files = texts(fixture, PLACE, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(files->len, ==, 1);
	file = files->pdata[0];
	g_assert_cmpstr(file->path, ==, "a.c");
	g_assert_true(g_str_has_prefix(g_bytes_get_data(file->text, NULL),
				       "int   fresh;\n\nint old(void)\n{\n"));
}

static void no_texts(Fixture *fixture, const char *rule, const char *words)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) files = texts(fixture, rule, &error);

	g_assert_null(files);
	g_assert_nonnull(error);
	if (!strstr(error->message, words))
		g_test_message("%s", error->message);
	g_assert_nonnull(strstr(error->message, words));
}

/* Half an answer is none. */
static void test_half(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	no_texts(fixture, PLACE, "fresh.c");
	put(fixture, "fresh.c", "int fresh;\n");
	no_texts(fixture, "@@ @@\n-int newer(void);\n", "answers:2: ");
	no_texts(fixture, "@@ @@\n-int newer(void);\n",
		 "it changes nothing in a.c");
	no_texts(fixture,
		 "@@ @@\n-return 1;\n+return 2;\n\n@@ @@\n"
		 "+/* kseries-code: fresh.c */\n+\n int none(void) { ... }\n",
		 "the tree has no place for fresh.c");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/answer/parse", Fixture, NULL, set_up, test_parse,
		   tear_down);
	g_test_add("/answer/refused", Fixture, NULL, set_up, test_refused,
		   tear_down);
	g_test_add("/answer/code", Fixture, NULL, set_up, test_code, tear_down);
	g_test_add("/answer/half", Fixture, NULL, set_up, test_half, tear_down);
	return g_test_run();
}
