// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "series/thread_plan.h"

static bool wrong(const KsSpatchFile *run, guint line, const char *what,
		  const KsHop *hop, GError **error)
{
	const KsSpatchGap *gap = ks_spatch_gap_at(run, line);

	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s:%u: spatch did not change %s of %s() as it should: %s; "
		    "write this patch by hand",
		    run->path, line, what, hop->name,
		    gap ? "it does not parse these lines" :
			  "it skipped the function without a word");
	return false;
}

static bool signature(const KsThreadPlan *plan, const KsHop *hop,
		      const KsSpatchFile *run, const KsLex *lex,
		      const KsSite *site, GError **error)
{
	bool back = plan->mode == KS_RULE_REVERT;
	int count = hop->params + (back ? 0 : 1);
	g_autofree char *last = ks_thread_int_param(lex, site->lexeme + 1, -1);

	if (site->args == count && (back || !g_strcmp0(last, hop->budget)))
		return true;
	return wrong(run, site->line, "a signature", hop, error);
}

/* Where a number was, the caller's budget is. */
static bool mended(const KsThreadPlan *plan, const KsHop *hop,
		   const KsSpatchFile *run, const KsLex *lex,
		   const KsSite *site, GError **error)
{
	int caller = ks_thread_plan_find(plan, site->function);
	guint first, last;

	if (caller < 0 || caller >= hop - plan->hops ||
	    (ks_lex_argument(lex, site->lexeme + 1, hop->index, &first,
			     &last) &&
	     (ks_thread_is_word(lex, first, last, "0") ||
	      ks_thread_is_word(lex, first, last, plan->hops[caller].budget))))
		return true;
	return wrong(run, site->line, "a call", hop, error);
}

static bool call(const KsThreadPlan *plan, const KsHop *hop,
		 const KsSpatchFile *run, const KsLex *lex, const KsSite *site,
		 GError **error)
{
	bool back = plan->mode == KS_RULE_REVERT;
	int caller = ks_thread_plan_find(plan, site->function);
	const char *word = "0";
	guint first, last;

	if (caller >= 0 && caller <= hop - plan->hops)
		word = plan->hops[caller].budget;
	if (back && site->args == (int)hop->params)
		return true;
	if (!back && site->args == (int)hop->params + 1 &&
	    ks_lex_argument(lex, site->lexeme + 1, -1, &first, &last) &&
	    ks_thread_is_word(lex, first, last, word))
		return true;
	return wrong(run, site->line, "a call", hop, error);
}

/* The parameter that was taken out must not be wanted. */
static bool unused(const KsThreadPlan *plan, const KsSpatchFile *run,
		   const KsLex *lex, GError **error)
{
	for (guint i = 0; i < lex->functions->len; i++) {
		const KsLexFunction *function = ks_lex_function(lex, i);
		g_autofree char *name = ks_lex_spell(lex, function->name);
		int at = ks_thread_plan_find(plan, name);

		if (at < 0 || !plan->hops[at].change ||
		    !ks_thread_mentions(lex, function, plan->hops[at].budget))
			continue;
		return ks_thread_refuse(
			error, run->path, ks_lex_at(lex, function->name)->line,
			"%s() uses its %s for more than to free: that is not "
			"what a conversion put there",
			name, plan->hops[at].budget);
	}
	return true;
}

bool ks_thread_verify(const KsThreadPlan *plan, const KsSpatchFile *run,
		      const KsLex *lex, GError **error)
{
	const char *const *names = (const char *const *)plan->thread->functions;
	g_autoptr(GPtrArray) sites = ks_sites_find(lex, names);

	for (guint i = 0; i < sites->len; i++) {
		const KsSite *site = sites->pdata[i];
		int at = ks_thread_plan_find(plan, site->token);
		const KsHop *hop = &plan->hops[at];
		bool good = true;

		if (hop->number && site->kind == KS_SITE_CALL)
			good = mended(plan, hop, run, lex, site, error);
		else if (!hop->change)
			continue;
		else if (site->kind == KS_SITE_DECLARATION)
			good = signature(plan, hop, run, lex, site, error);
		else if (site->kind == KS_SITE_CALL)
			good = call(plan, hop, run, lex, site, error);
		if (!good)
			return false;
	}
	return plan->mode == KS_RULE_PATCH || unused(plan, run, lex, error);
}
