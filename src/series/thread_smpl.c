// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/thread_plan.h"

/*
 * Each rule is bound to a number of arguments, so that it cannot match what
 * an earlier one has changed, and to one function: nothing is inherited from
 * rule to rule, and a file can be done without the others.
 */

/* Without this spatch takes the argument of __free for a type. */
static void head(GString *smpl, const char *metavariables)
{
	g_string_append_printf(smpl,
			       "@@\n"
			       "attribute name __free;\n"
			       "iterator name scoped_guard;\n"
			       "%s"
			       "@@\n\n",
			       metavariables);
}

/* @hop's name and its arguments: @count of them stay, one comes or goes. */
static void list(GString *smpl, const KsHop *hop, const char *many,
		 const char *minus, const char *plus)
{
	const char *comma = hop->params ? ", " : "";

	g_string_append_printf(smpl, " %s(%s\n", hop->name,
			       hop->params ? many : "");
	if (minus)
		g_string_append_printf(smpl, "- %s%s\n", comma, minus);
	if (plus)
		g_string_append_printf(smpl, "+ %s%s\n", comma, plus);
	g_string_append(smpl, " )");
}

static void signature(GString *smpl, const KsThreadPlan *plan, const KsHop *hop)
{
	bool add = plan->mode == KS_RULE_PATCH;
	g_autofree char *param = g_strconcat("int ", hop->budget, NULL);
	const char *empty = hop->params ? NULL : "void";

	list(smpl, hop, "ps", add ? empty : param, add ? param : empty);
}

static void definition(GString *smpl, const KsThreadPlan *plan,
		       const KsHop *hop)
{
	g_autofree char *names =
		hop->params ? g_strdup_printf("parameter list[%u] ps;\n",
					      hop->params) :
			      g_strdup("");
	g_autofree char *typed = g_strconcat("type T;\n", names, NULL);

	head(smpl, names);
	signature(smpl, plan, hop);
	g_string_append(smpl, " { ... }\n\n");
	if (!hop->declared)
		return;
	head(smpl, typed);
	g_string_append(smpl, " T");
	signature(smpl, plan, hop);
	g_string_append(smpl, ";\n\n");
}

static char *call_names(const KsThreadPlan *plan, const KsHop *hop,
			const char *symbol)
{
	GString *names = g_string_new(NULL);

	if (hop->params)
		g_string_append_printf(names, "expression list[%u] es;\n",
				       hop->params);
	if (plan->mode == KS_RULE_REVERT)
		g_string_append(names, "expression e;\n");
	if (symbol)
		g_string_append_printf(names, "symbol %s;\n", symbol);
	return g_string_free(names, FALSE);
}

/* What @text does, inside of the function @in only. */
static void within(GString *smpl, const KsHop *in, const char *text)
{
	g_string_append_printf(smpl,
			       " %s(..., int %s, ...)\n"
			       " {\n"
			       " <...\n"
			       "%s\n"
			       " ...>\n"
			       " }\n\n",
			       in->name, in->budget, text);
}

/* The poll's parameters are known, and are no "...". */
static void within_poll(GString *smpl, const KsHop *in, const char *text)
{
	g_string_append_printf(smpl,
			       " %s(struct napi_struct *ks_napi, int %s)\n"
			       " {\n"
			       " <...\n"
			       "%s\n"
			       " ...>\n"
			       " }\n\n",
			       in->name, in->budget, text);
}

static void inside(GString *smpl, const KsHop *in, const char *names,
		   const char *text)
{
	bool poll = in->poll;
	g_autofree char *all =
		g_strconcat(names, poll ? "identifier ks_napi;\n" : "", NULL);

	head(smpl, all);
	if (poll)
		within_poll(smpl, in, text);
	else
		within(smpl, in, text);
}

static void calls(GString *smpl, const KsThreadPlan *plan, const KsHop *hop)
{
	for (guint i = 0; i < plan->n; i++) {
		const KsHop *in = &plan->hops[i];
		g_autofree char *names = NULL;
		GString *text;

		if (!hop->from[i])
			continue;
		names = call_names(plan, hop, in->budget);
		text = g_string_new(NULL);
		list(text, hop, "es", NULL, in->budget);
		inside(smpl, in, names, text->str);
		g_string_free(text, TRUE);
	}
	if (hop->outside) {
		g_autofree char *names = call_names(plan, hop, NULL);

		head(smpl, names);
		list(smpl, hop, "es", NULL, "0");
		g_string_append(smpl, "\n\n");
	}
}

