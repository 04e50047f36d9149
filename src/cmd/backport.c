// SPDX-License-Identifier: GPL-2.0
#include "backport/port.h"
#include "base/error.h"
#include "cmd/cmd.h"
#include "cmd/make.h"
#include "report/backport.h"

int ks_cmd_backport(KsContext *context, int argc, char **argv, GError **error)
{
	g_autofree char *to = NULL;
	g_autofree char *output = NULL;
	gboolean without = FALSE;
	const GOptionEntry entries[] = {
		{"to", 0, 0, G_OPTION_ARG_STRING, &to,
		 "The tree to bring the series to", "TREE"},
		{"without", 0, 0, G_OPTION_ARG_NONE, &without,
		 "First take out the conversions that the tree has", NULL},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
		 "Write the mails there (a new or empty folder)", "DIR"},
		G_OPTION_ENTRY_NULL};
	g_autoptr(KsTree) tree = NULL;
	g_autoptr(KsPort) port = NULL;
	g_autoptr(KsGen) gen = NULL;

	if (!ks_cmd_options("backport", "SERIES --to TREE", entries, &argc,
			    &argv, error))
		return KS_EXIT_USAGE;
	if (argc != 2 || !to) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"usage: kseries backport SERIES --to TREE [--without] [-o DIR]");
		return KS_EXIT_USAGE;
	}
	tree = ks_tree_find(context, to, error);
	port = tree ? ks_port_new(context, argv[1], tree, error) : NULL;
	gen = port ? ks_cmd_make(context, port->series, tree, without, output,
				 error) :
		     NULL;
	if (!gen)
		return KS_EXIT_BROKEN;
	(context->json ? ks_report_backport_json :
			 ks_report_backport_text)(port, gen);
	return ks_cmd_wants(gen) ? KS_EXIT_VERDICT : KS_EXIT_OK;
}
