/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PICK_H
#define KS_PICK_H

#include "backport/change.h"
#include "backport/dialect.h"
#include "backport/lacks.h"
#include "backport/merge.h"
#include "tree/tree.h"

/* What became of a change on a target. */
typedef enum {
	KS_PICK_CLEAN, /* merged as it is */
	KS_PICK_ADAPTED, /* merged, in the target's words */
	KS_PICK_NOTHING, /* the target has it already */
	KS_PICK_ABSENT, /* the target has none of its files */
	KS_PICK_NEEDS, /* merged, and uses what the target does not have */
	KS_PICK_CONFLICT,
	KS_PICK_N,
} KsPickFate;

/* "clean", "adapted", "nothing", "not there", "needs", "conflict" */
const char *ks_pick_fate_name(KsPickFate fate);

typedef struct {
	const KsChange *change;
	KsPickFate fate;
	KsPickFate plain; /* what `git cherry-pick` alone would have got */
	/* the rule by whose words both sides of a plain conflict differ: a
	 * conflict that comes from the dialect; else NULL */
	const char *dialect;
	GPtrArray *rules; /* names of the rules that adapted it */
	GPtrArray *doubts; /* texts: to be looked at by a person */
	GPtrArray *conflicts; /* KsMergeConflict, of the translated merge */
	GPtrArray *lacks; /* KsLack, if it merged; ks_picks_verify() looks */
	char *commit; /* on the branch; NULL: not on it */
} KsPick;

/* The changes on one target, in their order, each on top of the one before. */
typedef struct {
	char *tree, *base; /* the target's name and commit */
	char *branch; /* refs/heads/series/backport-.../TREE */
	char *tip; /* its commit; @base if nothing was picked */
	GPtrArray *picks; /* KsPick */
	guint fates[KS_PICK_N], plain[KS_PICK_N];
	guint dialect, resolved; /* plain conflicts that come from the dialect,
				  * and those of them that merged */
} KsPicks;

void ks_picks_free(KsPicks *picks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsPicks, ks_picks_free)

/*
 * Bring @changes (KsChange, which the result points to) to @tree.  @dialect
 * must live as long as the result.  @what names the branch.  Beside it the same
 * is done without any translation, on a stack of its own, so that both can be
 * compared.  A translation never loses what the plain merge gets: where only
 * that merges, it is taken.
 */
KsPicks *ks_pick(KsContext *context, const KsDialect *dialect,
		 GPtrArray *changes, const char *what, const KsTree *tree,
		 GError **error);

#endif
