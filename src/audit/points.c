// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "audit/graph_private.h"

/*
 * Places are named by strings: "M MODULE RECORD.FIELD", "G MODULE KEY",
 * "P FUNCTION N", "V FUNCTION N", "R FUNCTION", FUNCTION being the node's
 * address.  What flows into a place is an expression of some function.
 */

typedef struct {
	const KsNode *node; /* whose expression it is; NULL: of a global */
	const char *module;
	char *place; /* owned */
	const KsExpr *value;
} Flow;

struct KsPoints {
	GHashTable *sets; /* place -> GHashTable of KsNode */
	GPtrArray *flows; /* Flow, those that may carry a function */
	GHashTable *read; /* places that something calls through or passes on */
	bool changed;
};

static void flow_free(gpointer data)
{
	Flow *flow = data;

	g_free(flow->place);
	g_free(flow);
}

static void set_free(gpointer set)
{
	g_hash_table_unref(set);
}

KsPoints *ks_points_new(void)
{
	KsPoints *points = g_new0(KsPoints, 1);

	points->sets = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					     set_free);
	points->flows = g_ptr_array_new_with_free_func(flow_free);
	points->read =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	return points;
}

void ks_points_free(KsPoints *points)
{
	g_hash_table_unref(points->sets);
	g_ptr_array_unref(points->flows);
	g_hash_table_unref(points->read);
	g_free(points);
}

/* The place of an expression that is one; NULL. */
static char *place_of(const KsGraph *graph, const char *module,
		      const KsNode *node, const KsExpr *expr)
{
	const KsNode *callee;

	switch (expr->kind) {
	case KS_EXPR_FIELD:
		return g_strdup_printf("M %s %s", module, expr->name);
	case KS_EXPR_GLOBAL:
		return g_strdup_printf("G %s %s", module, expr->name);
	case KS_EXPR_PARAM:
		return g_strdup_printf("P %p %d", (void *)node,
				       (int)expr->value);
	case KS_EXPR_LOCAL:
		return g_strdup_printf("V %p %d", (void *)node,
				       (int)expr->value);
	case KS_EXPR_RESULT:
		callee = ks_graph_find(graph, module, expr->name);
		return callee ? g_strdup_printf("R %p", (void *)callee) : NULL;
	case KS_EXPR_DEREF:
	case KS_EXPR_ADDRESS:
		return place_of(graph, module, node, expr->x[0]);
	default:
		return NULL;
	}
}

/* What the expression may be, added to @to. */
static void collect(const KsGraph *graph, const char *module,
		    const KsNode *node, const KsExpr *expr, GHashTable *to)
{
	g_autofree char *place = NULL;
	GHashTable *known;
	GHashTableIter iter;
	gpointer one;

	if (expr->kind == KS_EXPR_FUNC) {
		one = ks_graph_find(graph, module, expr->name);
		if (one)
			g_hash_table_add(to, one);
		return;
	}
	if (expr->kind == KS_EXPR_CHOICE) {
		collect(graph, module, node, expr->x[1], to);
		collect(graph, module, node, expr->x[2], to);
		return;
	}
	if ((expr->kind == KS_EXPR_DEREF || expr->kind == KS_EXPR_ADDRESS) &&
	    expr->x[0]->kind != KS_EXPR_LOCAL) {
		collect(graph, module, node, expr->x[0], to);
		return;
	}
	place = place_of(graph, module, node, expr);
	known = place ? g_hash_table_lookup(graph->points->sets, place) : NULL;
	if (!known)
		return;
	g_hash_table_iter_init(&iter, known);
	while (g_hash_table_iter_next(&iter, &one, NULL))
		g_hash_table_add(to, one);
}

GPtrArray *ks_points_of(const KsGraph *graph, const KsNode *node,
			const KsExpr *expr)
{
	g_autoptr(GHashTable)
		set = g_hash_table_new(g_direct_hash, g_direct_equal);
	GPtrArray *nodes = g_ptr_array_new();

	collect(graph, node->module, node, expr, set);
	/* in the graph's order, so that nothing depends on addresses */
	if (g_hash_table_size(set) == 1) {
		GHashTableIter iter;
		gpointer one;

		g_hash_table_iter_init(&iter, set);
		g_hash_table_iter_next(&iter, &one, NULL);
		g_ptr_array_add(nodes, one);
	} else if (g_hash_table_size(set)) {
		for (guint i = 0; i < graph->nodes->len; i++)
			if (g_hash_table_contains(set, graph->nodes->pdata[i]))
				g_ptr_array_add(nodes, graph->nodes->pdata[i]);
	}
	return nodes;
}

