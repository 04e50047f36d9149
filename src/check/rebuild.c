// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/dist.h"
#include "check/target_private.h"
#include "check/words.h"

#define COMPILE_TIMEOUT_S 1800
#define VISIT		  "visit"
#define LOG		  "make.log"
#define SPARSE		  "sparse"

/*
 * kbuild hands sparse to a script of ours.  Kernels that know
 * __typeof_unqual__ use it where a sparse without it (0.6.4 and before) reads
 * on in the wrong place; such kernels also fold strings that this sparse does
 * not fold.
 */
static const char *sparse_flags(const KsTarget *target)
{
	g_autofree char *path = g_build_filename(target->src, "include",
						 "linux", "compiler.h", NULL);
	g_autofree char *text = NULL;

	if (g_file_get_contents(path, &text, NULL, NULL) &&
	    strstr(text, "__typeof_unqual__"))
		return "-D__typeof_unqual__=__typeof__ -D__builtin_strlen(x)=(sizeof(x)-1)";
	return "";
}

/*
 * An object that is not there is compiled, whatever time stamps say.  The note
 * of its dependencies stays: if it fails now, it is still known to exist.
 */
static bool drop_objects(KsTarget *target, const char *const *objects)
{
	bool builtin = false;

	for (; *objects; objects++) {
		g_autofree char *path =
			g_build_filename(target->obj, *objects, NULL);

		builtin |= ks_cone_is_builtin(target->cone, *objects);
		g_unlink(path);
	}
	return builtin;
}

/* Only the objects: kbuild's single targets, several at once. */
static bool make_objects(KsTarget *target, const KsRebuild *rebuild,
			 bool builtin, KsMake *make, KsChildResult *result,
			 GError **error)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new();

	for (guint i = 0; rebuild->objects[i]; i++)
		g_ptr_array_add(words, (gpointer)rebuild->objects[i]);
	for (guint i = 0; make->words[i]; i++)
		g_ptr_array_add(words, (gpointer)make->words[i]);
	g_ptr_array_add(words, NULL);
	make->words = (const char *const *)words->pdata;
	return ks_target_mend(target, error) &&
	       ks_target_move(target, rebuild->commit, error) &&
	       ks_target_loosen(target, builtin, error) &&
	       ks_target_run_make(target, make, result, error);
}

static bool run(KsTarget *target, const KsRebuild *rebuild, const char *log,
		const char *sparse, int *status, GError **error)
{
	g_autofree char *wrapper = ks_data_path(target->context, "scripts",
						"sparse-wrapper", NULL);
	g_autofree char *check = g_strconcat("CHECK=", wrapper, NULL);
	g_autofree char *dir = g_strconcat("KS_SPARSE_DIR=", sparse, NULL);
	g_autofree char *flags =
		g_strconcat("KS_SPARSE_FLAGS=", sparse_flags(target), NULL);
	/* -O: what one compiler says stands together; -k: one fails, all tell */
	const char *words[] = {"-k", "-Otarget", "C=1", check, NULL};
	const char *env[] = {dir, flags, NULL};
	KsMake make = {.words = words,
		       .env = env,
		       .log = log,
		       .rw = sparse,
		       .timeout_s = COMPILE_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	bool builtin = drop_objects(target, rebuild->objects);
	bool ok;

	if (target->conf->package)
		ok = ks_dist_make(target, rebuild, &make, &result, error);
	else if (rebuild->link)
		ok = ks_target_loosen(target, builtin, error) &&
		     ks_target_bring(target, rebuild->commit, true, &make,
				     &result, error);
	else
		ok = make_objects(target, rebuild, builtin, &make, &result,
				  error);
	*status = result.status;
	return ok;
}

KsWords *ks_target_rebuild(KsTarget *target, const KsRebuild *rebuild,
			   int *status, GError **error)
{
	g_autofree char *dir = ks_target_path(target, VISIT);
	g_autofree char *log = g_build_filename(dir, LOG, NULL);
	g_autofree char *sparse = g_build_filename(dir, SPARSE, NULL);
	g_autofree char *output = NULL;
	KsWords *words = NULL;

	ks_rmtree(dir);
	if (!ks_mkdir(sparse, error) ||
	    !run(target, rebuild, log, sparse, status, error))
		return NULL;
	if (!g_file_get_contents(log, &output, NULL, NULL))
		output = g_strdup("");
	words = ks_words_parse(output, sparse, error);
	return words;
}
