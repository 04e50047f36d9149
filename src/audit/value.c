// SPDX-License-Identifier: GPL-2.0
#include "audit/value.h"

#include <string.h>

/* How far a value is followed through variables, fields and returns. */
#define DEPTH_MAX 8

/* A place that is being evaluated, for the sake of another. */
typedef struct Eval Eval;
struct Eval {
	const KsScope *scope;
	const KsExpr *place; /* NULL: none yet */
	const Eval *why;
	guint depth;
	bool guard;
};

static KsValue eval(const Eval *at, const KsExpr *expr);

static KsValue other(void)
{
	return (KsValue){.mask = KS_VALUE_OTHER};
}

KsValue ks_value_const(gint64 n)
{
	return (KsValue){.mask = n ? KS_VALUE_CONST : KS_VALUE_ZERO, .n = n};
}

KsValue ks_value_join(KsValue a, KsValue b)
{
	if (a.mask & b.mask & KS_VALUE_CONST && a.n != b.n)
		a.mask |= KS_VALUE_OTHER;
	return (KsValue){.mask = a.mask | b.mask,
			 .n = a.mask & KS_VALUE_CONST ? a.n : b.n};
}

static bool is_exact(KsValue v)
{
	return v.mask == KS_VALUE_ZERO || v.mask == KS_VALUE_CONST;
}

static gint64 exact(KsValue v)
{
	return v.mask == KS_VALUE_ZERO ? 0 : v.n;
}

/* All that it may be is greater than 0. */
static bool is_positive(KsValue v)
{
	return v.mask && !(v.mask & ~(KS_VALUE_BUDGET | KS_VALUE_CONST)) &&
	       (!(v.mask & KS_VALUE_CONST) || v.n > 0);
}

static KsTruth truth(KsValue v)
{
	if (v.mask == KS_VALUE_ZERO)
		return KS_NO;
	if (v.mask && !(v.mask & ~(KS_VALUE_BUDGET | KS_VALUE_CONST)))
		return KS_YES;
	return KS_MAYBE;
}

static KsTruth negate(KsTruth t)
{
	return t == KS_MAYBE ? t : t == KS_YES ? KS_NO : KS_YES;
}

static KsTruth from_bool(bool yes)
{
	return yes ? KS_YES : KS_NO;
}

/* @limit: the right side was passed on, as a budget is, and is no literal. */
static KsTruth is_less(KsValue a, KsValue b, bool limit)
{
	if (is_exact(a) && is_exact(b))
		return from_bool(exact(a) < exact(b));
	if (b.mask == KS_VALUE_ZERO && limit)
		return KS_NO;
	if (a.mask == KS_VALUE_ZERO && is_positive(b))
		return KS_YES;
	return KS_MAYBE;
}

static KsTruth is_equal(KsValue a, KsValue b)
{
	if (is_exact(a) && is_exact(b))
		return from_bool(exact(a) == exact(b));
	if ((a.mask == KS_VALUE_ZERO && is_positive(b)) ||
	    (b.mask == KS_VALUE_ZERO && is_positive(a)))
		return KS_NO;
	return KS_MAYBE;
}

static KsTruth both(KsTruth a, KsTruth b)
{
	if (a == KS_NO || b == KS_NO)
		return KS_NO;
	return a == KS_YES && b == KS_YES ? KS_YES : KS_MAYBE;
}

/* Of a comparison or a logical operator; false for another. */
static bool compare(const KsExpr *expr, KsValue a, KsValue b, KsTruth *result)
{
	const char *op = expr->name;
	bool left = expr->x[0]->kind != KS_EXPR_CONST;
	bool right = expr->x[1]->kind != KS_EXPR_CONST;

	if (g_str_equal(op, "<"))
		*result = is_less(a, b, right);
	else if (g_str_equal(op, ">"))
		*result = is_less(b, a, left);
	else if (g_str_equal(op, "<="))
		*result = negate(is_less(b, a, left));
	else if (g_str_equal(op, ">="))
		*result = negate(is_less(a, b, right));
	else if (g_str_equal(op, "=="))
		*result = is_equal(a, b);
	else if (g_str_equal(op, "!="))
		*result = negate(is_equal(a, b));
	else if (g_str_equal(op, "&&"))
		*result = both(truth(a), truth(b));
	else if (g_str_equal(op, "||"))
		*result = negate(both(negate(truth(a)), negate(truth(b))));
	else
		return false;
	return true;
}

