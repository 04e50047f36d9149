/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDITED_H
#define KS_AUDITED_H

#include "audit/chain.h"

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
	bool untested; /* what it returns is used, and may be NULL */
	char *name; /* "dev_kfree_skb_any" */
	char *module; /* of the first way there */
	char *file, *function;
	int line, column;
	KsAuditVerdict verdict;
	char *reason; /* what a person can act on */
	char **paths; /* "poll: e1000_clean -> ... (netif_napi_add in f)" */
	GPtrArray *chain; /* KsLink: what the poll's budget would come through,
			   * if only that is wanting; else NULL */
} KsAudited;

void ks_audited_free(KsAudited *site);

/*
 * Judge every site of the walk.  A site of a header that several modules
 * include is one, and as bad as in the worst of them.  Owns its KsAudited, in the
 * order of files and lines.
 */
GPtrArray *ks_audit_judge(const KsWalk *walk);

/* What an audit has found, and what it could not look at. */
typedef struct {
	char *tree, *target, *commit;
	GPtrArray *sites; /* KsAudited */
	char **left; /* sources that this configuration does not compile */
	GPtrArray *excluded; /* char *: ways that ci/audit.conf excludes */
	GPtrArray *errors; /* char *: "file:line: text" */
	guint units, parsed; /* how many were not known */
} KsAudit;

void ks_audit_free(KsAudit *audit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsAudit, ks_audit_free)

#endif
