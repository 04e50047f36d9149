/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JUDGE_H
#define KS_JUDGE_H

#include "audit/audited.h"
#include "audit/sent.h"

/* One site under judgement. */
typedef struct {
	KsAuditKind kind;
	const KsCall *call;
	const KsNode *node; /* whose call it is */
	const GPtrArray *arrivals; /* KsArrival, at least one */
	const KsSent *sent; /* of its graph */
	guint contexts; /* bits by KsContextKind */
	KsAuditVerdict verdict;
	char *reason;
	GPtrArray *ways; /* KsArrival: the polls', if only their budget is
			  * wanting; else NULL */
} KsJudge;

/* Set verdict and reason, from the ways that lead there alone. */
void ks_judge(KsJudge *judge);

/* The part of it that is about frees that no poll reaches, but in Rx. */
void ks_judge_free_outside(KsJudge *judge);

/* "poll: e1000_clean -> e1000_clean_tx_irq -> e1000_put_txbuf" */
char *ks_path_format(const KsState *state);

/*
 * "; f, g must pass 0": those outside of the polls' @ways who call a function
 * on them; "" if nobody does.
 */
char *ks_judge_other_callers(const KsJudge *judge, const GPtrArray *ways);

#endif
