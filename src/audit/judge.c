// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "audit/judge.h"

/* A function that is called where packets come in, directly. */
static bool is_rx_call(const KsCall *call)
{
	static const char *const names[] = {"eth_type_trans",
					    "napi_gro_receive",
					    "napi_gro_frags",
					    "netif_receive_skb",
					    "netif_rx",
					    "netif_receive_skb_list",
					    "build_skb",
					    "napi_build_skb",
					    "napi_alloc_skb",
					    "__napi_alloc_skb",
					    "netdev_alloc_skb",
					    "__netdev_alloc_skb",
					    "napi_get_frags",
					    "netdev_alloc_skb_ip_align",
					    "xdp_build_skb_from_buff",
					    NULL};

	return call->callee->kind == KS_EXPR_FUNC &&
	       g_strv_contains(names, ks_key_name(call->callee->name));
}

static bool calls_rx(const KsNode *node)
{
	for (guint i = 0; i < node->function->calls->len; i++)
		if (is_rx_call(node->function->calls->pdata[i]))
			return true;
	return false;
}

/* Whether the function delivers or allocates packets, itself or by others. */
static bool is_rx_function(const KsNode *node)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	g_autoptr(GPtrArray) todo = g_ptr_array_new();

	g_ptr_array_add(todo, (gpointer)node);
	for (guint i = 0; i < todo->len; i++) {
		const KsNode *one = todo->pdata[i];

		if (!g_hash_table_add(seen, (gpointer)one))
			continue;
		if (calls_rx(one))
			return true;
		for (guint j = 0; j < one->edges->len; j++) {
			const KsEdge *edge = one->edges->pdata[j];

			for (guint k = 0; k < edge->to->len; k++)
				g_ptr_array_add(todo, edge->to->pdata[k]);
		}
	}
	return false;
}

/*
 * Whether a way from a poll leads through the Rx part.  The poll function
 * itself is of both parts, unless the site is in it: then it is of Rx if
 * anything of Rx is done there.
 */
static bool is_rx(const KsState *state)
{
	if (!state->from)
		return is_rx_function(state->node);
	for (; state->from; state = state->from)
		if (is_rx_function(state->node))
			return true;
	return false;
}

static bool has_context(const KsJudge *judge, KsContextKind context)
{
	return judge->contexts & 1U << context;
}

static const KsArrival *first_in(const KsJudge *judge, KsContextKind context)
{
	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];

		if (arrival->state->root->context == context)
			return arrival;
	}
	return NULL;
}

static void conclude(KsJudge *judge, KsAuditVerdict verdict, char *reason)
{
	judge->verdict = verdict;
	judge->reason = reason;
}

/* Legal in NAPI only. */
static void judge_napi_only(KsJudge *judge)
{
	for (int c = KS_CONTEXTS - 1; c > KS_CONTEXT_POLL; c--) {
		const KsArrival *bad = first_in(judge, c);
		g_autofree char *path = bad ? ks_path_format(bad->state) : NULL;

		if (!bad)
			continue;
		conclude(judge, KS_AUDIT_UNSAFE,
			 g_strdup_printf("reached outside of NAPI: %s", path));
		return;
	}
	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];
		g_autofree char *path = NULL;

		if (!arrival->irqs_off)
			continue;
		path = ks_path_format(arrival->state);
		conclude(judge, KS_AUDIT_UNSAFE,
			 g_strdup_printf("with interrupts off: %s", path));
		return;
	}
	conclude(judge, KS_AUDIT_SAFE,
		 g_strdup("every way there is a poll's, with a budget"));
}

/* What is wrong with the budget on one way, NULL if nothing is. */
static char *wrong_budget(const KsArrival *arrival)
{
	bool poll = arrival->state->root->context == KS_CONTEXT_POLL;
	guint mask = arrival->budget.mask;

	if (poll && arrival->irqs_off &&
	    mask & (KS_VALUE_BUDGET | KS_VALUE_CONST | KS_VALUE_DERIVED))
		return g_strdup("interrupts off, with a non-zero budget");
	if (mask & KS_VALUE_CONST)
		return g_strdup_printf("the constant %" G_GINT64_FORMAT
				       ", which is not the poll's own budget",
				       arrival->budget.n);
	if (mask & KS_VALUE_DERIVED)
		return g_strdup("computed, and not the poll's own budget");
	if (mask & KS_VALUE_COUNTED)
		return g_strdup("a number that is not the poll's own budget");
	if (!poll && mask & KS_VALUE_BUDGET)
		return g_strdup("a budget outside of the poll");
	return NULL;
}

