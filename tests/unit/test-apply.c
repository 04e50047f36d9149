// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "check/check.h"
#include "tree/git.h"

/* A store with a small tree, and the means to make a patch on it. */
typedef struct {
	char *dir;
	KsContext *context;
	char *base;
} Fixture;

static const char *const identity[] = {
	"GIT_AUTHOR_NAME=A Tester",
	"GIT_AUTHOR_EMAIL=tester@example.org",
	"GIT_COMMITTER_NAME=A Tester",
	"GIT_COMMITTER_EMAIL=tester@example.org",
	"GIT_AUTHOR_DATE=2020-01-01T00:00:00Z",
	"GIT_COMMITTER_DATE=2020-01-01T00:00:00Z",
	NULL,
};

static const char old_text[] = "one\ntwo\nthree\nfour\nfive\nsix\n";
static const char new_text[] = "one\ntwo\n3\nfour\nfive\nsix\n";
static const char message[] = "x: change a line\n\nBecause.\n\n"
			      "Signed-off-by: A Tester <tester@example.org>\n";

static char *git(Fixture *fixture, const char *input,
		 ...) G_GNUC_NULL_TERMINATED;

static char *git(Fixture *fixture, const char *input, ...)
{
	g_autofree char *index =
		g_strdup_printf("GIT_INDEX_FILE=%s/index", fixture->dir);
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autoptr(GPtrArray) env = g_ptr_array_new();
	g_autoptr(GBytes) bytes = input ? g_bytes_new(input, strlen(input)) :
					  NULL;
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;
	const char *word;
	va_list ap;

	va_start(ap, input);
	while ((word = va_arg(ap, const char *)))
		g_ptr_array_add(argv, (gpointer)word);
	va_end(ap);
	g_ptr_array_add(argv, NULL);
	for (guint i = 0; identity[i]; i++)
		g_ptr_array_add(env, (gpointer)identity[i]);
	g_ptr_array_add(env, index);
	g_ptr_array_add(env, NULL);
	ks_git_run(fixture->context, (const char *const *)argv->pdata,
		   (const char *const *)env->pdata, bytes, &result, &error);
	g_assert_no_error(error);
	return g_strdup(g_strchomp(result.out->str));
}

/* Commit @path with @text and @mode on @parent (NULL: none). */
static char *commit(Fixture *fixture, const char *parent, const char *path,
		    const char *mode, const char *text, const char *log)
{
	g_autofree char *blob =
		git(fixture, text, "hash-object", "-w", "--stdin", NULL);
	g_autofree char *info = g_strjoin(",", mode, blob, path, NULL);
	g_autofree char *read = git(fixture, NULL, "read-tree",
				    parent ? parent : "--empty", NULL);
	g_autofree char *add = git(fixture, NULL, "update-index", "--add",
				   "--cacheinfo", info, NULL);
	g_autofree char *tree = git(fixture, NULL, "write-tree", NULL);

	return parent ? git(fixture, log, "commit-tree", "-p", parent, tree,
			    NULL) :
			git(fixture, log, "commit-tree", tree, NULL);
}

static void set_up(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GError) error = NULL;

	(void)data;
	fixture->dir = g_dir_make_tmp("ks-apply-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->dir, &error);
	g_assert_no_error(error);
	fixture->context->progress = ks_progress_new(true);
	g_assert_true(ks_git_init(fixture->context, NULL));
	fixture->base =
		commit(fixture, NULL, "d/a.c", "100644", old_text, "base");
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	(void)data;
	ks_rmtree(fixture->dir);
	ks_context_free(fixture->context);
	g_free(fixture->base);
	g_free(fixture->dir);
}

static char *mail_of(Fixture *fixture, const char *from, const char *to)
{
	g_autofree char *range = g_strconcat(from, "..", to, NULL);
	g_autofree char *text = git(fixture, NULL, "format-patch",
				    "--pretty=mboxrd", "--stdout", range, NULL);

	return g_strconcat(text, "\n\n", NULL);
}

