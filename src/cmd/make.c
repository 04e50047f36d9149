// SPDX-License-Identifier: GPL-2.0
#include "cmd/make.h"

#include "check/audit_gate.h"
#include "mail/format.h"
#include "mail/made.h"

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

bool ks_cmd_wants(const KsGen *gen)
{
	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->skipped && (patch->stale || patch->disproved ||
				       patch->failed || !patch->result))
			return true;
		/* what the audit alone decides may well be little */
		if (patch->result && !ks_def_is_synthesised(patch->def) &&
		    has_unproven(patch->result))
			return true;
	}
	return false;
}

KsGen *ks_cmd_make(KsContext *context, const KsSeries *series,
		   const KsTree *tree, bool without, const char *output,
		   GError **error)
{
	const KsGate gate = ks_audit_gate(context);
	g_autoptr(KsGen) gen = NULL;

	if (!output)
		return ks_make_gen(context, series, tree, without, error);
	gen = ks_gen_run(context, series, tree, without, &gate, error);
	return gen && ks_format_mails(context, gen, output, error) ?
		       g_steal_pointer(&gen) :
		       NULL;
}
