// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "cmd/cmd.h"
#include "cmd/make.h"
#include "report/gen.h"

int ks_cmd_gen(KsContext *context, int argc, char **argv, GError **error)
{
	g_autofree char *on = NULL;
	g_autofree char *output = NULL;
	gboolean without = FALSE;
	const GOptionEntry entries[] = {
		{"on", 0, 0, G_OPTION_ARG_STRING, &on,
		 "The tree to make the series on", "TREE"},
		{"without", 0, 0, G_OPTION_ARG_NONE, &without,
		 "First take out the conversions that the tree has", NULL},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
		 "Write the mails there (a new or empty folder)", "DIR"},
		G_OPTION_ENTRY_NULL};
	g_autoptr(KsSeries) series = NULL;
	g_autoptr(KsTree) tree = NULL;
	g_autoptr(KsGen) gen = NULL;

	if (!ks_cmd_options("gen", "SERIES --on TREE", entries, &argc, &argv,
			    error))
		return KS_EXIT_USAGE;
	if (argc != 2 || !on) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"usage: kseries gen SERIES --on TREE [--without] [-o DIR]");
		return KS_EXIT_USAGE;
	}
	series = ks_series_load(context, argv[1], error);
	tree = series ? ks_tree_find(context, on, error) : NULL;
	gen = tree ? ks_cmd_make(context, series, tree, without, output,
				 error) :
		     NULL;
	if (!gen)
		return KS_EXIT_BROKEN;
	(context->json ? ks_report_gen_json : ks_report_gen_text)(gen);
	return ks_cmd_wants(gen) ? KS_EXIT_VERDICT : KS_EXIT_OK;
}
