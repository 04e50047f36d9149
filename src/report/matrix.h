/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MATRIX_H
#define KS_MATRIX_H

#include "check/run.h"

/*
 * The cells of a run in the order in which they are shown: target, patch,
 * check.  A run that was killed has gaps.  Nothing here is owned but the
 * arrays and the keys: the run must outlive it.
 */
typedef struct {
	guint number; /* of the patch on this target */
	const char *subject;
	char *key; /* the subject, told from another patch of the same */
	const KsCell **cells; /* one for each check; NULL: there is none */
} KsMatrixRow;

typedef struct {
	const char *name;
	const KsRunTarget *target; /* NULL: the run does not tell of it */
	GPtrArray *rows; /* KsMatrixRow, by number */
	guint checks; /* columns of each row */
} KsMatrixTarget;

typedef struct {
	const KsRun *run;
	GPtrArray *checks; /* names, in the order in which they run */
	GPtrArray *targets; /* KsMatrixTarget, in the run's order */
} KsMatrix;

KsMatrix *ks_matrix_new(const KsRun *run);
void ks_matrix_free(KsMatrix *matrix);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsMatrix, ks_matrix_free)

/* "6.1-x86_64 (6.1.192)"; newly allocated. */
char *ks_matrix_target_title(const KsMatrixTarget *target);

/*
 * Whether there is something to say of this place: a cell, or the lack of one
 * in a run that was killed.  @cell may be NULL.
 */
bool ks_matrix_told(const KsMatrix *matrix, const KsCell *cell);

/* Whether the cell has a verdict; @cell may be NULL. */
bool ks_cell_done(const KsCell *cell);
bool ks_cell_good(const KsCell *cell);

/* What a table shows of the cell: its verdict, a word such as "load", "-". */
const char *ks_cell_word(const KsCell *cell);

/* The verdict's name, "not done" for a cell without one. */
const char *ks_cell_verdict(const KsCell *cell);

/* Its reason; for a cell without a verdict, that the run ended before it. */
const char *ks_cell_reason(const KsCell *cell);

/* The cells by verdict; the last place counts those that are not done. */
typedef struct {
	guint of[KS_VERDICT_SKIP + 2];
	guint all, reused;
} KsCellCounts;
#define KS_NOT_DONE (KS_VERDICT_SKIP + 1)

void ks_cell_count(KsCellCounts *counts, const KsCell *cell);

#endif
