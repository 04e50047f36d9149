// SPDX-License-Identifier: GPL-2.0
#include "check/audit_gate.h"

#include "check/audit.h"

static KsAudit *ask(gpointer data, const KsTree *tree, const char *family,
		    const KsDriver *driver, const char *commit, GError **error)
{
	KsContext *context = data;
	g_autoptr(KsTargetConf)
		conf = ks_audit_conf(context, tree->name, family, error);
	g_autoptr(GPtrArray) drivers = g_ptr_array_new();

	g_ptr_array_add(drivers, (gpointer)driver);
	return conf ? ks_audit_run(context, conf, tree, commit, drivers,
				   error) :
		      NULL;
}

KsGate ks_audit_gate(KsContext *context)
{
	return (KsGate){ask, context};
}
