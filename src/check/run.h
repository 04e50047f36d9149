/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RUN_H
#define KS_RUN_H

#include "check/check.h"

/* One cell of a run, with its outcome, as it was and as it is kept. */
typedef struct {
	guint number; /* of the patch, from 1 */
	char *subject;
	char *commit; /* "": the mail does not apply */
	char *check;
	char *key; /* what decided it; the same key, the same verdict */
	gint64 wall_us; /* of the run that made the verdict */
	bool reused; /* the verdict is that of an earlier run */
	KsOutcome *outcome;
} KsCell;

/* A run of checks: one series on one tree. */
typedef struct {
	gint64 id; /* 0 until it is stored */
	char *series;
	char *tree;
	char *version; /* the tree's */
	char *target;
	char *dir; /* runs/<id>, with the logs */
	gint64 started; /* seconds since the epoch */
	gint64 wall_us;
	bool finished;
	GPtrArray *cells; /* KsCell, patch by patch, check by check */
} KsRun;

KsRun *ks_run_new(const char *series, const char *tree, const char *version,
		  const char *target);
void ks_run_free(KsRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsRun, ks_run_free)

KsCell *ks_cell_new(const KsPatch *patch, const char *check);
void ks_cell_free(KsCell *cell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsCell, ks_cell_free)

/* Whether every cell is pass: exit status 0. */
bool ks_run_good(const KsRun *run);

#endif
