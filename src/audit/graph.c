// SPDX-License-Identifier: GPL-2.0
#include "audit/graph.h"

#include <string.h>

#include "audit/graph_private.h"

static void edge_free(gpointer data)
{
	KsEdge *edge = data;

	g_ptr_array_unref(edge->to);
	g_free(edge);
}

static void node_free(gpointer data)
{
	KsNode *node = data;

	g_ptr_array_unref(node->edges);
	g_ptr_array_unref(node->callers);
	g_ptr_array_unref(node->escapes);
	g_free(node);
}

static void unit_free(gpointer data)
{
	Unit *unit = data;

	g_free(unit->module);
	g_free(unit);
}

KsGraph *ks_graph_new(void)
{
	KsGraph *graph = g_new0(KsGraph, 1);

	graph->nodes = g_ptr_array_new_with_free_func(node_free);
	graph->taken = g_ptr_array_new_with_free_func(g_free);
	graph->units = g_ptr_array_new_with_free_func(unit_free);
	graph->by_key =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	graph->exported = g_hash_table_new(g_str_hash, g_str_equal);
	graph->points = ks_points_new();
	return graph;
}

void ks_graph_free(KsGraph *graph)
{
	ks_points_free(graph->points);
	g_hash_table_unref(graph->by_key);
	g_hash_table_unref(graph->exported);
	g_ptr_array_unref(graph->taken);
	g_ptr_array_unref(graph->nodes);
	g_ptr_array_unref(graph->units);
	g_free(graph);
}

static void add_function(KsGraph *graph, const char *module,
			 const KsFacts *facts, const KsFunction *function)
{
	g_autofree char *key = g_strconcat(module, " ", function->key, NULL);
	KsNode *node = g_hash_table_lookup(graph->by_key, key);

	if (node) /* a header's inline that another unit has, too */
		return;
	node = g_new0(KsNode, 1);
	node->module = module;
	node->function = function;
	node->facts = facts;
	node->broken = facts->errors->len > 0;
	node->edges = g_ptr_array_new_with_free_func(edge_free);
	node->callers = g_ptr_array_new();
	node->escapes = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(graph->nodes, node);
	g_hash_table_insert(graph->by_key, g_steal_pointer(&key), node);
	if (!function->is_static &&
	    !g_hash_table_contains(graph->exported, function->key))
		g_hash_table_insert(graph->exported, function->key, node);
}

void ks_graph_add(KsGraph *graph, const char *module, const KsFacts *facts)
{
	Unit *unit = g_new0(Unit, 1);

	unit->module = g_strdup(module);
	unit->facts = facts;
	g_ptr_array_add(graph->units, unit);
	for (guint i = 0; i < facts->functions->len; i++)
		add_function(graph, unit->module, facts,
			     facts->functions->pdata[i]);
}

KsNode *ks_graph_find(const KsGraph *graph, const char *module, const char *key)
{
	g_autofree char *own = g_strconcat(module, " ", key, NULL);
	KsNode *node = g_hash_table_lookup(graph->by_key, own);

	return node ? node : g_hash_table_lookup(graph->exported, key);
}

static void connect(KsNode *node, const KsCall *call, const GPtrArray *to)
{
	KsEdge *edge = g_new0(KsEdge, 1);

	edge->from = node;
	edge->call = call;
	edge->to = g_ptr_array_new();
	g_ptr_array_add(node->edges, edge);
	for (guint i = 0; i < to->len; i++) {
		KsNode *callee = to->pdata[i];

		g_ptr_array_add(edge->to, callee);
		g_ptr_array_add(callee->callers, edge);
	}
}

static void connect_all(KsGraph *graph, KsNode *node)
{
	for (guint i = 0; i < node->function->calls->len; i++) {
		const KsCall *call = node->function->calls->pdata[i];
		g_autoptr(GPtrArray)
			to = ks_points_of(graph, node, call->callee);

		if (to->len)
			connect(node, call, to);
	}
}

void ks_graph_link(KsGraph *graph)
{
	ks_points_solve(graph);
	for (guint i = 0; i < graph->nodes->len; i++)
		connect_all(graph, graph->nodes->pdata[i]);
	ks_points_taken(graph);
}

const GPtrArray *ks_graph_nodes(const KsGraph *graph)
{
	return graph->nodes;
}

const GPtrArray *ks_graph_taken(const KsGraph *graph)
{
	return graph->taken;
}
