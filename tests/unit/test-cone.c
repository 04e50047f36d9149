// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "base/context.h"
#include "check/cone.h"

/* A folder of objects with notes as kbuild writes them. */
typedef struct {
	char *dir, *src, *obj;
	KsCone *cone;
} Fixture;

static void put(const Fixture *fixture, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(fixture->obj, name, NULL);
	g_autofree char *dir = g_path_get_dirname(path);

	g_assert_cmpint(g_mkdir_with_parents(dir, 0755), ==, 0);
	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/* The .cmd file of an object: its source and up to two headers. */
static void put_object(const Fixture *fixture, const char *dir,
		       const char *name, const char *header,
		       const char *header2)
{
	const char *src = fixture->src;
	g_autofree char *path = g_strdup_printf("%s/.%s.o.cmd", dir, name);
	bool module = g_str_has_prefix(dir, "drivers/");
	g_autofree char *more =
		header2 ? g_strdup_printf("  %s/%s \\\n", src, header2) :
			  g_strdup("");
	g_autofree char *text = g_strdup_printf(
		"savedcmd_%s/%s.o := gcc -Wp,-MMD,%s/.%s.o.d%s -c -o %s/%s.o %s/%s/%s.c\n\n"
		"source_%s/%s.o := %s/%s/%s.c\n\n"
		"deps_%s/%s.o := \\\n"
		"    $(wildcard include/config/SMP) \\\n"
		"  %s/%s \\\n%s"
		"  include/generated/bounds.h \\\n"
		"  /usr/lib/gcc/include/stdarg.h \\\n\n"
		"%s/%s.o: $(deps_%s/%s.o)\n\n$(deps_%s/%s.o):\n",
		dir, name, dir, name, module ? " -DMODULE " : "", dir, name,
		src, dir, name, dir, name, src, dir, name, dir, name, src,
		header, more, dir, name, dir, name, dir, name);

	put(fixture, path, text);
}

static void set_up(Fixture *fixture, gconstpointer data)
{
	(void)data;
	fixture->dir = g_dir_make_tmp("ks-cone-XXXXXX", NULL);
	fixture->src = g_build_filename(fixture->dir, "src", NULL);
	fixture->obj = g_build_filename(fixture->dir, "obj", NULL);
	put_object(fixture, "drivers/a", "a_main", "drivers/a/a.h",
		   "include/linux/all.h");
	put_object(fixture, "drivers/a", "a_hw", "drivers/a/sub/../a.h", NULL);
	put_object(fixture, "drivers/b", "b", "include/linux/all.h", NULL);
	put_object(fixture, "kernel", "core", "include/linux/all.h", NULL);
	put_object(fixture, "scripts/mod", "modpost", "include/linux/all.h",
		   NULL);
	put(fixture, "drivers/a/.a.o.cmd",
	    "savedcmd_drivers/a/a.o := ld -r -o drivers/a/a.o @drivers/a/a.mod\n");
	put(fixture, "drivers/a/a.mod",
	    "drivers/a/a_main.o\ndrivers/a/a_hw.o\n");
	/* before 5.19: one line, then one of symbols */
	put(fixture, "drivers/b/b.mod", "drivers/b/b.o\n\n");
	fixture->cone = ks_cone_new(fixture->src, fixture->obj);
	g_assert_true(ks_cone_refresh(fixture->cone, NULL));
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	(void)data;
	ks_cone_free(fixture->cone);
	ks_rmtree(fixture->dir);
	g_free(fixture->dir);
	g_free(fixture->src);
	g_free(fixture->obj);
}

static void assert_cone(Fixture *fixture, const char *file,
			const char *expected)
{
	const char *files[] = {file, NULL};
	g_auto(GStrv) objects = ks_cone_objects(fixture->cone, files);
	g_autofree char *got = g_strjoinv(" ", objects);

	g_assert_cmpstr(got, ==, expected);
}

static void test_files(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_cone(fixture, "drivers/a/a_hw.c", "drivers/a/a_hw.o");
	assert_cone(fixture, "drivers/a/a.h",
		    "drivers/a/a_hw.o drivers/a/a_main.o");
	/* a program of the build is not an object of the kernel */
	assert_cone(fixture, "include/linux/all.h",
		    "drivers/a/a_main.o drivers/b/b.o kernel/core.o");
	assert_cone(fixture, "include/linux/other.h", "");
	assert_cone(fixture, "Documentation/a.rst", "");
}

static void test_folders(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_cone(fixture, "drivers/a/Makefile",
		    "drivers/a/a_hw.o drivers/a/a_main.o");
	assert_cone(fixture, "drivers/Kconfig",
		    "drivers/a/a_hw.o drivers/a/a_main.o drivers/b/b.o");
	assert_cone(
		fixture, "Makefile",
		"drivers/a/a_hw.o drivers/a/a_main.o drivers/b/b.o kernel/core.o");
	/* a file that nothing was compiled from yet */
	assert_cone(fixture, "drivers/b/b_new.c", "drivers/b/b.o");
	assert_cone(fixture, "drivers/new.c", "");
	assert_cone(fixture, "new.c", "");
}

static void test_modules(Fixture *fixture, gconstpointer data)
{
	(void)data;
	g_assert_cmpstr(ks_cone_module(fixture->cone, "drivers/a/a_hw.o"), ==,
			"drivers/a/a.ko");
	g_assert_cmpstr(ks_cone_module(fixture->cone, "drivers/b/b.o"), ==,
			"drivers/b/b.ko");
	g_assert_null(ks_cone_module(fixture->cone, "kernel/core.o"));
	g_assert_true(ks_cone_is_builtin(fixture->cone, "kernel/core.o"));
	g_assert_false(ks_cone_is_builtin(fixture->cone, "drivers/b/b.o"));
	g_assert_cmpstr(ks_cone_source(fixture->cone, "kernel/core.o"), ==,
			"kernel/core.c");
}

/* What a later compilation says counts, what is gone does not. */
static void test_refresh(Fixture *fixture, gconstpointer data)
{
	g_autofree char *gone =
		g_build_filename(fixture->obj, "drivers/a/.a_hw.o.cmd", NULL);

	(void)data;
	put_object(fixture, "drivers/b", "b", "drivers/a/a.h", NULL);
	g_unlink(gone);
	g_assert_true(ks_cone_refresh(fixture->cone, NULL));
	assert_cone(fixture, "drivers/a/a.h",
		    "drivers/a/a_main.o drivers/b/b.o");
	assert_cone(fixture, "include/linux/all.h",
		    "drivers/a/a_main.o kernel/core.o");
	g_assert_false(ks_cone_has_file(fixture->cone, "drivers/a/a_hw.c"));
	g_assert_true(ks_cone_has_file(fixture->cone, "drivers/a/a.h"));
}

#define ADD(name, test)                                                        \
	g_test_add("/cone/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("files", test_files);
	ADD("folders", test_folders);
	ADD("modules", test_modules);
	ADD("refresh", test_refresh);
	return g_test_run();
}
