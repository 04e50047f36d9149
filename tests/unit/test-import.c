// SPDX-License-Identifier: GPL-2.0
#include <signal.h>
#include <sys/stat.h>

#include "tree-fixture.h"
#include "tree/deb.h"
#include "tree/import.h"
#include "tree/store.h"

typedef struct {
	const char *path, *text;
	guint mode;
} File;

/* What a fill hands over; it breaks off after the files if told to. */
typedef struct {
	const File *files;
	guint count;
	guint64 lie; /* announce so many bytes more than there are */
	bool die;
} Job;

static bool fill(KsImport *import, gpointer data, GError **error)
{
	const Job *job = data;

	for (guint i = 0; i < job->count; i++) {
		const File *file = &job->files[i];
		gsize size = strlen(file->text);

		if (!ks_import_file(import, file->path, file->mode,
				    size + job->lie, 1000 + i, error) ||
		    !ks_import_write(import, file->text, size, error))
			return false;
	}
	if (job->die)
		raise(SIGKILL);
	return true;
}

static char *import(const Fixture *fixture, const Job *job, GError **error)
{
	g_autoptr(KsStoreLock) lock = ks_store_lock(fixture->context, error);

	g_assert_nonnull(lock);
	return ks_import_run(fixture->context, fill, (gpointer)job, error);
}

static const File few[] = {
	{"a.c", "int a;\n", S_IFREG | 0644},
	{"run", "#!/bin/sh\n", S_IFREG | 0755},
	{"user", "u", S_IFREG | 0744},
	{"group", "g", S_IFREG | 0654},
	{"sub/link", "../a.c", S_IFLNK | 0777},
	{"empty", "", S_IFREG | 0600},
	{"with space", "1", S_IFREG | 0644},
	{"\"quoted\"", "2", S_IFREG | 0644},
	{"back\\slash", "3", S_IFREG | 0644},
	{"new\nline", "4", S_IFREG | 0644},
	{"\303\244\377", "5", S_IFREG | 0644},
};

