/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SYNTH_H
#define KS_SYNTH_H

#include "audit/audited.h"
#include "series/rule.h"

/* A rule whose calls take the budget, on a driver that has been audited. */
typedef struct {
	const KsRule *rule;
	const KsAudit *audit; /* of the driver as @files have it */
	const char *const *leave; /* "function: reason", or NULL */
} KsSynth;

/*
 * Bring the budget to every call of the rule's tokens that the audit says
 * wants nothing else, and put it where a constant stands for it: see
 * ks_thread_apply().  What cannot be is in the result as left, with the reason:
 * the audit's, or why the budget cannot be threaded there.
 */
KsRuleResult *ks_synth_apply(const KsContext *context, const KsSynth *synth,
			     GPtrArray *files, GError **error);

/*
 * Why the audit of what came of it does not prove it; NULL if every call that
 * was converted is safe now.
 */
char *ks_synth_disproof(const KsAudit *after, const KsRule *rule,
			const KsRuleResult *result);

#endif
