// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "base/error.h"
#include "check/runner.h"
#include "cmd/cmd.h"
#include "mail/format.h"
#include "report/run.h"

static void patch_free(gpointer patch)
{
	ks_patch_free(patch);
}

/* What the checks need of the patches that were made. */
static GPtrArray *patches_of(const KsGen *gen)
{
	GPtrArray *patches = g_ptr_array_new_with_free_func(patch_free);

	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *made = gen->patches->pdata[i];
		KsPatch *patch;

		if (made->skipped && !made->stale)
			continue;
		patch = g_new0(KsPatch, 1);
		patch->number = patches->len + 1;
		patch->subject = g_strdup(made->subject);
		patch->parent = g_strdup(made->parent);
		patch->commit = g_strdup(made->commit);
		patch->mail = g_strdup(made->mail);
		patch->driver = g_strdup(made->def->driver);
		patch->files = g_strdupv(made->files);
		g_ptr_array_add(patches, patch);
	}
	return patches;
}

static bool check_names(char **only, GError **error)
{
	g_autoptr(GString) known = g_string_new(NULL);

	for (const KsCheck *c = ks_checks(); c->name; c++)
		g_string_append_printf(known, "%s%s", known->len ? ", " : "",
				       c->name);
	for (; only && *only; only++) {
		const KsCheck *check = ks_checks();

		while (check->name && !g_str_equal(check->name, *only))
			check++;
		if (check->name)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "there is no check '%s'; there are %s", *only,
			    known->str);
		return false;
	}
	return true;
}

typedef struct {
	char *on;
	char *only;
	gboolean without;
	gboolean fresh;
} Options;

static void options_clear(Options *options)
{
	g_free(options->on);
	g_free(options->only);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool parse(int *argc, char ***argv, Options *options, GError **error)
{
	const GOptionEntry entries[] = {
		{"on", 0, 0, G_OPTION_ARG_STRING, &options->on,
		 "The tree to check the series on", "TREE"},
		{"without", 0, 0, G_OPTION_ARG_NONE, &options->without,
		 "First take out the conversions that the tree has", NULL},
		{"only", 0, 0, G_OPTION_ARG_STRING, &options->only,
		 "Only these checks, with commas between", "CHECKS"},
		{"fresh", 0, 0, G_OPTION_ARG_NONE, &options->fresh,
		 "Do not take verdicts of earlier runs", NULL},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("check", "SERIES --on TREE", entries, argc, argv,
			    error))
		return false;
	if (*argc == 2 && options->on)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"usage: kseries check SERIES --on TREE [--without] [--only CHECK,...] [--fresh]");
	return false;
}

static void print_text(const KsGen *gen, const KsRun *run)
{
	ks_report_run_text(run);
	if (gen->dir)
		printf("patches: %s\n", gen->dir);
	if (run->dir)
		printf("logs:    %s\nreport:  kseries report %" G_GINT64_FORMAT
		       "\n",
		       run->dir, run->id);
}

int ks_cmd_check(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Options) options = {0};
	g_auto(GStrv) only = NULL;
	g_autoptr(KsSeries) series = NULL;
	g_autoptr(KsTree) tree = NULL;
	g_autoptr(KsGen) gen = NULL;
	g_autoptr(GPtrArray) patches = NULL;
	g_autoptr(KsRun) run = NULL;
	KsPlan plan = {0};

	if (!parse(&argc, &argv, &options, error))
		return KS_EXIT_USAGE;
	only = options.only ? g_strsplit(options.only, ",", -1) : NULL;
	if (!check_names(only, error))
		return KS_EXIT_USAGE;
	series = ks_series_load(context, argv[1], error);
	tree = series ? ks_tree_find(context, options.on, error) : NULL;
	gen = tree ? ks_gen_run(context, series, tree, options.without, error) :
		     NULL;
	if (!gen || !ks_format_mails(context, gen, NULL, error))
		return KS_EXIT_BROKEN;
	patches = patches_of(gen);
	if (!patches->len) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"no patch of %s can be made on %s: 'kseries gen' says why; --without takes out first what the tree has already",
			series->name, tree->name);
		return KS_EXIT_USAGE;
	}
	plan.series = series->name;
	plan.tree = tree->name;
	plan.version = tree->version;
	plan.base = gen->base;
	plan.patches = patches;
	plan.only = only;
	plan.fresh = options.fresh;
	run = ks_runner_run(context, &plan, error);
	if (!run)
		return KS_EXIT_BROKEN;
	if (context->json)
		ks_report_run_json(run);
	else
		print_text(gen, run);
	return ks_run_good(run) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}