/* As a value; what says no more than the budget does is the budget. */
static KsValue from_truth(KsTruth t, KsValue a, KsValue b)
{
	guint of = (a.mask | b.mask) & (KS_VALUE_BUDGET | KS_VALUE_DERIVED);

	if (t == KS_NO)
		return ks_value_const(0);
	if (t == KS_YES && of == KS_VALUE_BUDGET)
		return (KsValue){.mask = KS_VALUE_BUDGET};
	if (t == KS_YES)
		return ks_value_const(1);
	of = of ? KS_VALUE_DERIVED : KS_VALUE_OTHER;
	return (KsValue){.mask = KS_VALUE_ZERO | of};
}

static KsValue calculate(const char *op, KsValue a, KsValue b)
{
	bool zero = a.mask == KS_VALUE_ZERO || b.mask == KS_VALUE_ZERO;

	if ((strchr("*&", *op) && !op[1] && zero) ||
	    (strchr("/%", *op) && a.mask == KS_VALUE_ZERO))
		return ks_value_const(0);
	if (is_exact(a) && is_exact(b)) {
		if (*op == '+')
			return ks_value_const(exact(a) + exact(b));
		if (*op == '-')
			return ks_value_const(exact(a) - exact(b));
		if (*op == '|')
			return ks_value_const(exact(a) | exact(b));
	}
	if ((a.mask | b.mask) & (KS_VALUE_BUDGET | KS_VALUE_DERIVED))
		return (KsValue){.mask = KS_VALUE_DERIVED};
	return (KsValue){.mask = KS_VALUE_COUNTED};
}

static KsValue eval_binary(const Eval *at, const KsExpr *expr)
{
	KsValue a = eval(at, expr->x[0]);
	KsValue b = eval(at, expr->x[1]);
	KsTruth t;

	if (compare(expr, a, b, &t))
		return from_truth(t, a, b);
	return calculate(expr->name, a, b);
}

static KsValue eval_choice(const Eval *at, const KsExpr *expr)
{
	KsTruth t = truth(eval(at, expr->x[0]));

	if (t == KS_YES)
		return eval(at, expr->x[1]);
	if (t == KS_NO)
		return eval(at, expr->x[2]);
	return ks_value_join(eval(at, expr->x[1]), eval(at, expr->x[2]));
}

/* All that is assigned to the place in the function; mask 0 if nothing is. */
static KsValue eval_sets(const Eval *at, const KsExpr *place)
{
	const GPtrArray *sets = at->scope->node->function->sets;
	KsValue all = {0};

	for (guint i = 0; i < sets->len; i++) {
		const KsSet *set = sets->pdata[i];

		if (set->place->kind == place->kind &&
		    set->place->value == place->value &&
		    g_strcmp0(set->place->name, place->name) == 0)
			all = ks_value_join(all, eval(at, set->value));
	}
	return all;
}

typedef struct {
	gint64 local;
	bool found;
} Search;

static void find_address(const KsExpr *expr, gpointer data)
{
	Search *search = data;

	search->found |= expr->kind == KS_EXPR_ADDRESS &&
			 expr->x[0]->kind == KS_EXPR_LOCAL &&
			 expr->x[0]->value == search->local;
}

/* Others may write to it. */
static bool is_shared(const KsFunction *function, gint64 local)
{
	Search search = {.local = local};

	for (guint i = 0; i < function->sets->len; i++) {
		const KsSet *set = function->sets->pdata[i];

		ks_expr_each(set->value, find_address, &search);
	}
	for (guint i = 0; i < function->calls->len; i++) {
		const KsCall *call = function->calls->pdata[i];

		for (guint j = 0; j < call->args->len; j++)
			ks_expr_each(call->args->pdata[j], find_address,
				     &search);
	}
	return search.found;
}

static KsValue eval_local(const Eval *at, const KsExpr *expr)
{
	KsValue v = eval_sets(at, expr);

	if (!v.mask || is_shared(at->scope->node->function, expr->value))
		v = ks_value_join(v, other());
	return v;
}

