/* SPDX-License-Identifier: GPL-2.0 */
#ifndef SANDBOX_TEST_H
#define SANDBOX_TEST_H

#include <glib/gstdio.h>

#include "base/child.h"
#include "base/error.h"

/* A folder of a test's own with "rw" and "ro" for a sandbox, and "home". */
typedef struct {
	KsSandbox *sandbox;
	char *top, *rw, *ro, *home;
} Place;

static inline char *place_dir(const Place *place, const char *name)
{
	char *path = g_build_filename(place->top, name, NULL);

	g_assert_cmpint(g_mkdir(path, 0755), ==, 0);
	return path;
}

static inline void place_set_up(Place *place, gconstpointer unused)
{
	(void)unused;
	place->top = g_dir_make_tmp("ks-sandbox-XXXXXX", NULL);
	g_assert_nonnull(place->top);
	place->rw = place_dir(place, "rw");
	place->ro = place_dir(place, "ro");
	place->home = place_dir(place, "home");
	place->sandbox = ks_sandbox_new();
	ks_sandbox_rw(place->sandbox, place->rw);
	ks_sandbox_ro(place->sandbox, place->ro);
}

static inline void place_tear_down(Place *place, gconstpointer unused)
{
	const char *argv[] = {"rm", "-rf", "--", place->top, NULL};
	KsChildSpec spec = {.argv = argv, .timeout_s = 60};

	(void)unused;
	g_assert_true(ks_child_check(&spec, NULL, NULL));
	ks_sandbox_free(place->sandbox);
	g_free(place->top);
	g_free(place->rw);
	g_free(place->ro);
	g_free(place->home);
}

/*
 * Run a Perl script in the sandbox, or without one when @sandbox is NULL, and
 * with @word as its argument.
 */
static inline bool perl(const KsSandbox *sandbox, const char *script,
			const char *word, KsChildResult *result, GError **error)
{
	const char *argv[] = {"perl", "-e", script, word, NULL};
	KsChildSpec spec = {.argv = argv, .timeout_s = 60, .sandbox = sandbox};

	return ks_child_run(&spec, result, error);
}

/* The same, where the run itself must work; returns its standard output. */
static inline char *perl_says(const KsSandbox *sandbox, const char *script,
			      const char *word)
{
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;

	perl(sandbox, script, word, &result, &error);
	g_assert_no_error(error);
	if (result.err->len)
		g_test_message("%s", result.err->str);
	return g_strdup(result.out->str);
}

#endif