/* Ways from a poll that do not lead through Rx, or free what was sent. */
static GPtrArray *tx_ways(const KsJudge *judge)
{
	GPtrArray *ways = g_ptr_array_new();
	bool sent =
		ks_sent_has(judge->sent, judge->node->function, judge->call);

	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];

		if (arrival->state->root->context == KS_CONTEXT_POLL &&
		    (sent || !is_rx(arrival->state)))
			g_ptr_array_add(ways, (gpointer)arrival);
	}
	return ways;
}

/* All that is wrong with its budget is a constant where the poll's should be. */
static bool is_constant(const KsJudge *judge)
{
	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];
		g_autofree char *wrong = wrong_budget(arrival);

		if (wrong &&
		    (arrival->irqs_off ||
		     arrival->budget.mask & ~(KS_VALUE_CONST | KS_VALUE_ZERO)))
			return false;
	}
	return true;
}

static void judge_consume(KsJudge *judge)
{
	bool poll = has_context(judge, KS_CONTEXT_POLL);
	bool budget = false;

	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];
		g_autofree char *wrong = wrong_budget(arrival);
		g_autofree char *path = ks_path_format(arrival->state);

		if (!wrong && arrival->budget.mask & KS_VALUE_OTHER) {
			if (judge->verdict != KS_AUDIT_UNKNOWN)
				conclude(
					judge, KS_AUDIT_UNKNOWN,
					g_strdup_printf(
						"the budget cannot be followed: %s",
						path));
			continue;
		}
		budget |= !poll || arrival->budget.mask & KS_VALUE_BUDGET;
		if (!wrong)
			continue;
		g_free(judge->reason);
		conclude(judge, KS_AUDIT_UNSAFE,
			 g_strdup_printf("%s: %s", wrong, path));
		if (is_constant(judge))
			judge->ways = tx_ways(judge);
		return;
	}
	if (judge->verdict == KS_AUDIT_UNKNOWN)
		return;
	if (budget)
		conclude(judge, KS_AUDIT_SAFE,
			 g_strdup("the poll's own budget, 0 elsewhere"));
	else
		conclude(judge, KS_AUDIT_MISSED,
			 g_strdup("the budget is 0 on every path"));
}

/* Whether a parameter is the budget, and stays it. */
static bool is_budget(const KsState *state, guint parameter)
{
	const KsExpr expr = {.kind = KS_EXPR_PARAM, .value = parameter};

	return ks_value_of(&state->scope, &expr).mask == KS_VALUE_BUDGET;
}

/* The parameter that holds the poll's budget on all ways; -1. */
static int budget_parameter(const GPtrArray *ways)
{
	const KsArrival *first = ways->pdata[0];
	const GPtrArray *params = first->state->node->function->params;

	for (guint i = 0; i < params->len; i++) {
		bool all = true;

		for (guint j = 0; j < ways->len && all; j++) {
			const KsArrival *arrival = ways->pdata[j];

			all = is_budget(arrival->state, i);
		}
		if (all)
			return (int)i;
	}
	return -1;
}

/* A packet that the function has just allocated was never on its way. */
static bool is_own_packet(const KsJudge *judge)
{
	const KsFunction *function = judge->node->function;
	const KsExpr *packet =
		judge->call->args->len ? judge->call->args->pdata[0] : NULL;

	for (guint i = 0; packet && i < function->sets->len; i++) {
		const KsSet *set = function->sets->pdata[i];

		if (packet->kind == KS_EXPR_LOCAL &&
		    set->place->kind == KS_EXPR_LOCAL &&
		    set->place->value == packet->value &&
		    set->value->kind == KS_EXPR_RESULT &&
		    strstr(ks_key_name(set->value->name), "alloc_skb"))
			return true;
	}
	return false;
}

