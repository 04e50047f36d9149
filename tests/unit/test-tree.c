// SPDX-License-Identifier: GPL-2.0
#include <unistd.h>

#include "tree-fixture.h"
#include "tree/source.h"

static void test_sources(Fixture *fixture, gconstpointer unused)
{
	static const struct {
		const char *text, *from, *at; /* from NULL: refused */
	} cases[] = {
		{"debian:6.1", "6.1", NULL},
		{"debian:6.1=6.1.190-1~deb11u1", "6.1", "6.1.190-1~deb11u1"},
		{"git:/no/where", "/no/where", NULL},
		{"git:/no/where/@v1", "/no/where", "v1"},
		{"git:/no/w@here@v1", "/no/w@here", "v1"},
		{"dir:/no/../where", "/where", NULL},
		{"", NULL, NULL},
		{"6.1", NULL, NULL},
		{"debian:", NULL, NULL},
		{"debian:6.1=", NULL, NULL},
		{"debian:-o", NULL, NULL},
		{"debian:6.1 x", NULL, NULL},
		{"debian:../6.1", NULL, NULL},
		{"git:", NULL, NULL},
		{"git:/no@", NULL, NULL},
		{"git:/no@-x", NULL, NULL},
		{"dir:", NULL, NULL},
		{"dir:/a\nb", NULL, NULL},
		{"ftp:6.1", NULL, NULL},
	};

	(void)fixture;
	(void)unused;
	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(KsSource)
			source = ks_source_parse(cases[i].text, &error);

		g_test_message("%s", cases[i].text);
		if (!cases[i].from) {
			g_assert_null(source);
			assert_error(error, KS_ERROR_USAGE, "debian:LINE");
			continue;
		}
		g_assert_no_error(error);
		g_assert_cmpstr(source->from, ==, cases[i].from);
		g_assert_cmpstr(source->at, ==, cases[i].at);
	}
}

/* Both '@' of "a@b@HEAD" may divide: the folder that is there decides. */
static void test_source_at(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *text =
		g_strconcat("git:", fixture->dir, "/a@b@HEAD@{1}", NULL);
	g_autofree char *path = in(fixture, "a@b");
	g_autoptr(KsSource) source = NULL;

	(void)unused;
	g_assert_cmpint(g_mkdir(path, 0755), ==, 0);
	source = ks_source_parse(text, NULL);
	g_assert_cmpstr(source->from, ==, path);
	g_assert_cmpstr(source->at, ==, "HEAD@{1}");
	g_assert_cmpstr(source->text, ==, text);
}

static void test_names(Fixture *fixture, gconstpointer unused)
{
	static const char *const bad[] = {"",	  "-x",	 "a b",	 "a/b",
					  "a..b", "a.",	 ".a",	 "x.lock",
					  "a\nb", "a~b", "a^{}", "\303\244"};

	(void)unused;
	put(fixture, "src/a.c", "int a;\n");
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autofree char *source =
			g_strconcat("dir:", fixture->dir, "/src", NULL);
		g_autoptr(GError) error = NULL;

		g_assert_null(
			ks_tree_add(fixture->context, bad[i], source, &error));
		assert_error(error, KS_ERROR_USAGE, "not a name");
	}
}

static void test_taken(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *same = g_strconcat("dir:", fixture->dir, "/src", NULL);
	g_autofree char *other =
		g_strconcat("dir:", fixture->dir, "/two", NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTree) tree = NULL;

	(void)unused;
	put(fixture, "src/a.c", "int a;\n");
	put(fixture, "two/a.c", "int b;\n");
	tree = add(fixture, "t", "dir", "src");
	g_assert_null(ks_tree_add(fixture->context, "t", same, &error));
	assert_error(error, KS_ERROR_USAGE, "kseries tree update t");
	g_clear_error(&error);
	g_assert_null(ks_tree_add(fixture->context, "t", other, &error));
	assert_error(error, KS_ERROR_USAGE, "kseries tree rm t");
}

