// SPDX-License-Identifier: GPL-2.0
#include "audit/tested.h"

static bool is_local(const KsExpr *expr, gint64 local)
{
	return expr->kind == KS_EXPR_LOCAL && expr->value == local;
}

/* The local variable that is given what @call returned; -1: none is. */
static gint64 kept_in(const KsFunction *function, const KsCall *call)
{
	const KsSet *last = NULL;

	if (call->callee->kind != KS_EXPR_FUNC)
		return -1;
	for (guint i = 0; i < function->sets->len; i++) {
		const KsSet *set = function->sets->pdata[i];

		if (set->place->kind == KS_EXPR_LOCAL &&
		    set->value->kind == KS_EXPR_RESULT &&
		    g_str_equal(set->value->name, call->callee->name) &&
		    g_str_equal(set->file, call->file) &&
		    set->line <= call->line &&
		    (!last || set->line > last->line))
			last = set;
	}
	return last ? last->place->value : -1;
}

static bool is_behind(const KsCall *call, const KsCall *first)
{
	return g_str_equal(call->file, first->file) &&
	       (call->line > first->line ||
		(call->line == first->line && call->column > first->column));
}

static bool uses(const KsCall *call, gint64 local)
{
	for (guint i = 0; i < call->args->len; i++)
		if (is_local(call->args->pdata[i], local))
			return true;
	return false;
}

/* The first use behind @call; NULL if there is none. */
static const KsCall *next_use(const KsFunction *function, const KsCall *call,
			      gint64 local)
{
	const KsCall *next = NULL;

	for (guint i = 0; i < function->calls->len; i++) {
		const KsCall *one = function->calls->pdata[i];

		if (is_behind(one, call) && uses(one, local) &&
		    (!next || is_behind(next, one)))
			next = one;
	}
	return next;
}

/* Whether the variable is not 0 where @guard holds. */
static bool implies(const KsExpr *guard, gint64 local)
{
	bool negated = guard->kind == KS_EXPR_NOT;
	const KsExpr *expr = negated ? guard->x[0] : guard;

	if (expr->kind != KS_EXPR_BINARY)
		return !negated && is_local(expr, local);
	if (!negated && g_str_equal(expr->name, "&&"))
		return implies(expr->x[0], local) || implies(expr->x[1], local);
	if (!g_str_equal(expr->name, negated ? "==" : "!="))
		return false;
	return is_local(expr->x[0], local) || is_local(expr->x[1], local);
}

bool ks_is_untested(const KsFunction *function, const KsCall *call)
{
	gint64 local = kept_in(function, call);
	const KsCall *use = local >= 0 ? next_use(function, call, local) : NULL;

	return use && !(use->guard && implies(use->guard, local));
}
