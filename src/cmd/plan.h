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

/*
 * Load the series @name, find the targets @on and their trees, make the series
 * on each tree; @only may be NULL.  Usage errors say what there is instead.
 */
bool ks_cmd_plan(KsContext *context, const char *name, const char *on,
		 const char *only, bool without, KsCmdPlan *plan,
		 GError **error);
void ks_cmd_plan_clear(KsCmdPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsCmdPlan, ks_cmd_plan_clear)

#endif