static void test_files(Fixture *fixture, gconstpointer unused)
{
	const Job job = {.files = few, .count = G_N_ELEMENTS(few)};
	g_autoptr(GError) error = NULL;
	g_autofree char *commit = import(fixture, &job, &error);
	g_autofree char *again = import(fixture, &job, &error);
	g_auto(GStrv) paths = NULL;

	(void)unused;
	g_assert_no_error(error);
	g_assert_cmpstr(commit, ==, again);
	paths = ks_git_files(fixture->context, commit, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(g_strv_length(paths), ==, G_N_ELEMENTS(few));
	for (guint i = 0; i < G_N_ELEMENTS(few); i++) {
		g_autofree char *name =
			g_strdup_printf("%s:%s", commit, few[i].path);

		g_assert_true(g_strv_contains((const char *const *)paths,
					      few[i].path));
		/* cat-file --batch takes no newline in a name */
		assert_text(store(fixture, "cat-file", "blob", name),
			    i == 1 ? "#!/bin/sh" :
			    i == 0 ? "int a;" :
				     few[i].text);
	}
	assert_text(
		store(fixture, "ls-tree", "--format=%(objectmode) %(path)",
		      commit, "a.c", "run", "user", "group", "sub/link"),
		"100644 a.c\n100644 group\n100755 run\n120000 sub/link\n100755 user");
	assert_text(store(fixture, "show", "-s",
			  "--format=%an <%ae> %at %cn <%ce> %ct", commit),
		    "kseries <kseries@localhost> 1010 "
		    "kseries <kseries@localhost> 1010");
	/* no ref tells of an import: publishing is the caller's */
	assert_text(store(fixture, "for-each-ref"), "");
}

static void test_bad_paths(Fixture *fixture, gconstpointer unused)
{
	static const char *const paths[] = {
		"",   "/etc/x", "../x",	  "a/../x",	  "a//x",
		"a/", "./x",	".git/x", "a/.GIT/config"};

	(void)unused;
	for (guint i = 0; i < G_N_ELEMENTS(paths); i++) {
		const File file = {paths[i], "x", S_IFREG | 0644};
		const Job job = {.files = &file, .count = 1};
		g_autoptr(GError) error = NULL;

		g_assert_null(import(fixture, &job, &error));
		assert_error(error, KS_ERROR_BROKEN, "not a path");
	}
}

static void test_cut_off(Fixture *fixture, gconstpointer unused)
{
	const Job job = {.files = few, .count = 1, .lie = 1};
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_null(import(fixture, &job, &error));
	assert_error(error, KS_ERROR_BROKEN, "cut off");
}

/* A second import stores only what the first did not. */
static void test_shares(Fixture *fixture, gconstpointer unused)
{
	const File other[] = {few[0], few[1], {"b.c", "int b;\n", 0100644}};
	const Job one = {.files = few, .count = G_N_ELEMENTS(few)};
	const Job two = {.files = other, .count = G_N_ELEMENTS(other)};
	g_autofree char *first = import(fixture, &one, NULL);
	g_autofree char *second = import(fixture, &two, NULL);
	g_autofree char *all = NULL;
	g_autofree char *count = NULL;
	g_auto(GStrv) objects = NULL;

	(void)unused;
	all = store(fixture, "rev-list", "--objects", "--no-object-names",
		    first, second);
	count = store(fixture, "count-objects", "-v");
	g_assert_nonnull(strstr(count, "count: 0\n"));
	g_assert_nonnull(strstr(count, "in-pack: 17\n"));
	objects = g_strsplit(all, "\n", -1);
	g_assert_cmpuint(g_strv_length(objects), ==, 17);
}

/* A killed import leaves nothing that is seen, and is cleared away. */
static void test_killed(Fixture *fixture, gconstpointer unused)
{
	const Job job = {.files = few, .count = 1};
	g_autofree char *quarantine = in(fixture, "home/trees.git/quarantine");
	g_autofree char *commit = NULL;

	(void)unused;
	g_free(import(fixture, &job, NULL));
	g_setenv("KS_TEST_HOME", fixture->context->home, TRUE);
	g_test_trap_subprocess("/import/subprocess/killed", 0,
			       G_TEST_SUBPROCESS_INHERIT_STDERR);
	g_assert_false(g_test_trap_has_passed());
	g_assert_true(g_file_test(quarantine, G_FILE_TEST_EXISTS));
	assert_text(store(fixture, "for-each-ref"), "");
	assert_text(run(fixture, "find", "home/trees.git/objects/pack", "-name",
			"tmp*", NULL),
		    "");
	commit = import(fixture, &job, NULL);
	g_assert_nonnull(commit);
	g_assert_false(g_file_test(quarantine, G_FILE_TEST_EXISTS));
}

static void killed(void)
{
	g_autoptr(KsContext)
		context = ks_context_new(g_getenv("KS_TEST_HOME"), NULL);
	const Fixture fixture = {.context = context};
	const Job job = {.files = few, .count = G_N_ELEMENTS(few), .die = true};

	g_free(import(&fixture, &job, NULL));
}

/* A package such as Debian's: a source archive below usr/src. */
static char *make_deb(const Fixture *fixture, const char *folder)
{
	put(fixture, "top/linux-source-9.8/Makefile", KERNEL_MAKEFILE);
	put(fixture, "top/linux-source-9.8/scripts/run", "#!/bin/sh\n");
	put(fixture, "pkg/usr/src/README", "not the source");
	put(fixture, "pkg/DEBIAN/control",
	    "Package: linux-source-9.8\nVersion: 9.8.7-1\n"
	    "Architecture: all\nMaintainer: Ann <a@example.org>\n"
	    "Description: test\n");
	g_free(run(fixture, "chmod", "755", "top/linux-source-9.8/scripts/run",
		   NULL));
	g_free(run(fixture, "ln", "-sf", "../Makefile",
		   "top/linux-source-9.8/scripts/link", NULL));
	g_free(run(fixture, "ln", "-f", "top/linux-source-9.8/Makefile",
		   "top/linux-source-9.8/scripts/hard", NULL));
	g_free(run(fixture, "tar", "-C", "top", "--sort=name", "--mtime=@5000",
		   "-cJf", "pkg/usr/src/linux-source-9.8.tar.xz", folder,
		   NULL));
	g_free(run(fixture, "dpkg-deb", "--root-owner-group", "-b", "pkg",
		   "source.deb", NULL));
	return in(fixture, "source.deb");
}

static char *import_deb(const Fixture *fixture, const char *deb, GError **error)
{
	g_autoptr(KsStoreLock) lock = ks_store_lock(fixture->context, error);

	g_assert_nonnull(lock);
	return ks_deb_import(fixture->context, deb, "linux-source-9.8",
			     "9.8.7-1", error);
}

static void test_deb(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *deb = make_deb(fixture, "linux-source-9.8");
	g_autofree char *sum = run(fixture, "sha256sum", "source.deb", NULL);
	g_autoptr(GError) error = NULL;
	g_autofree char *commit = import_deb(fixture, deb, &error);
	g_autofree char *again = import_deb(fixture, deb, NULL);
	g_autofree char *message = NULL;

	(void)unused;
	g_assert_no_error(error);
	g_assert_cmpstr(commit, ==, again);
	assert_text(store(fixture, "ls-tree", "-r",
			  "--format=%(objectmode) %(path)", commit),
		    "100644 Makefile\n100644 scripts/hard\n"
		    "120000 scripts/link\n100755 scripts/run");
	message = store(fixture, "show", "-s", "--format=%ct%n%B", commit);
	g_assert_true(
		g_str_has_prefix(message, "5000\nlinux-source-9.8 9.8.7-1\n"));
	sum[64] = '\0';
	g_assert_nonnull(strstr(message, sum));
}

/* At whatever byte a package ends, the import says so. */
static void test_deb_cut(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *deb = make_deb(fixture, "linux-source-9.8");
	g_autofree char *bytes = NULL;
	gsize size;

	(void)unused;
	g_assert_true(g_file_get_contents(deb, &bytes, &size, NULL));
	for (guint i = 0; i < 10; i++) {
		g_autoptr(GError) error = NULL;

		g_assert_true(
			g_file_set_contents(deb, bytes, size * i / 10, NULL));
		g_assert_null(import_deb(fixture, deb, &error));
		assert_error(error, KS_ERROR_BROKEN, "source.deb");
	}
}

/* The archive inside is cut off before it was compressed: in a header, in
 * contents. */
static void test_deb_torn(Fixture *fixture, gconstpointer unused)
{
	static const char *const sizes[] = {"100", "540", "612", "1124"};

	(void)unused;
	g_free(make_deb(fixture, "linux-source-9.8/Makefile"));
	g_free(run(fixture, "xz", "-d", "pkg/usr/src/linux-source-9.8.tar.xz",
		   NULL));
	for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
		g_autofree char *deb = in(fixture, "source.deb");
		g_autoptr(GError) error = NULL;

		g_free(run(fixture, "cp", "pkg/usr/src/linux-source-9.8.tar",
			   "whole.tar", NULL));
		g_free(run(fixture, "truncate", "-s", sizes[i],
			   "pkg/usr/src/linux-source-9.8.tar", NULL));
		g_free(run(fixture, "xz", "pkg/usr/src/linux-source-9.8.tar",
			   NULL));
		g_free(run(fixture, "dpkg-deb", "-b", "pkg", "source.deb",
			   NULL));
		g_assert_null(import_deb(fixture, deb, &error));
		assert_error(error, KS_ERROR_BROKEN, "source.deb");
		g_free(run(fixture, "rm", "pkg/usr/src/linux-source-9.8.tar.xz",
			   NULL));
		g_free(run(fixture, "cp", "whole.tar",
			   "pkg/usr/src/linux-source-9.8.tar", NULL));
	}
}

static void test_deb_other(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autofree char *deb = NULL;

	(void)unused;
	put(fixture, "pkg/usr/src/x", "x");
	deb = make_deb(fixture, "linux-source-9.8");
	g_free(run(fixture, "rm", "pkg/usr/src/linux-source-9.8.tar.xz", NULL));
	g_free(run(fixture, "dpkg-deb", "-b", "pkg", "source.deb", NULL));
	g_assert_null(import_deb(fixture, deb, &error));
	assert_error(error, KS_ERROR_BROKEN,
		     "there is no usr/src/linux-source-");
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*run)(Fixture *fixture, gconstpointer unused);
	} tests[] = {
		{"/import/files", test_files},
		{"/import/bad-paths", test_bad_paths},
		{"/import/cut-off", test_cut_off},
		{"/import/shares", test_shares},
		{"/import/killed", test_killed},
		{"/import/deb", test_deb},
		{"/import/deb-cut", test_deb_cut},
		{"/import/deb-torn", test_deb_torn},
		{"/import/deb-other", test_deb_other},
	};

	signal(SIGPIPE, SIG_IGN);
	g_test_init(&argc, &argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run,
			   tear_down);
	g_test_add_func("/import/subprocess/killed", killed);
	return g_test_run();
}
