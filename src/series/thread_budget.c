// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/thread_plan.h"

/* A call of a function of the chain. */
typedef struct {
	const KsThreadText *text;
	const KsSite *site;
	int caller; /* its place in the chain, or -1 */
} Call;

/* The @nth call of @hop, from 0; false if there are fewer. */
static bool call_at(const KsThreadPlan *plan, const KsHop *hop, guint nth,
		    Call *call)
{
	for (guint t = 0; t < plan->texts->len; t++) {
		const KsThreadText *text = plan->texts->pdata[t];

		for (guint s = 0; s < text->sites->len; s++) {
			const KsSite *site = text->sites->pdata[s];

			if (site->kind != KS_SITE_CALL ||
			    strcmp(site->token, hop->name) || nth--)
				continue;
			call->text = text;
			call->site = site;
			call->caller =
				ks_thread_plan_find(plan, site->function);
			return true;
		}
	}
	return false;
}

static bool passes(const Call *call, int index, const char *word)
{
	guint first, last;

	return ks_lex_argument(call->text->lex, call->site->lexeme + 1, index,
			       &first, &last) &&
	       ks_thread_is_word(call->text->lex, first, last, word);
}

/* Which argument of its call is the budget of the function before? -1: none */
static int passed_index(const KsThreadPlan *plan, guint at)
{
	const KsHop *hop = &plan->hops[at];
	Call call;

	for (guint n = 0; call_at(plan, hop, n, &call); n++) {
		if (call.caller != (int)at - 1)
			continue;
		for (guint k = 0; k < hop->params; k++)
			if (passes(&call, k, plan->hops[at - 1].budget))
				return k;
	}
	return -1;
}

/* Everyone else must pass the poll's budget too, or 0. */
static bool others_are_honest(const KsThreadPlan *plan, const KsHop *hop,
			      GError **error)
{
	Call call;

	for (guint n = 0; call_at(plan, hop, n, &call); n++) {
		if (passes(&call, hop->index, "0") ||
		    (call.caller >= 0 && plan->hops[call.caller].budget &&
		     passes(&call, hop->index, plan->hops[call.caller].budget)))
			continue;
		return ks_thread_refuse(
			error, call.text->file->path, call.site->line,
			"%s() is given something else than the poll's budget "
			"or 0 here: what %s holds is no budget to free with",
			hop->name, hop->budget);
	}
	return true;
}

static bool definition_of(const KsThreadPlan *plan, const KsHop *hop, guint nth,
			  const KsThreadText **text,
			  const KsLexFunction **function)
{
	for (guint t = 0; t < plan->texts->len; t++) {
		*text = plan->texts->pdata[t];
		for (guint f = 0; f < (*text)->lex->functions->len; f++) {
			*function = ks_lex_function((*text)->lex, f);
			if (ks_lex_is((*text)->lex, (*function)->name,
				      hop->name) &&
			    !nth--)
				return true;
		}
	}
	return false;
}

static bool name_is_free(const KsThreadPlan *plan, const KsHop *hop,
			 const char *name)
{
	const KsThreadText *text;
	const KsLexFunction *function;

	for (guint n = 0; definition_of(plan, hop, n, &text, &function); n++)
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

	for (guint n = 0; definition_of(plan, hop, n, &text, &function); n++)
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

/* A last parameter "int budget" that the chain does not fill. */
static bool half_converted(const KsThreadPlan *plan, const KsHop *hop)
{
	const KsThreadText *text;
	const KsLexFunction *function;
	g_autofree char *name = NULL;

	if (!definition_of(plan, hop, 0, &text, &function))
		return false;
	name = ks_thread_int_param(text->lex, function->open, -1);
	return name &&
	       (!strcmp(name, "budget") || !strcmp(name, "napi_budget"));
}

static bool choose(KsThreadPlan *plan, guint at, GError **error)
{
	KsHop *hop = &plan->hops[at];
	const KsThreadText *text;
	const KsLexFunction *function;
	int index = passed_index(plan, at);

	if (index >= 0 && definition_of(plan, hop, 0, &text, &function))
		hop->budget =
			ks_thread_int_param(text->lex, function->open, index);
	if (hop->budget) {
		hop->index = index;
		return others_are_honest(plan, hop, error) &&
		       budget_is_whole(plan, hop, error);
	}
	if (half_converted(plan, hop))
		return ks_thread_refuse(
			error, hop->file, hop->line,
			"%s() has a budget already, but not the one that %s() "
			"got: take that conversion out first (--without)",
			hop->name, plan->hops[0].name);
	return choose_name(plan, hop, error);
}

bool ks_thread_choose_budgets(KsThreadPlan *plan, GError **error)
{
	if (!budget_is_whole(plan, &plan->hops[0], error))
		return false;
	for (guint i = 1; i < plan->n; i++)
		if (!choose(plan, i, error))
			return false;
	return true;
}
