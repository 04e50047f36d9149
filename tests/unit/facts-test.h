/* SPDX-License-Identifier: GPL-2.0 */
#ifndef FACTS_TEST_H
#define FACTS_TEST_H

#include <stdbool.h>
#include <string.h>

#include "base/context.h"

typedef struct {
	char *dir, *program;
} Fixture;

/* The program lies two folders above the tests. */
static inline void set_up(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *self = g_file_read_link("/proc/self/exe", NULL);
	g_autofree char *dir = g_path_get_dirname(self);

	(void)unused;
	fixture->dir = g_dir_make_tmp("ks-facts-XXXXXX", NULL);
	fixture->program =
		g_build_filename(dir, "..", "..", "kseries-facts", NULL);
}

static inline void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->dir);
	g_free(fixture->dir);
	g_free(fixture->program);
}

static inline void put(const Fixture *fixture, const char *name,
		       const char *text)
{
	g_autofree char *path = g_build_filename(fixture->dir, name, NULL);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static inline int run(const Fixture *fixture, const char *unit, char **out)
{
	g_autofree char *path = g_build_filename(fixture->dir, unit, NULL);
	char *argv[] = {fixture->program, fixture->dir, path, "-std=gnu11",
			NULL};
	g_autofree char *words = NULL;
	int status = -1;

	g_assert_true(g_spawn_sync(NULL, argv, NULL, 0, NULL, NULL, out, &words,
				   &status, NULL));
	g_assert_null(strstr(words, "Sanitizer"));
	return status;
}

/* What the program says of a text, which compiles. */
static inline char *facts_of(const Fixture *fixture, const char *text)
{
	char *out = NULL;

	put(fixture, "u.c", text);
	g_assert_cmpint(run(fixture, "u.c", &out), ==, 0);
	g_assert_true(g_str_has_prefix(out, "facts\t1\ndep\tu.c\n"));
	g_assert_true(g_str_has_suffix(out, "\nend\n"));
	g_assert_null(strstr(out, "\nerror\t"));
	return out;
}

/* Is there a run of whole lines? "~" stands for the tabs. */
static inline bool has(const char *out, const char *lines)
{
	g_autofree char *whole = g_strconcat("\n", lines, "\n", NULL);

	return strstr(out, g_strdelimit(whole, "~", '\t'));
}

#define assert_has(out, lines)                                                 \
	do {                                                                   \
		if (!has(out, lines))                                          \
			g_error("no \"%s\" in:\n%s", lines, out);              \
	} while (0)

#define assert_lacks(out, lines)                                               \
	do {                                                                   \
		if (has(out, lines))                                           \
			g_error("\"%s\" in:\n%s", lines, out);                 \
	} while (0)

#endif