static void test_find(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *source =
		g_strconcat("dir:", fixture->dir, "/src", NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTree) tree = NULL;
	g_autoptr(KsTree) by_source = NULL;

	(void)unused;
	g_assert_null(ks_tree_find(fixture->context, "6.1", &error));
	assert_error(error, KS_ERROR_USAGE, "kseries tree add 6.1 debian:6.1");
	g_clear_error(&error);

	put(fixture, "src/a.c", "int a;\n");
	tree = add(fixture, "mine", "dir", "src");
	g_assert_null(ks_tree_find(fixture->context, "debian:5.10", &error));
	assert_error(error, KS_ERROR_USAGE, "there is mine");
	assert_error(error, KS_ERROR_USAGE,
		     "kseries tree add 5.10 debian:5.10");
	g_clear_error(&error);

	by_source = ks_tree_find(fixture->context, source, &error);
	g_assert_no_error(error);
	g_assert_cmpstr(by_source->name, ==, "mine");
	g_assert_cmpstr(by_source->commit, ==, tree->commit);
	g_assert_null(by_source->version);
	g_assert_null(by_source->package);
}

/* Sorted as versions are, with what each is. */
static void test_list(Fixture *fixture, gconstpointer unused)
{
	static const char *const names[] = {"5.4", "5.10", "6.1"};
	g_autoptr(GPtrArray) none = ks_tree_list(fixture->context, NULL);
	g_autoptr(GPtrArray) trees = NULL;

	(void)unused;
	g_assert_cmpuint(none->len, ==, 0);
	put(fixture, "src/Makefile", KERNEL_MAKEFILE);
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		ks_tree_free(add(fixture, names[2 - i], "dir", "src"));
	trees = ks_tree_list(fixture->context, NULL);
	g_assert_cmpuint(trees->len, ==, G_N_ELEMENTS(names));
	for (guint i = 0; i < trees->len; i++) {
		const KsTree *tree = trees->pdata[i];

		g_assert_cmpstr(tree->name, ==, names[i]);
		g_assert_cmpstr(tree->version, ==, "9.8.7-rc6");
		g_assert_cmpint(ABS(tree->imported -
				    g_get_real_time() / G_USEC_PER_SEC),
				<, 120);
	}
}

static void test_remove(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTree) tree = NULL;
	g_autofree char *kind = NULL;

	(void)unused;
	put(fixture, "src/a.c", "int a;\n");
	tree = add(fixture, "t", "dir", "src");
	g_assert_true(ks_tree_remove(fixture->context, "t", &error));
	g_assert_no_error(error);
	g_assert_null(ks_tree_find(fixture->context, "t", &error));
	g_clear_error(&error);
	assert_text(store(fixture, "cat-file", "-t", tree->commit), "commit");
	g_assert_true(ks_tree_prune(fixture->context, &error));
	g_assert_no_error(error);
	kind = store(fixture, "cat-file", "-t", tree->commit);
	g_assert_null(kind);
	g_assert_false(ks_tree_remove(fixture->context, "t", &error));
	assert_error(error, KS_ERROR_USAGE, "no tree 't'");
}

/* Pruning keeps what a tree and what a branch needs. */
static void test_prune_keeps(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsTree) stays = NULL;
	g_autoptr(KsTree) goes = NULL;

	(void)unused;
	put(fixture, "one/a.c", "int a;\n");
	put(fixture, "two/a.c", "int b;\n");
	stays = add(fixture, "one", "dir", "one");
	goes = add(fixture, "two", "dir", "two");
	g_free(store(fixture, "update-ref", "refs/heads/mine", goes->commit));
	g_assert_true(ks_tree_remove(fixture->context, "two", NULL));
	g_assert_true(ks_tree_prune(fixture->context, NULL));
	assert_text(store(fixture, "show", "refs/trees/one:a.c"), "int a;");
	assert_text(store(fixture, "show", "refs/heads/mine:a.c"), "int b;");
}

