// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "base/error.h"
#include "cmd/cmd.h"
#include "report/status.h"
#include "tree/driver.h"

#define SKBUFF "include/linux/skbuff.h"

static void status_free(gpointer status)
{
	ks_status_free(status);
}

static KsStatus *status_of(KsContext *context, const KsFamily *family,
			   const char *name, GError **error)
{
	g_autoptr(KsTree) tree = ks_tree_find(context, name, error);
	g_autoptr(KsTargetConf) conf =
		tree ? ks_audit_conf(context, name, family->name, error) : NULL;
	g_autoptr(GPtrArray) drivers =
		conf ? ks_family_drivers(context, tree->commit, family, error) :
		       NULL;
	KsAudit *audit = drivers ? ks_audit_run(context, conf, tree,
						tree->commit, drivers, error) :
				   NULL;
	KsStatus *status;

	if (!audit)
		return NULL;
	status = g_new0(KsStatus, 1);
	status->audit = audit;
	status->version = g_strdup(tree->version);
	if (ks_tree_has_symbol(context, tree->commit, "napi_build_skb", SKBUFF,
			       &status->build, error) &&
	    ks_tree_has_symbol(context, tree->commit, "napi_consume_skb",
			       SKBUFF, &status->consume, error))
		return status;
	ks_status_free(status);
	return NULL;
}

int ks_cmd_status(KsContext *context, int argc, char **argv, GError **error)
{
	g_autofree char *on = NULL;
	const GOptionEntry entries[] = {{"on", 0, 0, G_OPTION_ARG_STRING, &on,
					 "The trees to look at",
					 "TREE,TREE..."},
					G_OPTION_ENTRY_NULL};
	g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func(status_free);
	g_autoptr(KsFamily) family = NULL;
	g_auto(GStrv) trees = NULL;
	g_autofree char *text = NULL;

	if (!ks_cmd_options("status", "FAMILY --on TREE,TREE...", entries,
			    &argc, &argv, error))
		return KS_EXIT_USAGE;
	if (argc != 2 || !on) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "usage: kseries status FAMILY --on TREE,TREE...");
		return KS_EXIT_USAGE;
	}
	family = ks_family_load(context, argv[1], error);
	if (!family)
		return KS_EXIT_USAGE;
	trees = g_strsplit(on, ",", -1);
	for (char **tree = trees; *tree; tree++) {
		KsStatus *status = status_of(context, family, *tree, error);

		if (!status)
			return KS_EXIT_BROKEN;
		g_ptr_array_add(all, status);
	}
	if (!context->json) {
		ks_report_status_text(all);
		return KS_EXIT_OK;
	}
	text = ks_report_status_json(all);
	return ks_cmd_put(NULL, text, error) ? KS_EXIT_OK : KS_EXIT_BROKEN;
}
