// SPDX-License-Identifier: GPL-2.0
#include "audit/sent.h"

/* "*record.field" of an array's element, "record.field", or NULL. */
static char *slot_of(const KsExpr *expr)
{
	bool element = expr->kind == KS_EXPR_DEREF;
	const KsExpr *field = element ? expr->x[0] : expr;

	if (field->kind != KS_EXPR_FIELD)
		return NULL;
	return g_strconcat(element ? "*" : "", field->name, NULL);
}

static bool is_xmit(const GPtrArray *roots, const KsNode *node)
{
	for (guint i = 0; i < roots->len; i++) {
		const KsRoot *root = roots->pdata[i];

		if (root->node == node && root->context == KS_CONTEXT_XMIT)
			return true;
	}
	return false;
}

/* A slot that is emptied says nothing; its packets come from elsewhere. */
static void note(const KsSet *set, bool xmit, KsSent *sent, GHashTable *other)
{
	g_autofree char *slot = slot_of(set->place);
	const KsExpr *value = set->value;

	if (!slot || value->kind == KS_EXPR_CONST)
		return;
	g_hash_table_add(xmit && value->kind == KS_EXPR_PARAM && !value->value ?
				 sent :
				 other,
			 g_steal_pointer(&slot));
}

KsSent *ks_sent_new(const KsGraph *graph, const GPtrArray *roots)
{
	const GPtrArray *nodes = ks_graph_nodes(graph);
	g_autoptr(GHashTable) other =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	KsSent *sent =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GHashTableIter iter;
	gpointer slot;

	for (guint i = 0; i < nodes->len; i++) {
		const KsNode *node = nodes->pdata[i];
		const GPtrArray *sets = node->function->sets;
		bool xmit = is_xmit(roots, node);

		for (guint j = 0; j < sets->len; j++)
			note(sets->pdata[j], xmit, sent, other);
	}
	g_hash_table_iter_init(&iter, other);
	while (g_hash_table_iter_next(&iter, &slot, NULL))
		g_hash_table_remove(sent, slot);
	return sent;
}

/* What the local variable was given last before the line. */
static const KsExpr *last_value(const KsFunction *function, gint64 local,
				const KsCall *call)
{
	const KsSet *last = NULL;

	for (guint i = 0; i < function->sets->len; i++) {
		const KsSet *set = function->sets->pdata[i];

		if (set->place->kind == KS_EXPR_LOCAL &&
		    set->place->value == local && set->line <= call->line &&
		    g_str_equal(set->file, call->file) &&
		    (!last || set->line >= last->line))
			last = set;
	}
	return last ? last->value : NULL;
}

bool ks_sent_has(const KsSent *sent, const KsFunction *function,
		 const KsCall *call)
{
	const KsExpr *packet = call->args->len ? call->args->pdata[0] : NULL;
	g_autofree char *slot = NULL;

	if (packet && packet->kind == KS_EXPR_LOCAL)
		packet = last_value(function, packet->value, call);
	slot = packet ? slot_of(packet) : NULL;
	return slot && g_hash_table_contains((GHashTable *)sent, slot);
}