static void test_dir(Fixture *fixture, gconstpointer unused)
{
	static const char *const left_out[] = {
		".git/config",	    "drivers/a.o",
		"drivers/.a.o.cmd", "drivers/m.mod",
		"drivers/m.mod.c",  "drivers/m.ko",
		"Module.symvers",   "modules.order",
		"vmlinux",	    ".config",
		".tmp_versions/x",  "include/generated/x.h",
		"include/config/x", "arch/x86/include/generated/x.h",
	};
	g_autofree char *script = in(fixture, "src/run");
	g_autofree char *link = in(fixture, "src/link");
	g_autofree char *loop = in(fixture, "src/loop");
	g_autoptr(KsTree) tree = NULL;

	(void)unused;
	put(fixture, "src/Makefile", KERNEL_MAKEFILE);
	put(fixture, "src/drivers/a.c", "int a;\n");
	put(fixture, "src/drivers/.gitignore", "/*\n");
	put(fixture, "src/empty", "");
	put(fixture, "src/run", "#!/bin/sh\n");
	for (guint i = 0; i < G_N_ELEMENTS(left_out); i++) {
		g_autofree char *name = g_strconcat("src/", left_out[i], NULL);

		put(fixture, name, "product");
	}
	g_assert_cmpint(g_chmod(script, 0755), ==, 0);
	g_assert_cmpint(symlink("drivers/a.c", link), ==, 0);
	g_assert_cmpint(symlink(".", loop), ==, 0);

	tree = add(fixture, "t", "dir", "src");
	g_assert_cmpstr(tree->version, ==, "9.8.7-rc6");
	assert_text(store(fixture, "ls-tree", "-r",
			  "--format=%(objectmode) %(path)", "refs/trees/t"),
		    "100644 Makefile\n"
		    "100644 drivers/.gitignore\n"
		    "100644 drivers/a.c\n"
		    "100644 empty\n"
		    "120000 link\n"
		    "120000 loop\n"
		    "100755 run");
	assert_text(store(fixture, "show", "refs/trees/t:drivers/a.c"),
		    "int a;");
	assert_text(store(fixture, "show", "refs/trees/t:link"), "drivers/a.c");
}

static void test_dir_bad(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *gone =
		g_strconcat("dir:", fixture->dir, "/gone", NULL);
	g_autofree char *empty =
		g_strconcat("dir:", fixture->dir, "/empty", NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) trees = NULL;

	(void)unused;
	put(fixture, "empty/a.o", "");
	g_assert_null(ks_tree_add(fixture->context, "t", gone, &error));
	assert_error(error, KS_ERROR_USAGE, "no such folder");
	g_clear_error(&error);
	g_assert_null(ks_tree_add(fixture->context, "t", empty, &error));
	assert_error(error, KS_ERROR_USAGE, "no source file");
	trees = ks_tree_list(fixture->context, NULL);
	g_assert_cmpuint(trees->len, ==, 0);
}

static void test_dir_update(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsTree) first = NULL;
	g_autoptr(KsTree) same = NULL;
	g_autoptr(KsTree) other = NULL;
	bool changed = true;

	(void)unused;
	put(fixture, "src/a.c", "int a;\n");
	first = add(fixture, "t", "dir", "src");
	same = ks_tree_update(fixture->context, "t", &changed, NULL);
	g_assert_false(changed);
	g_assert_cmpstr(same->commit, ==, first->commit);
	put(fixture, "src/a.c", "int b;\n");
	other = ks_tree_update(fixture->context, "t", &changed, NULL);
	g_assert_true(changed);
	g_assert_cmpstr(other->tree, !=, first->tree);
	assert_text(store(fixture, "show", "refs/trees/t:a.c"), "int b;");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*run)(Fixture *fixture, gconstpointer unused);
	} tests[] = {
		{"/tree/sources", test_sources},
		{"/tree/source-at", test_source_at},
		{"/tree/names", test_names},
		{"/tree/taken", test_taken},
		{"/tree/find", test_find},
		{"/tree/list", test_list},
		{"/tree/remove", test_remove},
		{"/tree/prune-keeps", test_prune_keeps},
		{"/tree/dir", test_dir},
		{"/tree/dir-bad", test_dir_bad},
		{"/tree/dir-update", test_dir_update},
	};

	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run,
			   tear_down);
	return g_test_run();
}
