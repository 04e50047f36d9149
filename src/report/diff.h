/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DIFF_H
#define KS_DIFF_H

#include "report/matrix.h"

/*
 * What changed from one run to another, cell by cell, matched by target,
 * subject and check.  Cells of a target that only one run has are never
 * compared.
 *
 * pass is better than warn, and warn than fail.  skip, error, timeout and "not
 * done" prove nothing: to fall to one of them is worse, to rise from one to
 * pass or warn is better, and a fail after one is worse: what was not known is
 * now known to be bad.  From one of them to another nothing is won or lost.
 * A cell that stays warn or fail is worse when it has a finding more, else
 * better when it has one less.
 */
typedef enum {
	KS_CHANGE_SAME,
	KS_CHANGE_WORSE,
	KS_CHANGE_BETTER,
	KS_CHANGE_OTHER, /* still nothing proven, but otherwise */
	KS_CHANGE_NEW, /* only the later run has the cell */
	KS_CHANGE_GONE, /* only the earlier one */
} KsChange;

typedef struct {
	KsChange change;
	const char *target, *subject, *check;
	const KsCell *before, *after; /* NULL: not there, or not done */
	const char *left; /* GONE: why the patch was left out, or NULL */
	GPtrArray *new_findings, *gone_findings; /* KsFinding */
} KsCellChange;

typedef struct {
	const KsRun *before, *after;
	KsMatrix *of_before, *of_after;
	GPtrArray *cells; /* KsCellChange, but those that are the same */
	guint count[KS_CHANGE_GONE + 1];
	/* KsMatrixTarget: what cannot be compared */
	GPtrArray *only_before, *only_after;
} KsRunDiff;

/* Both runs must outlive it. */
KsRunDiff *ks_run_diff_new(const KsRun *before, const KsRun *after);
void ks_run_diff_free(KsRunDiff *diff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsRunDiff, ks_run_diff_free)

/* Nothing is worse: exit status 0. */
bool ks_run_diff_good(const KsRunDiff *diff);

/* "worse", "better", ... */
const char *ks_change_name(KsChange change);

/* For people, and as one JSON object; newly allocated. */
char *ks_run_diff_text(const KsRunDiff *diff);
char *ks_run_diff_json(const KsRunDiff *diff);

#endif
