// SPDX-License-Identifier: GPL-2.0
#include "backport/port.h"
#include "base/error.h"
#include "cmd/cmd.h"
#include "cmd/make.h"
#include "cmd/pick.h"
#include "report/backport.h"

static int backport_series(KsContext *context, const KsPickOptions *options,
			   bool without, GError **error)
{
	g_autoptr(KsTree) tree = ks_tree_find(context, options->to, error);
	g_autoptr(KsPort) port = NULL;
	g_autoptr(KsGen) gen = NULL;

	port = tree ? ks_port_new(context, options->what, tree, error) : NULL;
	gen = port ? ks_cmd_make(context, port->series, tree, without,
				 options->output, error) :
		     NULL;
	if (!gen)
		return KS_EXIT_BROKEN;
	(context->json ? ks_report_backport_json :
			 ks_report_backport_text)(port, gen);
	return ks_cmd_wants(gen) ? KS_EXIT_VERDICT : KS_EXIT_OK;
}

int ks_cmd_backport(KsContext *context, int argc, char **argv, GError **error)
{
	g_autofree char *to = NULL;
	g_autofree char *family = NULL;
	g_autofree char *output = NULL;
	g_autofree char *base = NULL;
	g_autofree char *from = NULL;
	gboolean without = FALSE;
	const GOptionEntry entries[] = {
		{"to", 0, 0, G_OPTION_ARG_STRING, &to,
		 "The tree to bring it to; several for commits", "TREE[,...]"},
		{"from", 0, 0, G_OPTION_ARG_STRING, &from,
		 "Find what it has and the tree lacks", "TREE|A..B"},
		{"family", 0, 0, G_OPTION_ARG_STRING, &family,
		 "Only what touches the files of this family", "NAME"},
		{"base", 0, 0, G_OPTION_ARG_STRING, &base,
		 "The tree that the mails of a file are for", "TREE"},
		{"without", 0, 0, G_OPTION_ARG_NONE, &without,
		 "First take out the conversions that the tree has", NULL},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
		 "Write the mails there (a new or empty folder)", "DIR"},
		G_OPTION_ENTRY_NULL};
	bool series;

	if (!ks_cmd_options("backport", "SERIES|COMMIT|A..B|MBOX --to TREE",
			    entries, &argc, &argv, error))
		return KS_EXIT_USAGE;
	if (argc != (from ? 1 : 2) || !to) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"usage: kseries backport SERIES --to TREE [--without] [-o DIR], or kseries backport COMMIT|A..B|MBOX --to TREE[,TREE...] [--family NAME] [--base TREE] [-o DIR], or kseries backport --from TREE|A..B --to TREE [--family NAME] [-o DIR]");
		return KS_EXIT_USAGE;
	}
	const KsPickOptions options = {.what = from ? NULL : argv[1],
				       .from = from,
				       .to = to,
				       .family = family,
				       .base = base,
				       .output = output};

	series = !from && ks_series_exists(context, argv[1]);
	if (series ? family || base : without) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: %s: drop that option", from ? from : argv[1],
			series ?
				"--family and --base are for commits, and this is a series" :
				"--without is for a series, and this is none");
		return KS_EXIT_USAGE;
	}
	return series ? backport_series(context, &options, without, error) :
			ks_cmd_pick(context, &options, error);
}
