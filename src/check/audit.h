/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_H
#define KS_AUDIT_H

#include "audit/audited.h"
#include "check/targetconf.h"
#include "tree/tree.h"

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

/*
 * Audit @drivers (KsDriver) as of @commit, with the configuration of @conf:
 * all units of all of them are one call graph, a module's own functions before
 * those of another.  The configuration is that of @tree's own commit.
 */
KsAudit *ks_audit_run(KsContext *context, const KsTargetConf *conf,
		      const KsTree *tree, const char *commit,
		      const GPtrArray *drivers, GError **error);

/*
 * Add to @sum what decides an audit of a tree, beside the tree: what reads the
 * code, in which configuration, and what is excluded.
 */
bool ks_audit_sum(KsContext *context, const char *tree, GChecksum *sum,
		  GError **error);

/* The configuration that a tree is audited with. */
KsTargetConf *ks_audit_conf(const KsContext *context, const char *tree,
			    GError **error);

#endif
