// SPDX-License-Identifier: GPL-2.0
#include "audit/walk.h"

#include <stdlib.h>
#include <string.h>

/* More states than any driver has: the largest of Intel's have some 2,000. */
#define STATES_MAX 200000
#define PARAMS_MAX 64

struct KsWalk {
	const KsGraph *graph;
	const GPtrArray *roots;
	const GPtrArray *exclusions; /* KsExclusion, or NULL */
	GPtrArray *excluded; /* those that were used */
	GPtrArray *sites; /* KsArrivals */
	GHashTable *by_node; /* KsNode -> GPtrArray of its KsArrivals */
	GHashTable *slice; /* KsNodes that a site can be reached from */
	GHashTable *known; /* what was walked -> KsState */
	GPtrArray *states; /* the same; those that are to be walked follow */
	bool cut;
};

static const struct {
	const char *name;
	KsAuditKind kind;
} functions[] = {
	{"napi_build_skb", KS_AUDIT_BUILD},
	{"build_skb", KS_AUDIT_BUILD},
	{"napi_consume_skb", KS_AUDIT_CONSUME},
	{"dev_kfree_skb", KS_AUDIT_FREE},
	{"dev_kfree_skb_any", KS_AUDIT_FREE},
	{"dev_kfree_skb_irq", KS_AUDIT_FREE},
	{"dev_consume_skb_any", KS_AUDIT_FREE},
	{"dev_consume_skb_irq", KS_AUDIT_FREE},
	{"consume_skb", KS_AUDIT_FREE},
	{"kfree_skb", KS_AUDIT_FREE},
	{"napi_alloc_skb", KS_AUDIT_ALLOC},
	{"__napi_alloc_skb", KS_AUDIT_ALLOC},
	{"netdev_alloc_skb", KS_AUDIT_ALLOC},
	{"__netdev_alloc_skb", KS_AUDIT_ALLOC},
	{"netdev_alloc_skb_ip_align", KS_AUDIT_ALLOC},
	{"__netdev_alloc_skb_ip_align", KS_AUDIT_ALLOC},
	{"napi_alloc_frag", KS_AUDIT_ALLOC},
	{"netdev_alloc_frag", KS_AUDIT_ALLOC},
};

const char *ks_audit_kind_name(KsAuditKind kind)
{
	static const char *const names[KS_AUDIT_KINDS] = {"build", "consume",
							  "free", "alloc"};

	return names[kind];
}

static bool find_function(const char *name, KsAuditKind *kind)
{
	for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
		if (g_str_equal(functions[i].name, name)) {
			*kind = functions[i].kind;
			return true;
		}
	return false;
}

/*
 * A header of the kernel's own: what its inlines call is theirs.  Headers that
 * are part of drivers only live there for sharing.
 */
static bool is_core(const char *file)
{
	return (g_str_has_prefix(file, "include/") &&
		!g_str_has_prefix(file, "include/net/libeth/") &&
		!g_str_has_prefix(file, "include/linux/net/intel/")) ||
	       g_str_has_prefix(file, "arch/");
}

static void arrivals_free(gpointer data)
{
	KsArrivals *site = data;

	g_ptr_array_unref(site->arrivals);
	g_free(site);
}

static void state_free(gpointer data)
{
	KsState *state = data;

	g_ptr_array_unref(state->callers);
	g_free(state->params);
	g_free(state);
}

static void array_free(gpointer array)
{
	g_ptr_array_unref(array);
}

/* The name that a reader sees there; NULL if the call is no site. */
static const char *site_name(const KsCall *call, KsAuditKind *kind)
{
	if (call->callee->kind != KS_EXPR_FUNC)
		return NULL;
	if (find_function(call->spelled, kind))
		return call->spelled;
	if (!find_function(ks_key_name(call->callee->name), kind))
		return NULL;
	return *call->spelled ? call->spelled : ks_key_name(call->callee->name);
}

static void add_sites(KsWalk *walk, const KsNode *node)
{
	g_autoptr(GPtrArray) own = g_ptr_array_new();

	if (is_core(node->function->file))
		return;
	for (guint i = 0; i < node->function->calls->len; i++) {
		const KsCall *call = node->function->calls->pdata[i];
		KsAuditKind kind;
		const char *name = site_name(call, &kind);
		KsArrivals *site;

		if (!name || is_core(call->file))
			continue;
		site = g_new0(KsArrivals, 1);
		site->kind = kind;
		site->name = name;
		site->call = call;
		site->node = node;
		site->arrivals = g_ptr_array_new_with_free_func(g_free);
		g_ptr_array_add(walk->sites, site);
		g_ptr_array_add(own, site);
	}
	if (own->len)
		g_hash_table_insert(walk->by_node, (gpointer)node,
				    g_steal_pointer(&own));
}

