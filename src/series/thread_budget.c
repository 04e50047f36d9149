// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/thread_plan.h"

static bool passes(const KsThreadCall *call, int index, const char *word)
{
	guint first, last;

	return ks_lex_argument(call->text->lex, call->site->lexeme + 1, index,
			       &first, &last) &&
	       ks_thread_is_word(call->text->lex, first, last, word);
}

/* The caller is in the chain, and passes its own budget there. */
static bool passes_budget(const KsThreadPlan *plan, const KsThreadCall *call,
			  int index)
{
	return call->caller >= 0 && plan->hops[call->caller].budget &&
	       passes(call, index, plan->hops[call->caller].budget);
}

/* Which argument of its calls is the budget of the caller? -1: none */
static int passed_index(const KsThreadPlan *plan, guint at)
{
	const KsHop *hop = &plan->hops[at];
	KsThreadCall call;

	for (guint n = 0; ks_thread_call(plan, hop, n, &call); n++) {
		if (call.caller >= (int)at)
			continue;
		for (guint k = 0; k < hop->params; k++)
			if (passes_budget(plan, &call, k))
				return k;
	}
	return -1;
}

/* A number stands where a caller of the chain should pass its budget. */
static bool passes_number(KsHop *hop, const KsThreadCall *call)
{
	const KsLex *lex = call->text->lex;
	g_autofree char *number = NULL;
	guint first, last;

	if (call->caller < 0 ||
	    !ks_lex_argument(lex, call->site->lexeme + 1, hop->index, &first,
			     &last) ||
	    first != last || ks_lex_at(lex, first)->kind != KS_LEX_NUMBER)
		return false;
	number = ks_lex_spell(lex, first);
	if (hop->number && strcmp(hop->number, number))
		return false;
	g_free(hop->number);
	hop->number = g_steal_pointer(&number);
	return true;
}

/* Everyone else must pass the poll's budget too, or 0. */
static bool others_are_honest(const KsThreadPlan *plan, KsHop *hop,
			      bool mendable, GError **error)
{
	KsThreadCall call;

	for (guint n = 0; ks_thread_call(plan, hop, n, &call); n++) {
		if (passes(&call, hop->index, "0") ||
		    passes_budget(plan, &call, hop->index) ||
		    (mendable && passes_number(hop, &call)))
			continue;
		return ks_thread_refuse(
			error, call.text->file->path, call.site->line,
			"%s() is given something else than the poll's budget "
			"or 0 here: what %s holds is no budget to free with",
			hop->name, hop->budget);
	}
	return true;
}

static bool name_is_free(const KsThreadPlan *plan, const KsHop *hop,
			 const char *name)
{
	const KsThreadText *text;
	const KsLexFunction *function;

	for (guint n = 0; ks_thread_definition(plan, hop, n, &text, &function);
	     n++)
		if (ks_thread_mentions(text->lex, function, name))
			return false;
	return true;
}

static bool adjacent(const KsLex *lex, guint i)
{
	return i + 1 < lex->lexemes->len &&
	       ks_lex_at(lex, i)->end == ks_lex_at(lex, i + 1)->start;
}

/* Two bytes of one operator. */
static bool pair(const KsLex *lex, guint i, char a, char b)
{
	return ks_lex_punct(lex, i, a) && ks_lex_punct(lex, i + 1, b) &&
	       adjacent(lex, i);
}

static bool is_operand(const KsLex *lex, guint i)
{
	return ks_lex_at(lex, i)->kind == KS_LEX_NAME ||
	       ks_lex_at(lex, i)->kind == KS_LEX_NUMBER ||
	       ks_lex_punct(lex, i, ')') || ks_lex_punct(lex, i, ']');
}

