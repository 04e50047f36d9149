/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RUNNER_H
#define KS_RUNNER_H

#include "check/run.h"
#include "check/targetconf.h"

/* What is to be checked on one target. */
typedef struct {
	const KsTargetConf *conf;
	const char *version; /* the tree's, may be NULL */
	const char *base; /* the commit that the first patch starts from */
	GPtrArray *patches; /* KsPatch */
	GPtrArray *left; /* KsLeft: patches that are not made on this tree */
} KsPlanTarget;

typedef struct {
	const char *series; /* for the reader */
	GPtrArray *targets; /* KsPlanTarget */
	char **only; /* names of checks, NULL: all */
	bool fresh; /* do not take verdicts of earlier runs */
	bool linked; /* modules are linked, though another run boots them */
	guint jobs; /* cores to use, 0: all */
} KsPlan;

/* Whether the plan has this check. */
bool ks_plan_wants(const KsPlan *plan, const KsCheck *check);

/*
 * Run the cells, as many at a time as the machine can take.  What an earlier
 * run has decided with the same key is taken over and said so; a cell whose
 * patch does not apply or compile is skipped with the reason.  Every finished
 * cell is stored at once, so that a run that was killed goes on where it was.
 * The result is owned by the caller; NULL when kseries itself could not go on
 * or was interrupted.
 */
KsRun *ks_runner_run(KsContext *context, const KsPlan *plan, GError **error);

#endif