static void calls_back(GString *smpl, const KsThreadPlan *plan,
		       const KsHop *hop)
{
	g_autofree char *names = call_names(plan, hop, NULL);

	head(smpl, names);
	list(smpl, hop, "es", "e", NULL);
	g_string_append(smpl, "\n\n");
}

/* The number that callers in the chain pass becomes their budget. */
static void mend(GString *smpl, const KsThreadPlan *plan, const KsHop *hop)
{
	g_autofree char *before =
		hop->index ? g_strdup_printf("expression list[%d] es;\n",
					     hop->index) :
			     g_strdup("");

	for (guint i = 0; i < plan->n; i++) {
		const KsHop *in = &plan->hops[i];
		g_autofree char *names = NULL, *text = NULL;

		if (!hop->from[i])
			continue;
		names = g_strdup_printf("%ssymbol %s;\n", before, in->budget);
		text = g_strdup_printf(
			" %s(%s\n- %s\n+ %s\n %s)", hop->name,
			hop->index ? "es," : "", hop->number, in->budget,
			hop->index + 1 < (int)hop->params ? ", ..." : "");
		inside(smpl, in, names, text);
	}
}

/* A free by another name. */
static void replace_free(GString *smpl, const KsHop *hop, const char *old)
{
	g_autofree char *names = g_strdup_printf(
		"symbol %s;\nexpression ks_skb;\n", hop->budget);
	g_autofree char *text = g_strdup_printf(
		"- %s(ks_skb)\n+ " KS_THREAD_RESULT "(ks_skb, %s)", old,
		hop->budget);

	inside(smpl, hop, names, text);
}

/* A constant where the budget should be. */
static void mend_free(GString *smpl, const KsHop *hop)
{
	g_autofree char *names = g_strdup_printf(
		"symbol %s;\nexpression ks_skb;\nconstant ks_number;\n",
		hop->budget);
	g_autofree char *text = g_strdup_printf(
		" " KS_THREAD_RESULT "(ks_skb,\n- ks_number\n+ %s\n )",
		hop->budget);

	inside(smpl, hop, names, text);
}

static void free_there(GString *smpl, const KsThreadPlan *plan,
		       const KsHop *hop)
{
	g_autoptr(GPtrArray) names = NULL;

	if (!plan->thread->frees) {
		replace_free(smpl, hop, plan->thread->tokens[0]);
		return;
	}
	names = ks_thread_names(plan, hop);
	for (guint i = 0; i < names->len; i++) {
		if (strcmp(names->pdata[i], KS_THREAD_RESULT))
			replace_free(smpl, hop, names->pdata[i]);
		else
			mend_free(smpl, hop);
	}
}

/* The frees: in these functions, whatever their parameters are. */
static void frees(GString *smpl, const KsThreadPlan *plan)
{
	const KsHop *last = &plan->hops[plan->n - 1];

	if (plan->mode == KS_RULE_PATCH) {
		for (guint i = 0; i < plan->n; i++)
			if (plan->hops[i].frees)
				free_there(smpl, plan, &plan->hops[i]);
		return;
	}
	head(smpl, "expression ks_skb, ks_budget;\n");
	g_string_append_printf(smpl,
			       " %s(...)\n"
			       " {\n"
			       " <...\n"
			       "- " KS_THREAD_RESULT "(ks_skb, ks_budget)\n"
			       "+ %s(ks_skb)\n"
			       " ...>\n"
			       " }\n\n",
			       last->name, plan->thread->tokens[0]);
}

char *ks_thread_smpl(const KsThreadPlan *plan)
{
	GString *smpl = g_string_new(NULL);
	bool back = plan->mode == KS_RULE_REVERT;

	if (back)
		frees(smpl, plan);
	for (guint i = plan->thread->polls; i < plan->n; i++) {
		/* into the chain from outside in, out of it the other way */
		const KsHop *hop =
			&plan->hops[back ? plan->n - 1 -
						    (i - plan->thread->polls) :
					   i];

		if (hop->number)
			mend(smpl, plan, hop);
		if (!hop->change)
			continue;
		definition(smpl, plan, hop);
		if (back)
			calls_back(smpl, plan, hop);
		else
			calls(smpl, plan, hop);
	}
	if (!back)
		frees(smpl, plan);
	return g_string_free(smpl, FALSE);
}
