// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/thread_plan.h"

bool ks_thread_call(const KsThreadPlan *plan, const KsHop *hop, guint nth,
		    KsThreadCall *call)
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

bool ks_thread_definition(const KsThreadPlan *plan, const KsHop *hop, guint nth,
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

bool ks_thread_converts(const KsThreadPlan *plan, const KsThreadText *text,
			const KsSite *site)
{
	const GPtrArray *frees = plan->thread->frees;

	if (site->kind != KS_SITE_CALL)
		return false;
	if (!frees)
		return !strcmp(site->function, plan->hops[plan->n - 1].name);
	for (guint i = 0; i < frees->len; i++) {
		const KsAudited *one = frees->pdata[i];

		if (one->line == (int)site->line &&
		    one->column == (int)site->column &&
		    !strcmp(one->file, text->file->path))
			return true;
	}
	return false;
}

GPtrArray *ks_thread_names(const KsThreadPlan *plan, const KsHop *hop)
{
	GPtrArray *names = g_ptr_array_new();

	for (guint t = 0; t < plan->texts->len; t++) {
		const KsThreadText *text = plan->texts->pdata[t];

		for (guint i = 0; i < text->frees->len; i++) {
			KsSite *site = text->frees->pdata[i];

			if (ks_thread_converts(plan, text, site) &&
			    (!hop || !strcmp(site->function, hop->name)) &&
			    !g_ptr_array_find_with_equal_func(
				    names, site->token, g_str_equal, NULL))
				g_ptr_array_add(names, site->token);
		}
	}
	return names;
}

/* Which parameter of @function stands alone as argument @index of @site? */
static int param_at(const KsThreadText *text, const KsLexFunction *function,
		    const KsSite *site, int index)
{
	int params = ks_lex_count(text->lex, function->open);
	guint first, last;

	if (!ks_lex_argument(text->lex, site->lexeme + 1, index, &first, &last))
		return -1;
	for (int k = 0; k < params; k++) {
		g_autofree char *name =
			ks_thread_int_param(text->lex, function->open, k);

		if (name && ks_thread_is_word(text->lex, first, last, name))
			return k;
	}
	return -1;
}

static int wanted_by_free(const KsThreadPlan *plan, const KsThreadText *text,
			  const KsLexFunction *function)
{
	int index = -1;

	for (guint i = 0; i < text->frees->len && index < 0; i++) {
		const KsSite *site = text->frees->pdata[i];

		if (site->lexeme > function->body &&
		    site->lexeme < function->end &&
		    !strcmp(site->token, KS_THREAD_RESULT) &&
		    ks_thread_converts(plan, text, site))
			index = param_at(text, function, site, 1);
	}
	return index;
}

int ks_thread_wanted(const KsThreadPlan *plan, guint at)
{
	const KsHop *hop = &plan->hops[at];
	const KsThreadText *text;
	const KsLexFunction *function;
	int index;

	if (!plan->thread->frees ||
	    !ks_thread_definition(plan, hop, 0, &text, &function))
		return -1;
	index = wanted_by_free(plan, text, function);
	for (guint j = at + 1; j < plan->n && index < 0; j++) {
		int next = ks_thread_wanted(plan, j);
		KsThreadCall call;

		for (guint n = 0;
		     next >= 0 && index < 0 &&
		     ks_thread_call(plan, &plan->hops[j], n, &call);
		     n++)
			if (call.caller == (int)at && call.text == text)
				index = param_at(text, function, call.site,
						 next);
	}
	return index;
}
