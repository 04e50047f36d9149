// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "check/audit_gate.h"
#include "cmd/cmd.h"
#include "mail/format.h"
#include "report/gen.h"

/* Whether the gate has kept a site from being converted. */
static bool has_unproven(const KsRuleResult *result)
{
	for (guint i = 0; i < result->sites->len; i++) {
		const KsRuleSite *site = result->sites->pdata[i];

		if (site->unproven)
			return true;
	}
	return false;
}

/* Something could not be made, and not because it is done already. */
static bool wants(const KsGen *gen)
{
	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->skipped && (patch->stale || !patch->result))
			return true;
		if (patch->result && has_unproven(patch->result))
			return true;
	}
	return false;
}

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
	const KsGate gate = ks_audit_gate(context);
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
	gen = tree ? ks_gen_run(context, series, tree, without, &gate, error) :
		     NULL;
	if (!gen || !ks_format_mails(context, gen, output, error))
		return KS_EXIT_BROKEN;
	(context->json ? ks_report_gen_json : ks_report_gen_text)(gen);
	return wants(gen) ? KS_EXIT_VERDICT : KS_EXIT_OK;
}
