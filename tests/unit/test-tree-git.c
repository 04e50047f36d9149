// SPDX-License-Identifier: GPL-2.0
#include "tree-fixture.h"
#include "tree/source.h"

#define GIT(fixture, ...) g_free(run(fixture, "git", __VA_ARGS__, NULL))

/* A repository "user" with two commits on main. */
static void make_repository(const Fixture *fixture)
{
	GIT(fixture, "init", "-q", "-b", "main", "user");
	put(fixture, "user/Makefile", KERNEL_MAKEFILE);
	put(fixture, "user/a.c", "int a;\n");
	GIT(fixture, "-C", "user", "add", ".");
	GIT(fixture, "-C", "user", "commit", "-qm", "one");
	GIT(fixture, "-C", "user", "tag", "-am", "first", "v1");
	put(fixture, "user/a.c", "int b;\n");
	GIT(fixture, "-C", "user", "commit", "-qam", "two");
}

static char *head(const Fixture *fixture, const char *rev)
{
	return run(fixture, "git", "-C", "user", "rev-parse", rev, NULL);
}

/* Each file below the folder with its time, size and mode. */
static char *picture(const Fixture *fixture, const char *folder)
{
	g_autofree char *all = run(fixture, "find", folder, "-printf",
				   "%p %T@ %C@ %s %m %l\n", NULL);
	g_auto(GStrv) lines = g_strsplit(all, "\n", -1);

	return g_strjoinv("\n", lines);
}

static char *alternates(const Fixture *fixture)
{
	g_autofree char *path =
		in(fixture, "home/trees.git/objects/info/alternates");
	char *text = NULL;

	g_file_get_contents(path, &text, NULL, NULL);
	return text;
}

static void test_revisions(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *main = NULL;
	g_autofree char *first = NULL;
	g_autoptr(KsTree) at_head = NULL;
	g_autoptr(KsTree) at_tag = NULL;

	(void)unused;
	make_repository(fixture);
	main = head(fixture, "main");
	first = head(fixture, "main~1");
	at_head = add(fixture, "head", "git", "user");
	g_assert_cmpstr(at_head->commit, ==, main);
	g_assert_cmpstr(at_head->version, ==, "9.8.7-rc6");
	/* an annotated tag stands for its commit */
	at_tag = add(fixture, "tag", "git", "user@v1");
	g_assert_cmpstr(at_tag->commit, ==, first);
	assert_text(store(fixture, "show", "refs/trees/head:a.c"), "int b;");
	assert_text(store(fixture, "show", "refs/trees/tag:a.c"), "int a;");
}

/* The user's repository is only read, and lends its objects. */
static void test_only_read(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *objects = in(fixture, "user/.git/objects\n");
	g_autofree char *before = NULL;
	bool changed;

	(void)unused;
	make_repository(fixture);
	before = picture(fixture, "user");
	ks_tree_free(add(fixture, "a", "git", "user"));
	ks_tree_free(add(fixture, "b", "git", "user@v1"));
	/* only the two tags are ours */
	assert_text(store(fixture, "count-objects"), "2 objects, 8 kilobytes");
	ks_tree_free(ks_tree_update(fixture->context, "a", &changed, NULL));
	assert_text(picture(fixture, "user"), before);
	assert_text(alternates(fixture), objects);
}

static void test_moved(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *main = NULL;
	g_autoptr(KsTree) same = NULL;
	g_autoptr(KsTree) moved = NULL;
	bool changed = true;

	(void)unused;
	make_repository(fixture);
	ks_tree_free(add(fixture, "t", "git", "user@main"));
	same = ks_tree_update(fixture->context, "t", &changed, NULL);
	g_assert_false(changed);
	put(fixture, "user/a.c", "int c;\n");
	GIT(fixture, "-C", "user", "commit", "-qam", "three");
	main = head(fixture, "main");
	moved = ks_tree_update(fixture->context, "t", &changed, NULL);
	g_assert_true(changed);
	g_assert_cmpstr(moved->commit, ==, main);
}

static void test_worktree(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *objects = in(fixture, "user/.git/objects\n");
	g_autofree char *first = NULL;
	g_autoptr(KsTree) tree = NULL;

	(void)unused;
	make_repository(fixture);
	GIT(fixture, "-C", "user", "worktree", "add", "-q", "../side", "v1");
	first = head(fixture, "v1^{commit}");
	tree = add(fixture, "t", "git", "side");
	g_assert_cmpstr(tree->commit, ==, first);
	assert_text(alternates(fixture), objects);
	assert_text(store(fixture, "show", "refs/trees/t:a.c"), "int a;");
}

/* Where the parents are missing, git must know it. */
static void test_shallow(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *url =
		g_strconcat("file://", fixture->dir, "/user", NULL);
	g_autoptr(KsTree) tree = NULL;

	(void)unused;
	make_repository(fixture);
	GIT(fixture, "clone", "-q", "--depth=1", url, "near");
	tree = add(fixture, "t", "git", "near");
	assert_text(store(fixture, "rev-list", "--count", "refs/trees/t"), "1");
	assert_text(store(fixture, "fsck", "--no-dangling"), "");
}

