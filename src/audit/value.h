/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_VALUE_H
#define KS_VALUE_H

#include "audit/graph.h"

/* What a number may be where the analysis stands: one or more of these. */
#define KS_VALUE_ZERO	 1U
#define KS_VALUE_BUDGET	 2U /* the poll's own: greater than 0 */
#define KS_VALUE_CONST	 4U /* another constant, n */
#define KS_VALUE_DERIVED 8U /* computed from the budget */
#define KS_VALUE_COUNTED 16U /* computed from something else */
#define KS_VALUE_OTHER	 32U /* not to be followed */

typedef struct {
	guint mask; /* 0: nothing reaches it */
	gint64 n;
} KsValue;

KsValue ks_value_const(gint64 n);
KsValue ks_value_join(KsValue a, KsValue b);

typedef enum {
	KS_NO,
	KS_YES,
	KS_MAYBE
} KsTruth;

/*
 * Where an expression is evaluated: a function that was called with @params
 * (as many as it has), from the scope @caller.
 */
typedef struct KsScope KsScope;
struct KsScope {
	const KsGraph *graph;
	const KsNode *node;
	const KsValue *params;
	const KsScope *caller; /* NULL: a root */
};

/*
 * A local variable is all that the function assigns to it; a field what the
 * nearest function on the way here assigns to it.
 */
KsValue ks_value_of(const KsScope *scope, const KsExpr *expr);

/*
 * Whether @guard holds, taking counters to be no less than 0: with a budget of
 * 0 the body of while (done < budget) is not reached.
 */
KsTruth ks_value_truth(const KsScope *scope, const KsExpr *guard);

#endif
