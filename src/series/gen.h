/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GEN_H
#define KS_GEN_H

#include "series/commit.h"
#include "series/def.h"
#include "series/posting.h"
#include "series/rule.h"
#include "series/wanted.h"
#include "tree/tree.h"

/* What became of one patch of the definition on a tree. */
typedef struct {
	const KsPatchDef *def;
	char *subject;
	char *skipped; /* why there is no commit; NULL: there is one */
	bool disproved; /* the audit of what came of it found something */
	bool stale; /* written by hand, and does not apply */
	bool failed; /* one of many, and an error: skipped says which */
	char *group; /* as of KsWanted */
	const KsPosting *posting; /* NULL: skipped */
	KsRuleResult *result; /* the sites; NULL for one written by hand */
	char *parent; /* commit ids */
	char *commit;
	char **files; /* changed paths */
	guint insertions, deletions;
	char *mail; /* path, once the mails are written */
} KsGenPatch;

/* A series on a tree: branches of commits in our store. */
typedef struct {
	const KsSeries *series;
	const KsTree *tree;
	char *base; /* what the patches start from */
	char *branch; /* full name of its ref, or of the folder of its refs */
	char *dir; /* folder of the mails, once written */
	KsIdentity *sender;
	GPtrArray *wanted; /* KsWanted: what the patches are of */
	GPtrArray *patches; /* KsGenPatch */
	GPtrArray *postings; /* KsPosting; where it is split, none is empty */
	bool known; /* it was made before, from the same things */
} KsGen;

/*
 * Make @series on @tree, which both must outlive the result.  With @without
 * the conversions that the tree has already are taken out first, as a commit
 * of its own, and the series starts from there.  A call that @gate does not let
 * through stays as it is; NULL: all may change.
 *
 * A series with `driver = *` is split into postings, one or more a vendor, each
 * from the base.  What goes wrong with one of its many drivers is the reason
 * why that one is left alone; it ends the others only if it was cancelled.
 */
KsGen *ks_gen_run(KsContext *context, const KsSeries *series,
		  const KsTree *tree, bool without, const KsGate *gate,
		  GError **error);
KsGen *ks_gen_new(const KsSeries *series, const KsTree *tree);
void ks_gen_free(KsGen *gen);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsGen, ks_gen_free)

#endif
