// SPDX-License-Identifier: GPL-2.0
#include "audit/chain.h"

static void link_free(gpointer data)
{
	KsLink *link = data;

	g_free(link->name);
	g_ptr_array_unref(link->callers);
	g_free(link);
}

GPtrArray *ks_chain_empty(void)
{
	return g_ptr_array_new_with_free_func(link_free);
}

KsLink *ks_chain_link(GPtrArray *chain, const char *name)
{
	KsLink *link;

	for (guint i = 0; i < chain->len; i++) {
		link = chain->pdata[i];
		if (g_str_equal(link->name, name))
			return link;
	}
	link = g_new0(KsLink, 1);
	link->name = g_strdup(name);
	link->callers = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(chain, link);
	return link;
}

void ks_link_add_caller(KsLink *link, const char *caller)
{
	if (!g_ptr_array_find_with_equal_func(link->callers, caller,
					      g_str_equal, NULL))
		g_ptr_array_add(link->callers, g_strdup(caller));
}

static void add_caller(KsLink *link, const KsState *caller, GPtrArray *todo)
{
	ks_link_add_caller(link, caller->node->function->name);
	g_ptr_array_add(todo, (gpointer)caller);
}

GPtrArray *ks_chain_new(const GPtrArray *ways)
{
	GPtrArray *chain = ks_chain_empty();
	g_autoptr(GPtrArray) todo = g_ptr_array_new();
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

	for (guint i = 0; i < ways->len; i++)
		g_ptr_array_add(todo,
				(gpointer)((KsArrival *)ways->pdata[i])->state);
	for (guint i = 0; i < todo->len; i++) {
		const KsState *state = todo->pdata[i];
		KsLink *link =
			ks_chain_link(chain, state->node->function->name);

		if (!g_hash_table_add(seen, (gpointer)state))
			continue;
		if (!state->from)
			link->poll = true;
		else
			add_caller(link, state->from, todo);
		for (guint k = 0; k < state->callers->len; k++)
			add_caller(link, state->callers->pdata[k], todo);
	}
	return chain;
}