/* A way on which @parameter is neither a poll's budget nor 0; NULL if none is. */
static const KsArrival *foreign(const KsJudge *judge, int parameter)
{
	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];
		const KsExpr expr = {.kind = KS_EXPR_PARAM, .value = parameter};
		KsValue value = ks_value_of(&arrival->state->scope, &expr);

		if (value.mask & ~(KS_VALUE_BUDGET | KS_VALUE_ZERO))
			return arrival;
	}
	return NULL;
}

/* The budget is there, as the function's @parameter. */
static void judge_parameter(KsJudge *judge, int parameter, const char *others)
{
	const GPtrArray *params = judge->node->function->params;
	const char *name = params->pdata[parameter];
	const KsArrival *bad = foreign(judge, parameter);
	g_autofree char *path = bad ? ks_path_format(bad->state) : NULL;

	if (!bad) {
		conclude(judge, KS_AUDIT_SAFE,
			 g_strdup_printf("the poll's own budget is there as "
					 "'%s'%s",
					 name, others));
		return;
	}
	conclude(judge, KS_AUDIT_UNSAFE,
		 g_strdup_printf("'%s' holds the poll's budget, and something "
				 "else on another way: %s",
				 name, path));
	g_clear_pointer(&judge->ways, g_ptr_array_unref);
}

/* At least one way is a poll's. */
static void judge_tx_free(KsJudge *judge)
{
	const KsArrival *first = judge->ways->pdata[0];
	g_autofree char *path = ks_path_format(first->state);
	g_autofree char *others = NULL;
	int parameter;

	for (guint i = 0; i < judge->ways->len; i++) {
		const KsArrival *arrival = judge->ways->pdata[i];

		if (!arrival->irqs_off)
			continue;
		conclude(judge, KS_AUDIT_UNSAFE,
			 g_strdup_printf("freed with interrupts off: %s",
					 path));
		g_clear_pointer(&judge->ways, g_ptr_array_unref);
		return;
	}
	others = ks_judge_other_callers(judge, judge->ways);
	parameter = budget_parameter(judge->ways);
	if (parameter >= 0)
		judge_parameter(judge, parameter, others);
	else
		conclude(judge, KS_AUDIT_NEEDS_BUDGET,
			 g_strdup_printf("%s%s", path, others));
}

static void judge_free(KsJudge *judge)
{
	g_autoptr(GPtrArray) ways = tx_ways(judge);

	if (is_own_packet(judge)) {
		conclude(judge, KS_AUDIT_DROP,
			 g_strdup("a packet of its own that it does not send"));
	} else if (!ways->len) {
		ks_judge_free_outside(judge);
	} else {
		judge->ways = g_steal_pointer(&ways);
		judge_tx_free(judge);
	}
}

/* Never from a poll's Tx part. */
void ks_judge_free_outside(KsJudge *judge)
{
	static const KsContextKind irqs[] = {KS_CONTEXT_HARDIRQ,
					     KS_CONTEXT_NETPOLL_CONTROLLER,
					     KS_CONTEXT_SOFTIRQ};
	g_autofree char *path = NULL;

	if (has_context(judge, KS_CONTEXT_POLL)) {
		conclude(judge, KS_AUDIT_DROP,
			 g_strdup("a received packet that is not delivered"));
		return;
	}
	for (guint i = 0; i < G_N_ELEMENTS(irqs); i++) {
		const KsArrival *bad = first_in(judge, irqs[i]);

		if (!bad)
			continue;
		path = ks_path_format(bad->state);
		conclude(judge, KS_AUDIT_UNSAFE,
			 g_strdup_printf("never reached from a poll: %s",
					 path));
		return;
	}
	path = ks_path_format(((KsArrival *)judge->arrivals->pdata[0])->state);
	conclude(judge, KS_AUDIT_DROP,
		 g_strdup_printf("neither sent nor delivered: %s", path));
}

void ks_judge(KsJudge *judge)
{
	for (guint i = 0; i < judge->arrivals->len; i++) {
		const KsArrival *arrival = judge->arrivals->pdata[i];

		judge->contexts |= 1U << arrival->state->root->context;
	}
	if (judge->kind == KS_AUDIT_CONSUME)
		judge_consume(judge);
	else if (judge->kind == KS_AUDIT_FREE)
		judge_free(judge);
	else
		judge_napi_only(judge);
}
