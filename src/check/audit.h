/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_H
#define KS_AUDIT_H

#include "audit/audited.h"
#include "check/targetconf.h"
#include "tree/tree.h"

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
bool ks_audit_sum(KsContext *context, const char *tree, const char *family,
		  GChecksum *sum, GError **error);

/*
 * The configuration that a family is audited with on a tree: the target
 * TREE-audit-FAMILY of ci/targets.conf if there is one, else TREE-audit.
 */
KsTargetConf *ks_audit_conf(const KsContext *context, const char *tree,
			    const char *family, GError **error);

#endif