/* A number or a string is no function, and most of what flows is one. */
static bool may_carry(const KsExpr *expr)
{
	switch (expr->kind) {
	case KS_EXPR_CHOICE:
		return may_carry(expr->x[1]) || may_carry(expr->x[2]);
	case KS_EXPR_DEREF:
	case KS_EXPR_ADDRESS:
		return may_carry(expr->x[0]);
	case KS_EXPR_UNKNOWN:
	case KS_EXPR_CONST:
	case KS_EXPR_NOT:
	case KS_EXPR_MINUS:
	case KS_EXPR_BINARY:
		return false;
	default:
		return true;
	}
}

/* What is read of a place goes on from there. */
static void note_read(KsGraph *graph, const char *module, const KsNode *node,
		      const KsExpr *value)
{
	char *place;

	if (value->kind == KS_EXPR_CHOICE) {
		note_read(graph, module, node, value->x[1]);
		note_read(graph, module, node, value->x[2]);
		return;
	}
	place = may_carry(value) ? place_of(graph, module, node, value) : NULL;
	if (place)
		g_hash_table_add(graph->points->read, place);
}

static void add_flow(KsGraph *graph, const char *module, const KsNode *node,
		     char *place, const KsExpr *value)
{
	Flow *flow;

	if (!place || !may_carry(value)) {
		g_free(place);
		return;
	}
	note_read(graph, module, node, value);
	flow = g_new0(Flow, 1);
	*flow = (Flow){node, module, place, value};
	g_ptr_array_add(graph->points->flows, flow);
}

static void add_sets(KsGraph *graph, const char *module, const KsNode *node,
		     const GPtrArray *sets)
{
	for (guint i = 0; i < sets->len; i++) {
		const KsSet *set = sets->pdata[i];

		add_flow(graph, module, node,
			 place_of(graph, module, node, set->place), set->value);
	}
}

/* The arguments of a call flow into the parameters of all that it may call. */
static void add_args(KsGraph *graph, const KsNode *node, const KsCall *call,
		     GHashTable *done)
{
	g_autoptr(GPtrArray) to = ks_points_of(graph, node, call->callee);

	for (guint i = 0; i < to->len; i++) {
		const KsNode *callee = to->pdata[i];
		g_autofree char *key = g_strdup_printf(
			"%p %p", (const void *)call, (const void *)callee);

		if (!g_hash_table_add(done, g_steal_pointer(&key)))
			continue;
		graph->points->changed = true;
		for (guint j = 0;
		     j < call->args->len && j < callee->function->params->len;
		     j++)
			add_flow(graph, node->module, node,
				 g_strdup_printf("P %p %u",
						 (const void *)callee, j),
				 call->args->pdata[j]);
	}
}

static void add_node(KsGraph *graph, const KsNode *node, GHashTable *done)
{
	const KsFunction *function = node->function;

	add_sets(graph, node->module, node, function->sets);
	for (guint i = 0; i < function->rets->len; i++)
		add_flow(graph, node->module, node,
			 g_strdup_printf("R %p", (const void *)node),
			 function->rets->pdata[i]);
	for (guint i = 0; i < function->calls->len; i++) {
		const KsCall *call = function->calls->pdata[i];

		if (call->callee->kind == KS_EXPR_FUNC)
			add_args(graph, node, call, done);
		note_read(graph, node->module, node, call->callee);
		for (guint j = 0; j < call->args->len; j++)
			note_read(graph, node->module, node,
				  call->args->pdata[j]);
	}
}

/* Where a call through a pointer may lead is known bit by bit. */
static void add_pointed(KsGraph *graph, const KsNode *node, GHashTable *done)
{
	for (guint i = 0; i < node->function->calls->len; i++) {
		const KsCall *call = node->function->calls->pdata[i];

		if (call->callee->kind != KS_EXPR_FUNC)
			add_args(graph, node, call, done);
	}
}

