/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RUNNER_H
#define KS_RUNNER_H

#include "check/run.h"

/* What is to be checked. */
typedef struct {
	const char *series; /* for the reader */
	const char *tree;
	const char *version;
	const char *base; /* the commit that the kernel is built from */
	GPtrArray *patches; /* KsPatch */
	char **only; /* names of checks, NULL: all */
	bool fresh; /* do not take verdicts of earlier runs */
} KsPlan;

/*
 * Run the cells patch by patch.  What an earlier run has decided with the same
 * key is taken over and said so; a cell whose patch does not apply or compile
 * is skipped with the reason.  Every finished cell is stored at once.  The
 * result is owned by the caller; NULL when kseries itself could not go on or
 * was interrupted.
 */
KsRun *ks_runner_run(KsContext *context, const KsPlan *plan, GError **error);

#endif