static void add_to_slice(KsWalk *walk, const KsNode *node)
{
	g_autoptr(GPtrArray) todo = g_ptr_array_new();

	g_ptr_array_add(todo, (gpointer)node);
	while (todo->len) {
		const KsNode *one =
			g_ptr_array_remove_index_fast(todo, todo->len - 1);

		if (!g_hash_table_add(walk->slice, (gpointer)one))
			continue;
		for (guint i = 0; i < one->callers->len; i++)
			g_ptr_array_add(
				todo, ((KsEdge *)one->callers->pdata[i])->from);
	}
}

/* What makes two visits of a function the same. */
static char *state_key(const KsRoot *root, const KsNode *node, bool irqs_off,
		       const KsValue *params)
{
	GString *key = g_string_new(NULL);

	/* a task is a task: thousands of ops end in the same functions */
	if (root->context == KS_CONTEXT_PROCESS)
		g_string_append(key, "process");
	else
		g_string_append_printf(key, "%p", (const void *)root);
	g_string_append_printf(key, " %p %d", (const void *)node, irqs_off);
	for (guint i = 0; i < node->function->params->len; i++)
		g_string_append_printf(
			key, " %u:%" G_GINT64_FORMAT, params[i].mask,
			params[i].mask & KS_VALUE_CONST ? params[i].n : 0);
	return g_string_free(key, FALSE);
}

/* Takes @params. */
static void reach(KsWalk *walk, const KsRoot *root, const KsNode *node,
		  bool irqs_off, KsValue *params, KsState *from,
		  const KsCall *by)
{
	g_autofree char *key = state_key(root, node, irqs_off, params);
	KsState *state = g_hash_table_lookup(walk->known, key);

	if (state || walk->states->len >= STATES_MAX) {
		walk->cut |= !state;
		if (state && from)
			g_ptr_array_add(state->callers, from);
		g_free(params);
		return;
	}
	state = g_new0(KsState, 1);
	state->root = root;
	state->node = node;
	state->irqs_off = irqs_off;
	state->params = params;
	state->from = from;
	state->by = by;
	state->callers = g_ptr_array_new();
	state->scope = (KsScope){walk->graph, node, params,
				 from ? &from->scope : NULL};
	g_ptr_array_add(walk->states, state);
	g_hash_table_insert(walk->known, g_steal_pointer(&key), state);
}

/* f(n - 1) of f itself: what goes on for ever is any number. */
static void widen(const KsState *state, const KsNode *callee, KsValue *params)
{
	while (state && state->node != callee)
		state = state->from;
	for (guint i = 0; state && i < callee->function->params->len; i++)
		if (params[i].mask & KS_VALUE_CONST &&
		    (state->params[i].mask != params[i].mask ||
		     state->params[i].n != params[i].n))
			params[i] = (KsValue){.mask = KS_VALUE_COUNTED |
						      params[i].mask};
	for (guint i = 0; state && i < callee->function->params->len; i++)
		if (params[i].mask & KS_VALUE_COUNTED)
			params[i] = (KsValue){.mask = params[i].mask &
						      ~KS_VALUE_CONST};
}

/* Pointers are not told apart: only numbers make two calls differ. */
static KsValue *pass(const KsState *state, const KsCall *call, const KsNode *to)
{
	const KsFunction *callee = to->function;
	guint n = MIN(callee->params->len, PARAMS_MAX);
	KsValue *params = g_new0(KsValue, callee->params->len + 1);

	for (guint i = 0; i < callee->params->len; i++)
		params[i] = i < n && i < call->args->len &&
					    callee->numbers >> i & 1 ?
				    ks_value_of(&state->scope,
						call->args->pdata[i]) :
				    (KsValue){.mask = KS_VALUE_OTHER};
	widen(state, to, params);
	return params;
}

static bool is_excluded(const KsState *state, const KsCall *call)
{
	return call->guard &&
	       ks_value_truth(&state->scope, call->guard) == KS_NO;
}

static void arrive(const KsState *state, KsArrivals *site)
{
	KsArrival *arrival;

	if (is_excluded(state, site->call))
		return;
	arrival = g_new0(KsArrival, 1);
	arrival->state = state;
	arrival->irqs_off = state->irqs_off || site->call->irqs_off;
	if (site->kind == KS_AUDIT_CONSUME && site->call->args->len == 2)
		arrival->budget =
			ks_value_of(&state->scope, site->call->args->pdata[1]);
	g_ptr_array_add(site->arrivals, arrival);
}