static void test_refused(Fixture *fixture, gconstpointer unused)
{
	static const struct {
		const char *rest, *says;
	} cases[] = {
		{"user@nope", "no commit nope"},
		{"user@HEAD:a.c", "no commit HEAD:a.c"},
		{"none", "no such folder"},
		{"partial", "partial clone"},
		{"long", "sha256"},
	};
	g_autofree char *url =
		g_strconcat("file://", fixture->dir, "/user", NULL);
	g_autoptr(GPtrArray) trees = NULL;

	(void)unused;
	make_repository(fixture);
	GIT(fixture, "-C", "user", "config", "uploadpack.allowFilter", "1");
	GIT(fixture, "clone", "-q", "--filter=blob:none", url, "partial");
	GIT(fixture, "init", "-q", "--object-format=sha256", "long");
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *source = g_strdup_printf(
			"git:%s/%s", fixture->dir, cases[i].rest);
		g_autoptr(GError) error = NULL;

		g_assert_null(
			ks_tree_add(fixture->context, "t", source, &error));
		assert_error(error, KS_ERROR_USAGE, cases[i].says);
	}
	trees = ks_tree_list(fixture->context, NULL);
	g_assert_cmpuint(trees->len, ==, 0);
}

/* Commits come and go in a user's repository. */
static void test_gone(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTree) tree = NULL;
	bool changed = false;

	(void)unused;
	make_repository(fixture);
	ks_tree_free(add(fixture, "t", "git", "user@main"));
	GIT(fixture, "-C", "user", "reset", "-q", "--hard", "v1");
	GIT(fixture, "-C", "user", "reflog", "expire", "--expire=now", "--all");
	GIT(fixture, "-C", "user", "gc", "-q", "--prune=now");
	g_assert_null(ks_tree_find(fixture->context, "t", &error));
	assert_error(error, KS_ERROR_USAGE, "kseries tree update t");
	g_clear_error(&error);
	tree = ks_tree_update(fixture->context, "t", &changed, &error);
	g_assert_no_error(error);
	g_assert_true(changed);
	assert_text(store(fixture, "show", "refs/trees/t:a.c"), "int a;");
}

/* Objects are borrowed as long as a tree or a branch needs them. */
static void test_give_back(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsTree) tree = NULL;
	g_autofree char *lent = NULL;

	(void)unused;
	make_repository(fixture);
	tree = add(fixture, "a", "git", "user");
	ks_tree_free(add(fixture, "b", "git", "user@v1"));
	lent = alternates(fixture);
	g_assert_true(ks_tree_remove(fixture->context, "a", NULL));
	assert_text(alternates(fixture), lent);
	g_free(store(fixture, "update-ref", "refs/heads/mine", tree->commit));
	g_assert_true(ks_tree_remove(fixture->context, "b", NULL));
	assert_text(alternates(fixture), lent);
	ks_tree_free(add(fixture, "a", "git", "user"));
	g_free(store(fixture, "update-ref", "-d", "refs/heads/mine"));
	g_assert_true(ks_tree_remove(fixture->context, "a", NULL));
	assert_text(alternates(fixture), NULL);
}

/* The repository goes while a series stands on its tree. */
static void test_lost(Fixture *fixture, gconstpointer unused)
{
	static const char *const refs[] = {"refs/bases/s/a",
					   "refs/heads/series/s/a/intel",
					   "refs/heads/series/s/a-2"};
	g_autofree char *user = in(fixture, "user");
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTree) tree = NULL;

	(void)unused;
	make_repository(fixture);
	put(fixture, "folder/a.c", "int a;\n");
	tree = add(fixture, "a", "git", "user");
	ks_tree_free(add(fixture, "own", "dir", "folder"));
	g_free(store(fixture, "update-ref", refs[0], tree->commit));
	g_free(store(fixture, "update-ref", refs[1], tree->commit));
	g_free(store(fixture, "update-ref", refs[2],
		     "refs/trees/own^{commit}"));
	g_assert_true(ks_tree_remove(fixture->context, "a", NULL));
	ks_rmtree(user);
	g_assert_true(ks_tree_prune(fixture->context, &error));
	g_assert_no_error(error);
	assert_text(alternates(fixture), NULL);
	assert_text(store(fixture, "for-each-ref", "--format=%(refname)"),
		    "refs/heads/series/s/a-2\nrefs/trees/own");
	assert_text(store(fixture, "fsck", "--no-dangling"), "");
}

/* What lies in the store already is lent by nobody. */
static void test_own(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	put(fixture, "folder/a.c", "int a;\n");
	ks_tree_free(add(fixture, "t", "dir", "folder"));
	ks_tree_free(add(fixture, "u", "git", "home/trees.git@refs/trees/t"));
	assert_text(alternates(fixture), NULL);
	g_assert_true(ks_tree_remove(fixture->context, "t", NULL));
	assert_text(store(fixture, "show", "refs/trees/u:a.c"), "int a;");
}

/* An imported folder holds all its objects, whatever a repository lends. */
static void test_independent(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *user = in(fixture, "user");

	(void)unused;
	make_repository(fixture);
	/* fast-import skips what packs hold */
	GIT(fixture, "-C", "user", "repack", "-qad");
	ks_tree_free(add(fixture, "lent", "git", "user"));
	ks_tree_free(add(fixture, "own", "dir", "user"));
	ks_rmtree(user);
	g_assert_true(ks_tree_remove(fixture->context, "lent", NULL));
	assert_text(alternates(fixture), NULL);
	assert_text(store(fixture, "show", "refs/trees/own:a.c"), "int b;");
	assert_text(store(fixture, "fsck", "--no-dangling"), "");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*run)(Fixture *fixture, gconstpointer unused);
	} tests[] = {
		{"/tree/git/revisions", test_revisions},
		{"/tree/git/only-read", test_only_read},
		{"/tree/git/moved", test_moved},
		{"/tree/git/worktree", test_worktree},
		{"/tree/git/shallow", test_shallow},
		{"/tree/git/refused", test_refused},
		{"/tree/git/gone", test_gone},
		{"/tree/git/give-back", test_give_back},
		{"/tree/git/lost", test_lost},
		{"/tree/git/own", test_own},
		{"/tree/git/independent", test_independent},
	};

	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run,
			   tear_down);
	return g_test_run();
}