/* The verdict on @made (takes it) with the mail @mail (takes it). */
static void assert_outcome(Fixture *fixture, char *made, char *mail,
			   KsVerdict verdict, const char *reason)
{
	g_autofree char *path = g_build_filename(fixture->dir, "mail", NULL);
	KsPatch patch = {.parent = fixture->base, .commit = made, .mail = path};
	g_autoptr(GError) error = NULL;
	g_autoptr(KsOutcome) outcome = NULL;

	g_assert_true(g_file_set_contents(path, mail, -1, NULL));
	outcome =
		ks_check_apply(fixture->context, &patch, fixture->dir, &error);
	g_assert_no_error(error);
	g_test_message("%s", outcome->reason);
	g_assert_cmpstr(ks_verdict_name(outcome->verdict), ==,
			ks_verdict_name(verdict));
	g_assert_nonnull(strstr(outcome->reason, reason));
	g_assert_true(g_file_test(outcome->log, G_FILE_TEST_EXISTS));
	g_free(made);
	g_free(mail);
}

/* The same for a change that the mail carries as it is. */
static void assert_change(Fixture *fixture, const char *path, const char *mode,
			  const char *text, const char *log, KsVerdict verdict,
			  const char *reason)
{
	char *made = commit(fixture, fixture->base, path, mode, text, log);

	assert_outcome(fixture, made, mail_of(fixture, fixture->base, made),
		       verdict, reason);
}

/* ... and with @old replaced by @with in the mail. */
static void assert_edited(Fixture *fixture, const char *old, const char *with,
			  KsVerdict verdict, const char *reason)
{
	char *made = commit(fixture, fixture->base, "d/a.c", "100644", new_text,
			    message);
	g_autofree char *mail = mail_of(fixture, fixture->base, made);
	GString *edited = g_string_new(mail);

	g_assert_cmpuint(g_string_replace(edited, old, with, 0), >, 0);
	assert_outcome(fixture, made, g_string_free(edited, FALSE), verdict,
		       reason);
}

static void test_good(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_change(fixture, "d/a.c", "100644", new_text, message,
		      KS_VERDICT_PASS, "tree, message and author");
	assert_change(fixture, "d/a.c", "100644", new_text,
		      "x: \xc3\xbc"
		      "ber\n\nFrom here it goes on.\n>From there too.\n",
		      KS_VERDICT_PASS, "tree");
	assert_change(fixture, ".gitignore", "100644", "*.o\n", message,
		      KS_VERDICT_PASS, "tree");
}

static void test_does_not_apply(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_edited(fixture, "\n two\n", "\n zwei\n", KS_VERDICT_FAIL,
		      "patch failed: d/a.c:1");
	assert_edited(fixture, "d/a.c", "d/b.c", KS_VERDICT_FAIL, "d/b.c");
	assert_edited(fixture, "@@ -1,6 +1,6 @@", "@@ -1,6 +1,9 @@",
		      KS_VERDICT_FAIL, "corrupt patch");
}

static void test_other_result(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_edited(fixture, "\n+3\n", "\n+drei\n", KS_VERDICT_FAIL,
		      "another d/a.c");
	assert_edited(fixture, "\nBecause.\n", "\nFor no reason.\n",
		      KS_VERDICT_FAIL, "message is not");
	assert_edited(fixture, "\n\nBecause.\n",
		      "\n\nFrom: Some Body <body@example.org>\n\nBecause.\n",
		      KS_VERDICT_FAIL, "Some Body");
}

static void test_log(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_change(fixture, "d/a.c", "100644", new_text,
		      "x: y\n\nOne.\n---\nTwo.\n", KS_VERDICT_FAIL,
		      "message is not");
	/* a diff in the log is applied too, and cuts the log */
	assert_change(fixture, "d/a.c", "100644", new_text,
		      "x: y\n\nBefore:\n\ndiff --git a/d/n.c b/d/n.c\n"
		      "new file mode 100644\n--- /dev/null\n+++ b/d/n.c\n"
		      "@@ -0,0 +1 @@\n+new\n",
		      KS_VERDICT_FAIL, "another d/n.c");
	assert_change(fixture, "d/a.c", "100644", new_text, "[x] y\n\nz\n",
		      KS_VERDICT_FAIL, "message is not");
}

