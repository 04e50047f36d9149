// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/context.h"
#include "base/error.h"
#include "base/foreign.h"
#include "base/prune.h"
#include "check/words.h"

#define HW   "drivers/net/e1000/e1000_hw.o"
#define MAIN "drivers/net/e1000/e1000_main.o"

/* As kbuild of 6.1 prints it, kernel-doc after CHECK. */
static const char output[] =
	"  GEN     Makefile\n"
	"  CC      scripts/mod/empty.o\n"
	"  CC [M]  " MAIN "\n"
	"a.c: In function 'f':\n"
	"a.c:1:2: warning: unused variable 'x'\n"
	"  CHECK   /src/a.c\n"
	"a.c:9: warning: Function parameter or member 'y' not described\n"
	"  CC [M]  " HW "\n"
	"  LD [M]  drivers/net/e1000/e1000.o\n"
	"make[3]: *** [/src/scripts/Makefile.build:250: " HW "] Error 1\n"
	"  MODPOST Module.symvers\n"
	"ERROR: modpost: \"f\" [drivers/net/e1000/e1000.ko] undefined!\n"
	"  CC [M]  drivers/net/e1000/e1000.mod.o\n"
	"  CC      drivers/net/e1000/.module-common.o\n";

typedef struct {
	char *dir;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	fixture->dir = g_dir_make_tmp("ks-words-XXXXXX", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->dir);
	g_free(fixture->dir);
}

static void put(const Fixture *fixture, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(fixture->dir, name, NULL);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void test_split(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsWords) words = NULL;
	const char *text;

	(void)unused;
	put(fixture, "drivers!net!e1000!e1000_hw.o", "status 0\n");
	put(fixture, ".drivers!net!e1000!e1000_main.o", "half");
	words = ks_words_parse(output, fixture->dir, NULL);
	g_assert_nonnull(words);
	g_assert_true(words->reached);
	g_assert_cmpuint(g_hash_table_size(words->failed), ==, 1);
	g_assert_true(g_hash_table_contains(words->failed, HW));
	text = g_hash_table_lookup(words->objects, MAIN);
	g_assert_nonnull(strstr(text, "unused variable"));
	g_assert_nonnull(strstr(text, "not described"));
	text = g_hash_table_lookup(words->objects, HW);
	g_assert_cmpstr(text, ==, "  CC [M]  " HW "\n");
	g_assert_cmpuint(g_hash_table_size(words->objects), ==, 3);
	g_assert_nonnull(strstr(words->link, "undefined!"));
	g_assert_null(strstr(words->link, "unused variable"));
	/* a check that did not end is none */
	g_assert_cmpuint(g_hash_table_size(words->sparse), ==, 1);
	g_assert_cmpstr(g_hash_table_lookup(words->sparse, HW), ==,
			"status 0\n");
	/* scripts/mod/empty.o is no module's */
	g_assert_true(words->unsure);
}

static void test_nothing(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsWords) words =
		ks_words_parse("Makefile:3: *** missing separator.  Stop.\n",
			       fixture->dir, NULL);

	(void)unused;
	g_assert_false(words->reached);
	g_assert_false(words->unsure);
	g_assert_cmpuint(g_hash_table_size(words->objects), ==, 0);
}

/* What a patch's code leaves in a folder is read only if it is a file. */
static void test_foreign(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *fifo = g_build_filename(fixture->dir, "fifo", NULL);
	g_autofree char *link = g_build_filename(fixture->dir, "link", NULL);
	g_autofree char *file = g_build_filename(fixture->dir, "file", NULL);
	g_autofree char *to = g_build_filename(fixture->dir, "copy", NULL);
	g_autofree char *text = NULL;
	g_autoptr(GError) error = NULL;
	gsize len;

	(void)unused;
	put(fixture, "file", "words");
	g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
	g_assert_cmpint(symlink("/etc/passwd", link), ==, 0);
	g_assert_null(ks_foreign_read(fifo, NULL, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_clear_error(&error);
	g_assert_false(ks_foreign_copy(link, to, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_assert_false(g_file_test(to, G_FILE_TEST_EXISTS));
	g_assert_true(ks_foreign_copy(file, to, NULL));
	text = ks_foreign_read(to, &len, NULL);
	g_assert_cmpmem(text, len, "words", 5);
}

/* The oldest go, but none that is in use. */
static void test_prune(Fixture *fixture, gconstpointer unused)
{
	static const char *const names[] = {"old", "older", "oldest"};
	g_autofree char *old = g_build_filename(fixture->dir, "old", NULL);
	g_autofree char *oldest =
		g_build_filename(fixture->dir, "oldest", NULL);

	(void)unused;
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		g_autofree char *path =
			g_build_filename(fixture->dir, names[i], NULL);
		struct timespec times[2] = {{.tv_sec = 1000 - i},
					    {.tv_sec = 1000 - i}};

		put(fixture, names[i], "x");
		utimensat(AT_FDCWD, path, times, 0);
	}
	ks_prune(fixture->dir, 2, 0);
	g_assert_false(g_file_test(oldest, G_FILE_TEST_EXISTS));
	g_assert_true(g_file_test(old, G_FILE_TEST_EXISTS));
	ks_prune_touch(old);
	ks_prune(fixture->dir, 0, 100);
	g_assert_true(g_file_test(old, G_FILE_TEST_EXISTS));
	ks_prune(fixture->dir, 0, 0);
	g_assert_false(g_file_test(old, G_FILE_TEST_EXISTS));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/words/split", Fixture, NULL, set_up, test_split,
		   tear_down);
	g_test_add("/words/nothing", Fixture, NULL, set_up, test_nothing,
		   tear_down);
	g_test_add("/words/foreign", Fixture, NULL, set_up, test_foreign,
		   tear_down);
	g_test_add("/words/prune", Fixture, NULL, set_up, test_prune,
		   tear_down);
	return g_test_run();
}
