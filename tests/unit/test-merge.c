// SPDX-License-Identifier: GPL-2.0
/* Three-way merges in the store, by git itself. */
#include "backport/merge.h"
#include "tree-fixture.h"

#define TEN   "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"
#define TENTH "1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n"

typedef struct {
	Fixture fixture;
	GPtrArray *files; /* what the change does */
	KsMerge *merge;
} Scene;

static void scene_set_up(Scene *scene, gconstpointer unused)
{
	set_up(&scene->fixture, unused);
	scene->files = ks_change_files_new();
	put(&scene->fixture, "base/same.c", "same\n");
	put(&scene->fixture, "ours/same.c", "same\n");
}

static void scene_tear_down(Scene *scene, gconstpointer unused)
{
	g_clear_pointer(&scene->merge, ks_merge_free);
	g_ptr_array_unref(scene->files);
	tear_down(&scene->fixture, unused);
}

static void change(Scene *scene, const char *path, const char *before,
		   const char *after)
{
	g_autoptr(GBytes) one = before ? g_bytes_new(before, strlen(before)) :
					 NULL;
	g_autoptr(GBytes) two = after ? g_bytes_new(after, strlen(after)) :
					NULL;

	ks_change_files_add(scene->files, path, one, two);
}

static void merge(Scene *scene)
{
	g_autoptr(KsTree) base = add(&scene->fixture, "base", "dir", "base");
	g_autoptr(KsTree) ours = add(&scene->fixture, "ours", "dir", "ours");
	g_autoptr(GError) error = NULL;

	scene->merge = ks_merge(scene->fixture.context, base->commit,
				scene->files, ours->commit, &error);
	g_assert_no_error(error);
}

static void assert_file(const Scene *scene, const char *path, const char *text)
{
	g_autofree char *name =
		g_strdup_printf("%s:%s", scene->merge->tree, path);
	g_autofree char *got = store(&scene->fixture, "cat-file", "-p", name);
	g_autofree char *want = g_strchomp(g_strdup(text));

	g_assert_cmpstr(got, ==, want);
}

static bool is(GBytes *bytes, const char *text)
{
	gsize size;
	const char *data = g_bytes_get_data(bytes, &size);

	return size == strlen(text) && !memcmp(data, text, size);
}

static const KsMergeConflict *conflict(const Scene *scene)
{
	g_assert_cmpuint(scene->merge->conflicts->len, ==, 1);
	return scene->merge->conflicts->pdata[0];
}

static void test_clean(Scene *scene, gconstpointer unused)
{
	(void)unused;
	put(&scene->fixture, "base/a.c", TEN);
	put(&scene->fixture, "ours/a.c", "0\n" TEN);
	change(scene, "a.c", TEN, TENTH);
	change(scene, "new.c", NULL, "new\n");
	merge(scene);
	g_assert_cmpuint(scene->merge->conflicts->len, ==, 0);
	assert_file(scene, "a.c", "0\n" TENTH);
	assert_file(scene, "new.c", "new\n");
	assert_file(scene, "same.c", "same\n");
}

/* What the base commit has does not count where a text before is given. */
static void test_translated(Scene *scene, gconstpointer unused)
{
	(void)unused;
	put(&scene->fixture, "base/a.c", "other words\n");
	put(&scene->fixture, "ours/a.c", TEN);
	change(scene, "a.c", TEN, TENTH);
	merge(scene);
	g_assert_cmpuint(scene->merge->conflicts->len, ==, 0);
	assert_file(scene, "a.c", TENTH);
}

/* The line is the target's, and all three texts are shown. */
static void test_contents(Scene *scene, gconstpointer unused)
{
	const KsMergeConflict *it;

	(void)unused;
	put(&scene->fixture, "base/a.c", TEN);
	put(&scene->fixture, "ours/a.c",
	    "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\nzehn\nelf\n");
	change(scene, "a.c", TEN, TENTH);
	merge(scene);
	it = conflict(scene);
	g_assert_cmpstr(it->path, ==, "a.c");
	g_assert_cmpstr(it->kind, ==, "contents");
	g_assert_cmpuint(it->line, ==, 11);
	g_assert_true(is(it->ours, "zehn\nelf\n"));
	g_assert_true(is(it->base, "10\n"));
	g_assert_true(is(it->theirs, "ten\n"));
}

/* The second one's line does not count what the others have in the first. */
static void test_two(Scene *scene, gconstpointer unused)
{
	const KsMergeConflict *it;

	(void)unused;
	put(&scene->fixture, "base/a.c", TEN);
	put(&scene->fixture, "ours/a.c",
	    "eins\n2\n3\n4\n5\n6\n7\n8\n9\nzehn\n");
	change(scene, "a.c", TEN, "one\nand\n2\n3\n4\n5\n6\n7\n8\n9\nten\n");
	merge(scene);
	g_assert_cmpuint(scene->merge->conflicts->len, ==, 2);
	it = scene->merge->conflicts->pdata[0];
	g_assert_cmpuint(it->line, ==, 1);
	g_assert_true(is(it->theirs, "one\nand\n"));
	it = scene->merge->conflicts->pdata[1];
	g_assert_cmpuint(it->line, ==, 10);
	g_assert_true(is(it->ours, "zehn\n"));
}

static void test_absent(Scene *scene, gconstpointer unused)
{
	const KsMergeConflict *it;

	(void)unused;
	put(&scene->fixture, "base/a.c", TEN);
	change(scene, "a.c", TEN, TENTH);
	merge(scene);
	it = conflict(scene);
	g_assert_cmpstr(it->kind, ==, "modify/delete");
	g_assert_cmpstr(it->path, ==, "a.c");
	g_assert_cmpuint(it->line, ==, 0);
	g_assert_null(it->ours);
}

/* The target has the change already: nothing to do. */
static void test_there(Scene *scene, gconstpointer unused)
{
	g_autofree char *tree = NULL;

	(void)unused;
	put(&scene->fixture, "base/a.c", TEN);
	put(&scene->fixture, "ours/a.c", TENTH);
	change(scene, "a.c", TEN, TENTH);
	merge(scene);
	tree = store(&scene->fixture, "rev-parse", "refs/trees/ours^{tree}");
	g_assert_cmpstr(scene->merge->tree, ==, tree);
}

/* It leaves no branch behind. */
static void test_refs(Scene *scene, gconstpointer unused)
{
	g_autofree char *refs = NULL;

	(void)unused;
	put(&scene->fixture, "base/a.c", TEN);
	put(&scene->fixture, "ours/a.c", TEN);
	change(scene, "a.c", TEN, NULL);
	merge(scene);
	g_assert_cmpuint(scene->merge->conflicts->len, ==, 0);
	refs = store(&scene->fixture, "for-each-ref", "refs/kseries");
	g_assert_cmpstr(refs, ==, "");
}

#define ADD(name, test)                                                        \
	g_test_add("/merge/" name, Scene, NULL, scene_set_up, test,            \
		   scene_tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("clean", test_clean);
	ADD("translated", test_translated);
	ADD("contents", test_contents);
	ADD("two", test_two);
	ADD("absent", test_absent);
	ADD("there", test_there);
	ADD("refs", test_refs);
	return g_test_run();
}