static bool is_never_taken(KsWalk *walk, const KsState *state, const KsNode *to)
{
	for (guint i = 0; walk->exclusions && i < walk->exclusions->len; i++) {
		KsExclusion *one = walk->exclusions->pdata[i];

		if (!g_str_equal(one->driver, state->node->module) ||
		    !g_str_equal(one->root,
				 state->root->node->function->name) ||
		    !g_str_equal(one->function, state->node->function->name) ||
		    !g_str_equal(one->callee, to->function->name))
			continue;
		if (!g_ptr_array_find(walk->excluded, one, NULL))
			g_ptr_array_add(walk->excluded, one);
		return true;
	}
	return false;
}

static void walk_state(KsWalk *walk, KsState *state)
{
	const GPtrArray *own = g_hash_table_lookup(walk->by_node, state->node);

	for (guint i = 0; own && i < own->len; i++)
		arrive(state, own->pdata[i]);
	for (guint i = 0; i < state->node->edges->len; i++) {
		const KsEdge *edge = state->node->edges->pdata[i];
		int excluded = -1;

		for (guint j = 0; j < edge->to->len; j++) {
			const KsNode *to = edge->to->pdata[j];

			if (!g_hash_table_contains(walk->slice, to) ||
			    is_never_taken(walk, state, to))
				continue;
			if (excluded < 0)
				excluded = is_excluded(state, edge->call);
			if (!excluded)
				reach(walk, state->root, to,
				      state->irqs_off || edge->call->irqs_off,
				      pass(state, edge->call, to), state,
				      edge->call);
		}
	}
}

static void start(KsWalk *walk, const KsRoot *root)
{
	const KsFunction *function = root->node->function;
	KsValue *params;

	if (!g_hash_table_contains(walk->slice, root->node))
		return;
	params = g_new0(KsValue, function->params->len + 1);
	for (guint i = 0; i < function->params->len; i++)
		params[i].mask = KS_VALUE_OTHER;
	if (root->context == KS_CONTEXT_POLL && function->params->len > 1)
		params[1].mask = KS_VALUE_BUDGET;
	if (root->context == KS_CONTEXT_NETPOLL && function->params->len > 1)
		params[1] = ks_value_const(0);
	reach(walk, root, root->node, false, params, NULL, NULL);
}

static int by_place(gconstpointer a, gconstpointer b)
{
	const KsCall *left = (*(KsArrivals *const *)a)->call;
	const KsCall *right = (*(KsArrivals *const *)b)->call;
	int order = strcmp(left->file, right->file);

	if (order)
		return order;
	if (left->line != right->line)
		return left->line - right->line;
	return left->column - right->column;
}

KsWalk *ks_walk_new(const KsGraph *graph, const GPtrArray *roots,
		    const GPtrArray *exclusions)
{
	KsWalk *walk = g_new0(KsWalk, 1);
	const GPtrArray *nodes = ks_graph_nodes(graph);
	GHashTableIter iter;
	gpointer node;

	walk->graph = graph;
	walk->roots = roots;
	walk->exclusions = exclusions;
	walk->excluded = g_ptr_array_new();
	walk->sites = g_ptr_array_new_with_free_func(arrivals_free);
	walk->by_node = g_hash_table_new_full(g_direct_hash, g_direct_equal,
					      NULL, array_free);
	walk->slice = g_hash_table_new(g_direct_hash, g_direct_equal);
	walk->known =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	walk->states = g_ptr_array_new_with_free_func(state_free);
	for (guint i = 0; i < nodes->len; i++)
		add_sites(walk, nodes->pdata[i]);
	g_hash_table_iter_init(&iter, walk->by_node);
	while (g_hash_table_iter_next(&iter, &node, NULL))
		add_to_slice(walk, node);
	for (guint i = 0; i < roots->len; i++)
		start(walk, roots->pdata[i]);
	for (guint i = 0; i < walk->states->len; i++)
		walk_state(walk, walk->states->pdata[i]);
	g_ptr_array_sort(walk->sites, by_place);
	return walk;
}

void ks_walk_free(KsWalk *walk)
{
	g_hash_table_unref(walk->by_node);
	g_hash_table_unref(walk->slice);
	g_hash_table_unref(walk->known);
	g_ptr_array_unref(walk->excluded);
	g_ptr_array_unref(walk->sites);
	g_ptr_array_unref(walk->states);
	g_free(walk);
}

const KsGraph *ks_walk_graph(const KsWalk *walk)
{
	return walk->graph;
}

const GPtrArray *ks_walk_roots(const KsWalk *walk)
{
	return walk->roots;
}

const GPtrArray *ks_walk_sites(const KsWalk *walk)
{
	return walk->sites;
}

const GPtrArray *ks_walk_excluded(const KsWalk *walk)
{
	return walk->excluded;
}

bool ks_walk_is_cut(const KsWalk *walk)
{
	return walk->cut;
}
