// SPDX-License-Identifier: GPL-2.0
#include "check/audit_gate.h"

#include "check/audit.h"

static void unproven_free(gpointer unproven)
{
	ks_unproven_free(unproven);
}

/* Takes @reason. */
static void add(GPtrArray *all, const char *file, const char *function,
		char *reason)
{
	KsUnproven *one = g_new0(KsUnproven, 1);

	one->file = g_strdup(file);
	one->function = g_strdup(function);
	one->reason = reason;
	g_ptr_array_add(all, one);
}

static GPtrArray *unproven_of(const KsAudit *audit, const char *const *tokens)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(unproven_free);

	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		if (site->verdict != KS_AUDIT_SAFE &&
		    g_strv_contains(tokens, site->name))
			add(all, site->file, site->function,
			    g_strdup_printf("audit: %s: %s",
					    ks_audit_verdict_name(site->verdict),
					    site->reason));
	}
	for (char **left = audit->left; *left; left++)
		add(all, *left, NULL,
		    g_strdup_printf(
			    "audit: not compiled in the configuration of %s",
			    audit->target));
	return all;
}

static GPtrArray *ask(gpointer data, const KsTree *tree, const KsDriver *driver,
		      const char *commit, const char *const *tokens,
		      GError **error)
{
	KsContext *context = data;
	g_autoptr(KsTargetConf)
		conf = ks_audit_conf(context, tree->name, error);
	g_autoptr(GPtrArray) drivers = g_ptr_array_new();
	g_autoptr(KsAudit) audit = NULL;

	g_ptr_array_add(drivers, (gpointer)driver);
	audit = conf ? ks_audit_run(context, conf, tree, commit, drivers,
				    error) :
		       NULL;
	return audit ? unproven_of(audit, tokens) : NULL;
}

KsGate ks_audit_gate(KsContext *context)
{
	return (KsGate){ask, context};
}
