/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CMD_PLAN_H
#define KS_CMD_PLAN_H

#include "check/runner.h"
#include "mail/made.h"

/* What the words of a command line come to: a series on some targets. */
typedef struct {
	KsSeries *series;
	GPtrArray *confs; /* KsTargetConf */
	GPtrArray *trees; /* KsTree, and beside each ... */
	GPtrArray *made; /* ... the series on it, KsMade */
	KsPlan plan; /* points into all of them */
} KsCmdPlan;

/* The words. */
typedef struct {
	const char *series;
	const char *on; /* targets */
	const char *only; /* checks; NULL: all */
	bool without; /* as of ks_gen_run() */
	bool backport; /* with what the trees lack in front, see KsPort */
} KsCmdAsk;

/*
 * Load the series, find the targets and their trees, make the series on each
 * tree.  Usage errors say what there is instead.
 */
bool ks_cmd_plan(KsContext *context, const KsCmdAsk *ask, KsCmdPlan *plan,
		 GError **error);
void ks_cmd_plan_clear(KsCmdPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsCmdPlan, ks_cmd_plan_clear)

#endif
