/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDITED_H
#define KS_AUDITED_H

#include "audit/walk.h"

typedef enum {
	KS_AUDIT_SAFE, /* as it is, or to be converted as it is */
	KS_AUDIT_MISSED, /* right, and no use: the budget is 0 on every path */
	KS_AUDIT_NEEDS_BUDGET, /* the poll's budget has to be passed on to it */
	KS_AUDIT_DROP, /* not delivered: the free says so, and must go on to */
	KS_AUDIT_UNSAFE,
	KS_AUDIT_UNKNOWN,
	KS_AUDIT_VERDICTS,
} KsAuditVerdict;

/* "safe", ... */
const char *ks_audit_verdict_name(KsAuditVerdict verdict);

typedef struct {
	KsAuditKind kind;
	bool converted; /* a napi_ function: legal in NAPI only */
	char *name; /* "dev_kfree_skb_any" */
	char *module; /* of the first way there */
	char *file, *function;
	int line, column;
	KsAuditVerdict verdict;
	char *reason; /* what a person can act on */
	char **paths; /* "poll: e1000_clean -> ... (netif_napi_add in f)" */
} KsAudited;

void ks_audited_free(KsAudited *site);

/*
 * Judge every site of the walk.  A site of a header that several modules
 * include is one, and as bad as in the worst of them.  Owns its KsAudited, in the
 * order of files and lines.
 */
GPtrArray *ks_audit_judge(const KsWalk *walk);

#endif