static void run_flow(KsGraph *graph, const Flow *flow)
{
	KsPoints *points = graph->points;
	GHashTable *set = g_hash_table_lookup(points->sets, flow->place);
	g_autoptr(GHashTable)
		more = g_hash_table_new(g_direct_hash, g_direct_equal);
	GHashTableIter iter;
	gpointer one;

	collect(graph, flow->module, flow->node, flow->value, more);
	if (!g_hash_table_size(more))
		return;
	if (!set) {
		set = g_hash_table_new(g_direct_hash, g_direct_equal);
		g_hash_table_insert(points->sets, g_strdup(flow->place), set);
	}
	g_hash_table_iter_init(&iter, more);
	while (g_hash_table_iter_next(&iter, &one, NULL))
		points->changed |= g_hash_table_add(set, one);
}

void ks_points_solve(KsGraph *graph)
{
	KsPoints *points = graph->points;
	g_autoptr(GHashTable) done =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = 0; i < graph->units->len; i++) {
		const Unit *unit = graph->units->pdata[i];

		add_sets(graph, unit->module, NULL, unit->facts->sets);
	}
	for (guint i = 0; i < graph->nodes->len; i++)
		add_node(graph, graph->nodes->pdata[i], done);
	do {
		points->changed = false;
		for (guint i = 0; i < graph->nodes->len; i++)
			add_pointed(graph, graph->nodes->pdata[i], done);
		for (guint i = 0; i < points->flows->len; i++)
			run_flow(graph, points->flows->pdata[i]);
	} while (points->changed);
}

static void take(KsGraph *graph, GPtrArray *functions, const KsTaken *like)
{
	for (guint i = 0; i < functions->len; i++) {
		KsTaken *taken = g_new0(KsTaken, 1);

		*taken = *like;
		taken->node = functions->pdata[i];
		g_ptr_array_add(graph->taken, taken);
	}
}

/* The field's or global's name; the facts own it. */
static const char *name_of(const KsExpr *place)
{
	while (!place->name)
		place = place->x[0];
	return place->name;
}

/* Addresses that are put into fields and globals. */
static void take_sets(KsGraph *graph, const char *module, KsNode *node,
		      const GPtrArray *sets)
{
	KsNode nowhere = {.module = module};

	for (guint i = 0; i < sets->len; i++) {
		const KsSet *set = sets->pdata[i];
		g_autofree char *place =
			place_of(graph, module, node, set->place);
		g_autoptr(GPtrArray) functions = NULL;

		if (!place || (place[0] != 'M' && place[0] != 'G') ||
		    !may_carry(set->value))
			continue;
		functions =
			ks_points_of(graph, node ? node : &nowhere, set->value);
		take(graph, functions,
		     &(KsTaken){.place = name_of(set->place),
				.is_field = place[0] == 'M',
				.where = node,
				.file = set->file,
				.line = set->line,
				.followed = g_hash_table_contains(
					graph->points->read, place)});
	}
}

/* Addresses that are passed to functions whose bodies are not here. */
static void take_args(KsGraph *graph, KsNode *node, const KsCall *call)
{
	const KsExpr *callee = call->callee;

	if (callee->kind != KS_EXPR_FUNC)
		return;
	for (guint i = 0; i < call->args->len; i++) {
		g_autoptr(GPtrArray) functions = NULL;

		if (!may_carry(call->args->pdata[i]))
			continue;
		functions = ks_points_of(graph, node, call->args->pdata[i]);
		take(graph, functions,
		     &(KsTaken){.place = ks_key_name(callee->name),
				.index = i,
				.where = node,
				.file = call->file,
				.line = call->line,
				.followed = ks_graph_find(graph, node->module,
							  callee->name)});
	}
}

void ks_points_taken(KsGraph *graph)
{
	for (guint i = 0; i < graph->units->len; i++) {
		const Unit *unit = graph->units->pdata[i];

		take_sets(graph, unit->module, NULL, unit->facts->sets);
	}
	for (guint i = 0; i < graph->nodes->len; i++) {
		KsNode *node = graph->nodes->pdata[i];

		take_sets(graph, node->module, node, node->function->sets);
		for (guint j = 0; j < node->function->calls->len; j++)
			take_args(graph, node, node->function->calls->pdata[j]);
	}
}
