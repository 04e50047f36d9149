/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GEN_H
#define KS_GEN_H

#include "series/commit.h"
#include "series/def.h"
#include "series/rule.h"
#include "tree/tree.h"

/* What became of one patch of the definition on a tree. */
typedef struct {
	const KsPatchDef *def;
	char *subject;
	char *skipped; /* why there is no commit; NULL: there is one */
	bool stale; /* written by hand, and does not apply */
	KsRuleResult *result; /* the sites; NULL for one written by hand */
	char *parent; /* commit ids */
	char *commit;
	char **files; /* changed paths */
	guint insertions, deletions;
	char *mail; /* path, once the mails are written */
} KsGenPatch;

/* A series on a tree: a branch of commits in our store. */
typedef struct {
	const KsSeries *series;
	const KsTree *tree;
	char *base; /* what the patches start from */
	char *tip; /* the last patch's commit, or the base */
	char *branch; /* full name of the ref that points there */
	char *dir; /* folder of the mails, once written */
	KsIdentity *sender;
	GPtrArray *patches; /* KsGenPatch */
} KsGen;

/*
 * Make @series on @tree, which both must outlive the result.  With @without
 * the conversions that the tree has already are taken out first, as a commit
 * of its own, and the series starts from there.  A call that @gate does not let
 * through stays as it is; NULL: all may change.
 */
KsGen *ks_gen_run(KsContext *context, const KsSeries *series,
		  const KsTree *tree, bool without, const KsGate *gate,
		  GError **error);
void ks_gen_free(KsGen *gen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsGen, ks_gen_free)

#endif
