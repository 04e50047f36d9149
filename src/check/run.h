/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RUN_H
#define KS_RUN_H

#include "check/check.h"

/* One cell of a run, with its outcome, as it was and as it is kept. */
typedef struct {
	char *target; /* name of the KsRunTarget */
	guint number; /* of the patch on this target, from 1 */
	char *subject;
	char *commit; /* "": the mail does not apply */
	char *check;
	char *key; /* what decided it; the same key, the same verdict */
	char *content; /* of a boot: what was booted, however it was made */
	guint position; /* in the run's order, from 0 */
	gint64 wall_us; /* of the run that made the verdict */
	bool reused; /* the verdict is not of this cell's own work */
	KsOutcome *outcome; /* NULL: not done yet */
} KsCell;

/* A patch of the definition that the tree has no use or no ground for. */
typedef struct {
	char *subject;
	char *reason;
} KsLeft;

KsLeft *ks_left_new(const char *subject, const char *reason);
void ks_left_free(gpointer left);

/* One kernel that the series is checked on. */
typedef struct {
	char *name; /* "6.1-x86_64" */
	char *tree;
	char *version; /* the tree's, may be NULL */
	GPtrArray *left; /* KsLeft: what was not made on this tree */
} KsRunTarget;

/* A run of checks: one series on some targets. */
typedef struct {
	gint64 id; /* 0 until it is stored */
	char *series;
	char *dir; /* runs/<id>, with the logs */
	gint64 started; /* seconds since the epoch */
	gint64 wall_us;
	bool finished;
	GPtrArray *targets; /* KsRunTarget */
	GPtrArray *cells; /* KsCell: by target, patch, check; see position */
} KsRun;

KsRun *ks_run_new(const char *series);
void ks_run_free(KsRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsRun, ks_run_free)

/* Add a target to the run, which owns it. */
KsRunTarget *ks_run_add_target(KsRun *run, const char *name, const char *tree,
			       const char *version);
void ks_run_target_leave(KsRunTarget *target, const char *subject,
			 const char *reason);

/* "6.1-x86_64, 7.2-x86_64"; newly allocated. */
char *ks_run_target_names(const KsRun *run);

KsCell *ks_cell_new(const char *target, const KsPatch *patch,
		    const char *check);
void ks_cell_free(KsCell *cell);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsCell, ks_cell_free)

/*
 * Whether the run finished, every cell is pass, and every target has a cell:
 * exit status 0.
 */
bool ks_run_good(const KsRun *run);

#endif
