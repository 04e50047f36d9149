// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/thread_plan.h"

#define COLUMNS 72

/* Append a paragraph, wrapped; an empty line before all but the first. */
static void add_paragraph(GString *all, const char *text)
{
	g_auto(GStrv) words = g_strsplit_set(text, " ", -1);
	gsize column = 0;

	if (all->len)
		g_string_append(all, "\n\n");
	for (char **word = words; *word; word++) {
		gsize len = strlen(*word);

		if (!len)
			continue;
		if (column && column + 1 + len > COLUMNS) {
			g_string_append_c(all, '\n');
			column = 0;
		} else if (column) {
			g_string_append_c(all, ' ');
			column++;
		}
		g_string_append(all, *word);
		column += len;
	}
}

/* "a(), b() and c()" */
static char *enumerate(const GPtrArray *names)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < names->len; i++)
		g_string_append_printf(text, "%s%s()",
				       !i		  ? "" :
				       i + 1 < names->len ? ", " :
							    " and ",
				       (const char *)names->pdata[i]);
	return g_string_free(text, FALSE);
}

static void add_name(GPtrArray *names, const char *name)
{
	if (*name &&
	    !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
		g_ptr_array_add(names, (gpointer)name);
}

/* Who calls a function of the chain from outside of it. */
static GPtrArray *outsiders(const KsThreadPlan *plan)
{
	GPtrArray *names = g_ptr_array_new();

	for (guint i = 0; i < plan->n; i++) {
		const KsHop *hop = &plan->hops[i];
		KsThreadCall call;

		for (guint n = 0;
		     hop->change && ks_thread_call(plan, hop, n, &call); n++)
			if (call.caller < 0 || call.caller > (int)i)
				add_name(names, call.site->function);
	}
	return names;
}

static GPtrArray *hops(const KsThreadPlan *plan, bool (*is)(const KsHop *hop))
{
	GPtrArray *names = g_ptr_array_new();

	for (guint i = 0; i < plan->n; i++)
		if (is(&plan->hops[i]))
			add_name(names, plan->hops[i].name);
	return names;
}

static bool is_poll(const KsHop *hop)
{
	return hop->poll;
}

static bool is_changed(const KsHop *hop)
{
	return hop->change;
}

static bool is_freeing(const KsHop *hop)
{
	return hop->frees;
}

static void tell_what(GString *all, const KsThreadPlan *plan)
{
	g_autoptr(GPtrArray) sinks = hops(plan, is_freeing);
	g_autoptr(GPtrArray) old = ks_thread_names(plan, NULL);
	g_autofree char *who = enumerate(sinks);
	g_autofree char *how = enumerate(old);
	const char *s = sinks->len == 1 ? "s" : "";
	bool there = old->len == 1 && !strcmp(old->pdata[0], KS_THREAD_RESULT);
	g_autofree char *text =
		there ? g_strdup_printf(
				"%s give%s napi_consume_skb() a constant for "
				"the budget, whatever the poll function was "
				"called with.",
				who, s) :
			g_strdup_printf(
				"%s free%s the packets that have been sent one "
				"by one, with %s, also where the NAPI poll "
				"function is on its way through them.",
				who, s, how);

	add_paragraph(all, text);
}

static void tell_way(GString *all, const KsThreadPlan *plan)
{
	g_autoptr(GPtrArray) polls = hops(plan, is_poll);
	g_autoptr(GPtrArray) changed = hops(plan, is_changed);
	g_autoptr(GPtrArray) others = outsiders(plan);
	g_autofree char *from = enumerate(polls);
	g_autofree char *through = enumerate(changed);
	g_autofree char *zero = enumerate(others);
	g_autofree char *text = NULL;

	if (!changed->len)
		text = g_strdup_printf("The budget that the core gave to %s "
				       "is there already.",
				       from);
	else if (!others->len)
		text = g_strdup_printf(
			"Pass the budget that the core gave to %s on to %s.",
			from, through);
	else
		text = g_strdup_printf(
			"Pass the budget that the core gave to %s on to %s. "
			"Who calls %s outside of the poll passes 0: %s.",
			from, through, changed->len == 1 ? "it" : "them", zero);
	add_paragraph(all, text);
}

char *ks_thread_story(const KsThreadPlan *plan)
{
	GString *all = g_string_new(NULL);

	tell_what(all, plan);
	add_paragraph(all,
		      "napi_consume_skb() frees in bulk and keeps the heads "
		      "for the next packets to be received, in a cache of "
		      "NAPI's that may be touched in its context only. The "
		      "budget tells it: it is the core's in a poll, and 0 "
		      "elsewhere, also where netpoll calls the poll "
		      "function. With 0 it falls back to "
		      "dev_consume_skb_any().");
	tell_way(all, plan);
	return g_string_free(all, FALSE);
}
