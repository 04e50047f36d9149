// SPDX-License-Identifier: GPL-2.0
#include "cmd/pick.h"

#include "backport/mbox.h"
#include "backport/missing.h"
#include "backport/verify.h"
#include "base/error.h"
#include "report/pick.h"
#include "tree/git.h"

static void picks_free(gpointer picks)
{
	ks_picks_free(picks);
}

static void tree_free(gpointer tree)
{
	ks_tree_free(tree);
}

/* All of them before anything is done: a wrong name costs nothing. */
static GPtrArray *find_trees(KsContext *context, const char *to, GError **error)
{
	g_auto(GStrv) names = g_strsplit(to, ",", -1);
	g_autoptr(GPtrArray) trees = g_ptr_array_new_with_free_func(tree_free);

	for (char **name = names; *name; name++) {
		KsTree *tree = ks_tree_find(context, *name, error);

		if (!tree)
			return NULL;
		g_ptr_array_add(trees, tree);
	}
	return g_steal_pointer(&trees);
}

static bool is_free(const char *dir, GError **error)
{
	g_autoptr(GDir) there = g_dir_open(dir, 0, NULL);

	if (!there || !g_dir_read_name(there))
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s is not empty: name a new folder for the mails", dir);
	return false;
}

/* DIR/TREE/0001-....patch, as git am takes them. */
static bool write_mails(const KsContext *context, const KsPicks *picks,
			const char *output, GError **error)
{
	g_autofree char *dir = g_build_filename(output, picks->tree, NULL);
	g_autofree char *range =
		g_strdup_printf("%s..%s", picks->base, picks->tip);
	const char *argv[] = {"format-patch",
			      "--quiet",
			      "--no-signature",
			      "--pretty=mboxrd",
			      "-o",
			      dir,
			      range,
			      NULL};

	return ks_mkdir(dir, error) &&
	       ks_git_run(context, argv, NULL, NULL, NULL, error);
}

static bool is_good(GPtrArray *targets)
{
	for (guint i = 0; i < targets->len; i++) {
		const KsPicks *picks = targets->pdata[i];

		if (picks->fates[KS_PICK_CONFLICT] ||
		    picks->fates[KS_PICK_NEEDS])
			return false;
	}
	return true;
}

static bool is_mbox(const char *what)
{
	return g_file_test(what, G_FILE_TEST_IS_REGULAR);
}

/* For the branch's name: of a file without its folder. */
static char *name_of(const char *what)
{
	return is_mbox(what) ? g_path_get_basename(what) : g_strdup(what);
}

static GPtrArray *find_changes(KsContext *context, const KsPickOptions *options,
			       const KsFamily *family, GError **error)
{
	if (is_mbox(options->what))
		return ks_changes_of_mails(context, options->what,
					   options->base, family, error);
	if (!options->base)
		return ks_changes_find(context, options->what, family, error);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s is no file: --base is for mails, drop it",
		    options->what);
	return NULL;
}

/* One target with what it has of the changes. */
static bool pick(KsContext *context, const KsPickOptions *options,
		 const KsDialect *dialect, GPtrArray *changes,
		 const KsTree *tree, GPtrArray *targets, GError **error)
{
	g_autofree char *what = name_of(options->what);
	KsPicks *picks = ks_pick(context, dialect, changes, what, tree, error);

	if (!picks)
		return false;
	g_ptr_array_add(targets, picks);
	return ks_picks_verify(context, picks, error) &&
	       (!options->output ||
		write_mails(context, picks, options->output, error));
}

static int run(KsContext *context, const KsPickOptions *options,
	       GPtrArray *trees, const KsFamily *family, GError **error)
{
	g_autoptr(GPtrArray)
		targets = g_ptr_array_new_with_free_func(picks_free);
	g_autoptr(GPtrArray)
		changes = find_changes(context, options, family, error);
	g_autoptr(KsDialect)
		dialect = changes ? ks_dialect_load(context, error) : NULL;
	guint taken = 0;

	if (!dialect)
		return KS_EXIT_BROKEN;
	if (options->from &&
	    !ks_missing_drop_taken(context, changes, trees->pdata[0], &taken,
				   error))
		return KS_EXIT_BROKEN;
	for (guint i = 0; i < trees->len; i++)
		if (!pick(context, options, dialect, changes, trees->pdata[i],
			  targets, error))
			return KS_EXIT_BROKEN;
	if (context->json)
		ks_report_pick_json(options->what, targets);
	else if (options->from)
		ks_report_missing_text(targets->pdata[0], taken);
	else
		ks_report_pick_text(targets);
	return is_good(targets) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}

int ks_cmd_pick(KsContext *context, const KsPickOptions *options,
		GError **error)
{
	g_autoptr(GPtrArray) trees = find_trees(context, options->to, error);
	g_autoptr(KsFamily) family = NULL;
	g_autofree char *range = NULL;
	KsPickOptions found = *options;

	if (!trees || (options->output && !is_free(options->output, error)))
		return KS_EXIT_USAGE;
	if (options->family) {
		family = ks_family_load(context, options->family, error);
		if (!family)
			return KS_EXIT_USAGE;
	}
	if (options->from && trees->len != 1) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "--from looks for what one tree lacks: name one "
			    "with --to");
		return KS_EXIT_USAGE;
	}
	if (options->from) {
		range = ks_missing_range(context, options->from,
					 trees->pdata[0], error);
		if (!range)
			return KS_EXIT_USAGE;
		found.what = range;
	}
	return run(context, &found, trees, family, error);
}
