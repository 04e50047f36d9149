/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MADE_H
#define KS_MADE_H

#include "check/run.h"
#include "series/gen.h"
#include "tree/tree.h"

/* A series as it is made on a tree, with its mails: what checks work on. */
typedef struct {
	char *base; /* the commit that the first patch starts from */
	char *dir; /* folder of the mails */
	GPtrArray *patches; /* KsPatch */
	GPtrArray *left; /* KsLeft: not made, with the reason */
	bool known; /* it was made before, from the same things */
} KsMade;

/*
 * Generate @series on @tree and write its mails, or take what was generated
 * before of the same definition, rules, tree, tools and author; its branches
 * point there again then.  @without as of ks_gen_run().
 */
KsGen *ks_make_gen(KsContext *context, const KsSeries *series,
		   const KsTree *tree, bool without, GError **error);

/*
 * Make @series on @tree and write its mails, or take what was made before of
 * the same definition, rules, tree and tools.  @without as of ks_gen_run().
 */
KsMade *ks_make_series(KsContext *context, const KsSeries *series,
		       const KsTree *tree, bool without, GError **error);
void ks_made_free(KsMade *made);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsMade, ks_made_free)

#endif
