/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TREE_FIXTURE_H
#define TREE_FIXTURE_H

#include <glib/gstdio.h>
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "tree/git.h"
#include "tree/tree.h"

/* A home of its own in a scratch folder, for the tests of trees. */
typedef struct {
	char *dir;
	KsContext *context;
} Fixture;

static inline void set_up(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *home = NULL;

	(void)unused;
	fixture->dir = g_dir_make_tmp("ks-tree-XXXXXX", NULL);
	home = g_build_filename(fixture->dir, "home", NULL);
	fixture->context = ks_context_new(home, NULL);
	g_assert_nonnull(fixture->context);
}

static inline void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->dir);
	ks_context_free(fixture->context);
	g_free(fixture->dir);
}

/* A path in the scratch folder; newly allocated. */
static inline char *in(const Fixture *fixture, const char *name)
{
	return g_build_filename(fixture->dir, name, NULL);
}

/* Write a file, and the folders above it. */
static inline void put(const Fixture *fixture, const char *name,
		       const char *text)
{
	g_autofree char *path = in(fixture, name);
	g_autofree char *folder = g_path_get_dirname(path);

	g_assert_cmpint(g_mkdir_with_parents(folder, 0755), ==, 0);
	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

/*
 * Run a program in the scratch folder, which must end well; its output without
 * the last newline, newly allocated.
 */
static inline char *run(const Fixture *fixture, const char *word,
			...) G_GNUC_NULL_TERMINATED;

static inline char *run(const Fixture *fixture, const char *word, ...)
{
	static const char *const env[] = {"GIT_CONFIG_GLOBAL=/dev/null",
					  "GIT_CONFIG_NOSYSTEM=1",
					  "GIT_AUTHOR_NAME=Tess Tor",
					  "GIT_COMMITTER_NAME=Tess Tor",
					  "GIT_AUTHOR_EMAIL=t@example.org",
					  "GIT_COMMITTER_EMAIL=t@example.org",
					  NULL};
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autoptr(GError) error = NULL;
	g_auto(KsChildResult) result = {0};
	KsChildSpec spec = {.cwd = fixture->dir, .env = env, .timeout_s = 60};
	va_list ap;

	va_start(ap, word);
	for (; word; word = va_arg(ap, const char *))
		g_ptr_array_add(argv, (gpointer)word);
	va_end(ap);
	g_ptr_array_add(argv, NULL);
	spec.argv = (const char *const *)argv->pdata;
	ks_child_check(&spec, &result, &error);
	g_assert_no_error(error);
	return g_strchomp(g_string_free(g_steal_pointer(&result.out), FALSE));
}

/* The kernel's three lines that make a folder a kernel. */
#define KERNEL_MAKEFILE                                                        \
	"VERSION = 9\nPATCHLEVEL = 8\nSUBLEVEL = 7\nEXTRAVERSION = -rc6\n"

/* Add a tree that must work. */
static inline KsTree *add(const Fixture *fixture, const char *name,
			  const char *kind, const char *rest)
{
	g_autofree char *source =
		g_strdup_printf("%s:%s/%s", kind, fixture->dir, rest);
	g_autoptr(GError) error = NULL;
	KsTree *tree = ks_tree_add(fixture->context, name, source, &error);

	g_assert_no_error(error);
	g_assert_nonnull(tree);
	return tree;
}

/* What git says in the store; newly allocated. */
#define store(fixture, ...) ks_git((fixture)->context, NULL, __VA_ARGS__, NULL)

#define assert_text(expression, text)                                          \
	do {                                                                   \
		g_autofree char *got_ = (expression);                          \
		g_assert_cmpstr(got_, ==, (text));                             \
	} while (0)

#define assert_error(error, code_, part)                                       \
	do {                                                                   \
		g_assert_error(error, KS_ERROR, code_);                        \
		if (!strstr((error)->message, part))                           \
			g_error("'%s' does not say '%s'", (error)->message,    \
				part);                                         \
	} while (0)

#endif