static void test_refused(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_change(fixture, "d/link", "120000", "/etc/passwd", message,
		      KS_VERDICT_FAIL, "d/link: a symbolic link");
	assert_change(fixture, "d/a.c", "100755", old_text, message,
		      KS_VERDICT_FAIL, "mode changes from 100644 to 100755");
	assert_change(fixture, "d/run", "100755", "x\n", message,
		      KS_VERDICT_FAIL, "d/run: a new file of mode 100755");
	assert_change(fixture, "d/.gitattributes", "100644", "* binary\n",
		      message, KS_VERDICT_FAIL, "git acts on");
	assert_change(fixture,
		      "d/a\xe2\x80\xae"
		      "c.h",
		      "100644", "x\n", message, KS_VERDICT_FAIL,
		      "unusual characters");
	assert_edited(fixture, "--- a/d/a.c\n+++ b/", "--- /d/a.c\n+++ /",
		      KS_VERDICT_FAIL, "absolute path");
	assert_edited(fixture, "d/a.c", "../a.c", KS_VERDICT_FAIL, "../a.c");
}

static void test_submodule(Fixture *fixture, gconstpointer data)
{
	g_autofree char *info =
		g_strjoin(",", "160000", fixture->base, "sub", NULL);
	g_autofree char *read =
		git(fixture, NULL, "read-tree", fixture->base, NULL);
	g_autofree char *add = git(fixture, NULL, "update-index", "--add",
				   "--cacheinfo", info, NULL);
	g_autofree char *tree = git(fixture, NULL, "write-tree", NULL);
	char *made = git(fixture, message, "commit-tree", "-p", fixture->base,
			 tree, NULL);

	(void)data;
	assert_outcome(fixture, made, mail_of(fixture, fixture->base, made),
		       KS_VERDICT_FAIL, "sub: a submodule");
}

static void test_two(Fixture *fixture, gconstpointer data)
{
	char *made = commit(fixture, fixture->base, "d/a.c", "100644", new_text,
			    message);
	g_autofree char *mail = mail_of(fixture, fixture->base, made);

	(void)data;
	assert_outcome(fixture, made, g_strconcat(mail, mail, NULL),
		       KS_VERDICT_FAIL, "2 messages");
}

static void test_whitespace(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_change(fixture, "d/a.c", "100644",
		      "one\ntwo\nthree \nfour\nfive\nsix\n", message,
		      KS_VERDICT_WARN, "d/a.c:3: warning: trailing whitespace");
}

/* A store that breaks is not the patch's fault. */
static void test_broken_store(Fixture *fixture, gconstpointer data)
{
	g_autofree char *store =
		g_build_filename(fixture->dir, "trees.git", NULL);
	g_autofree char *mail = g_build_filename(fixture->dir, "mail", NULL);
	char *made = commit(fixture, fixture->base, "d/a.c", "100644", new_text,
			    message);
	g_autofree char *text = mail_of(fixture, fixture->base, made);
	KsPatch patch = {.parent = fixture->base, .commit = made, .mail = mail};
	g_autoptr(GError) error = NULL;

	(void)data;
	g_assert_true(g_file_set_contents(mail, text, -1, NULL));
	ks_rmtree(store);
	g_assert_null(
		ks_check_apply(fixture->context, &patch, fixture->dir, &error));
	g_assert_nonnull(error);
	g_free(made);
}

#define ADD(name, test)                                                        \
	g_test_add("/apply/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("good", test_good);
	ADD("does-not-apply", test_does_not_apply);
	ADD("other-result", test_other_result);
	ADD("log", test_log);
	ADD("refused", test_refused);
	ADD("submodule", test_submodule);
	ADD("two", test_two);
	ADD("whitespace", test_whitespace);
	ADD("broken-store", test_broken_store);
	return g_test_run();
}