/*
 * What the functions on the way here put into the field before they passed the
 * object on.  In a guard a field may have any value: it may be another object,
 * at another time.
 */
static KsValue eval_field(const Eval *at, const KsExpr *expr)
{
	const KsScope *scope = at->guard ? NULL : at->scope;

	for (; scope; scope = scope->caller) {
		Eval inner = {.scope = scope,
			      .place = at->place,
			      .why = at->why,
			      .depth = at->depth};
		KsValue v = eval_sets(&inner, expr);

		if (v.mask)
			return v;
	}
	return other();
}

static KsValue eval_result(const Eval *at, const KsExpr *expr)
{
	const KsScope *here = at->scope;
	const KsNode *callee =
		ks_graph_find(here->graph, here->node->module, expr->name);
	KsScope scope = {.graph = here->graph, .node = callee};
	Eval inner = {.scope = &scope,
		      .place = at->place,
		      .why = at->why,
		      .depth = at->depth,
		      .guard = at->guard};
	KsValue all = {0};

	for (guint i = 0; callee && i < callee->function->rets->len; i++)
		all = ks_value_join(
			all, eval(&inner, callee->function->rets->pdata[i]));
	return all.mask ? all : other();
}

/* x = x + 1: what x + 1 may be depends on what x may be otherwise. */
static bool is_under_way(const Eval *at, const KsExpr *expr)
{
	const KsNode *node = at->scope->node;

	for (; at && at->place; at = at->why)
		if (at->scope->node == node && at->place->kind == expr->kind &&
		    at->place->value == expr->value &&
		    g_strcmp0(at->place->name, expr->name) == 0)
			return true;
	return false;
}

/* What it was called with, and all that the function itself assigns to it. */
static KsValue eval_param(const Eval *at, const KsExpr *expr)
{
	const KsScope *scope = at->scope;
	guint n = scope->node->function->params->len;
	KsValue own = eval_sets(at, expr);

	if (!scope->params || expr->value < 0 || expr->value >= (gint64)n)
		return ks_value_join(own, other());
	return ks_value_join(own, scope->params[expr->value]);
}

static KsValue eval_deeper(const Eval *at, const KsExpr *expr)
{
	Eval deeper = {.scope = at->scope,
		       .place = expr,
		       .why = at,
		       .depth = at->depth + 1,
		       .guard = at->guard};

	if (is_under_way(at, expr))
		return (KsValue){0};
	if (at->depth > DEPTH_MAX)
		return other();
	switch (expr->kind) {
	case KS_EXPR_PARAM:
		return eval_param(&deeper, expr);
	case KS_EXPR_LOCAL:
		return eval_local(&deeper, expr);
	case KS_EXPR_FIELD:
		return eval_field(&deeper, expr);
	case KS_EXPR_RESULT:
		return eval_result(&deeper, expr);
	default:
		return other();
	}
}

static KsValue eval_not(const Eval *at, const KsExpr *expr)
{
	KsValue v;

	if (expr->x[0]->kind == KS_EXPR_NOT) {
		v = eval(at, expr->x[0]->x[0]);
		return from_truth(truth(v), v, v);
	}
	v = eval(at, expr->x[0]);
	return from_truth(negate(truth(v)), (KsValue){0}, v);
}

static KsValue eval(const Eval *at, const KsExpr *expr)
{
	switch (expr->kind) {
	case KS_EXPR_CONST:
		return ks_value_const(expr->value);
	case KS_EXPR_PARAM:
		return eval_deeper(at, expr);
	case KS_EXPR_NOT:
		return eval_not(at, expr);
	case KS_EXPR_CHOICE:
		return eval_choice(at, expr);
	case KS_EXPR_BINARY:
		return eval_binary(at, expr);
	default:
		return eval_deeper(at, expr);
	}
}

KsValue ks_value_of(const KsScope *scope, const KsExpr *expr)
{
	const Eval at = {.scope = scope};

	return eval(&at, expr);
}

KsTruth ks_value_truth(const KsScope *scope, const KsExpr *guard)
{
	const Eval at = {.scope = scope, .guard = true};

	return truth(eval(&at, guard));
}