/* Whether the variable at lexeme @i is written, hidden or pointed to. */
static bool touched(const KsLex *lex, guint i)
{
	static const char ops[] = "+-*/%&|^";
	static const char *const types[] = {"int",  "unsigned", "long", "u32",
					    "bool", "u16",	"u8"};

	if (ks_lex_punct(lex, i + 1, '=') && !pair(lex, i + 1, '=', '='))
		return true;
	for (const char *op = ops; *op; op++)
		if (pair(lex, i + 1, *op, '='))
			return true;
	if ((pair(lex, i + 1, '<', '<') && pair(lex, i + 2, '<', '=')) ||
	    (pair(lex, i + 1, '>', '>') && pair(lex, i + 2, '>', '=')) ||
	    pair(lex, i + 1, '+', '+') || pair(lex, i + 1, '-', '-') ||
	    pair(lex, i - 2, '+', '+') || pair(lex, i - 2, '-', '-'))
		return true;
	if (ks_lex_punct(lex, i - 1, '&') && !ks_lex_punct(lex, i - 2, '&') &&
	    !is_operand(lex, i - 2))
		return true;
	for (gsize k = 0; k < G_N_ELEMENTS(types); k++)
		if (ks_lex_is(lex, i - 1, types[k]))
			return true;
	return false;
}

static bool budget_is_whole(const KsThreadPlan *plan, const KsHop *hop,
			    GError **error)
{
	const KsThreadText *text;
	const KsLexFunction *function;

	for (guint n = 0; ks_thread_definition(plan, hop, n, &text, &function);
	     n++)
		for (guint i = function->body + 2; i < function->end; i++)
			if (ks_lex_is(text->lex, i, hop->budget) &&
			    !ks_lex_member(text->lex, i) &&
			    touched(text->lex, i))
				return ks_thread_refuse(
					error, text->file->path,
					ks_lex_at(text->lex, i)->line,
					"%s() does not keep its %s as the "
					"core gave it: convert it by hand",
					hop->name, hop->budget);
	return true;
}

static bool choose_name(const KsThreadPlan *plan, KsHop *hop, GError **error)
{
	static const char *const names[] = {"budget", "napi_budget"};

	for (gsize k = 0; k < G_N_ELEMENTS(names); k++) {
		if (!name_is_free(plan, hop, names[k]))
			continue;
		hop->budget = g_strdup(names[k]);
		hop->index = hop->params;
		hop->change = true;
		return true;
	}
	return ks_thread_refuse(error, hop->file, hop->line,
				"%s() has variables called budget and "
				"napi_budget: there is no name left",
				hop->name);
}

/* A parameter called budget, of whatever type, that the chain does not fill. */
static bool has_another(const KsThreadPlan *plan, const KsHop *hop)
{
	const KsThreadText *text;
	const KsLexFunction *function;

	if (!ks_thread_definition(plan, hop, 0, &text, &function))
		return false;
	for (guint k = 0; k < hop->params; k++) {
		guint first, last;

		if (ks_lex_argument(text->lex, function->open, (int)k, &first,
				    &last) &&
		    (ks_lex_is(text->lex, last, "budget") ||
		     ks_lex_is(text->lex, last, "napi_budget")))
			return true;
	}
	return false;
}

static bool choose(KsThreadPlan *plan, guint at, GError **error)
{
	KsHop *hop = &plan->hops[at];
	const KsThreadText *text;
	const KsLexFunction *function;
	int wanted = ks_thread_wanted(plan, at);
	int index = wanted >= 0 ? wanted : passed_index(plan, at);

	if (index >= 0 && ks_thread_definition(plan, hop, 0, &text, &function))
		hop->budget =
			ks_thread_int_param(text->lex, function->open, index);
	if (hop->budget) {
		hop->index = index;
		return others_are_honest(plan, hop, wanted >= 0, error) &&
		       budget_is_whole(plan, hop, error);
	}
	if (has_another(plan, hop))
		return ks_thread_refuse(
			error, hop->file, hop->line,
			"%s() has a parameter called budget already, and it is "
			"not the one that %s() got: take a conversion that is "
			"there out first (--without), or thread by hand",
			hop->name, plan->hops[0].name);
	return choose_name(plan, hop, error);
}

bool ks_thread_choose_budgets(KsThreadPlan *plan, GError **error)
{
	for (guint i = 0; i < plan->n; i++)
		if (plan->hops[i].poll ?
			    !budget_is_whole(plan, &plan->hops[i], error) :
			    !choose(plan, i, error))
			return false;
	return true;
}
