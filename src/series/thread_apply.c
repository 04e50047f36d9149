// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "series/kdoc.h"
#include "series/mask.h"
#include "series/thread_plan.h"

#define DESCRIPTION "budget of the NAPI poll, 0 outside of NAPI"

/* One run of spatch. */
typedef struct {
	const KsThreadText *text;
	GPtrArray *hidden; /* KsSite of the text: frees that are to stay */
} Run;

static void run_free(gpointer data)
{
	Run *run = data;

	g_ptr_array_unref(run->hidden);
	g_free(run);
}

/* Whether a run could change something in this file. */
static bool concerned(const KsThreadPlan *plan, const KsThreadText *text)
{
	for (guint i = 0; i < text->sites->len; i++) {
		const KsSite *site = text->sites->pdata[i];
		const KsHop *hop =
			&plan->hops[ks_thread_plan_find(plan, site->token)];

		if (hop->change || hop->number ||
		    (hop->frees && ks_thread_defines(text->lex, site->lexeme)))
			return true;
	}
	return false;
}

/* Why a free is none of this thread's; *@unproven if it is for want of a proof. */
static const char *left_reason(const KsThreadPlan *plan,
			       const KsThreadText *text, const KsSite *site,
			       bool *unproven)
{
	const KsUnproven *one;

	*unproven = false;
	if (site->kind == KS_SITE_DECLARATION)
		return "a declaration, not a call";
	if (site->kind == KS_SITE_DISABLED)
		return "under #if 0";
	if (site->kind != KS_SITE_CALL)
		return "named, not called";
	if (ks_thread_converts(plan, text, site))
		return NULL;
	one = ks_unproven_find(plan->thread->unproven, text->file->path,
			       site->function, site->line);
	*unproven = one && !one->drop;
	return one ? one->reason : "outside of the budget's chain";
}

/* A free that stands there as napi_consume_skb() already. */
static void account_result(const KsThreadPlan *plan, const char *path,
			   const KsSite *site, const char *reason,
			   KsRuleResult *result)
{
	if (plan->mode == KS_RULE_REVERT)
		return;
	if (!reason && plan->thread->frees)
		ks_rule_result_add(result, path, site, KS_FATE_CONVERTED, NULL);
	else if (!reason)
		ks_rule_result_add(result, path, site, KS_FATE_LEFT,
				   "already converted");
}

static void account_site(const KsThreadPlan *plan, const KsThreadText *text,
			 const KsSpatchFile *run, const KsSite *site,
			 bool converted, KsRuleResult *result)
{
	const char *path = text->file->path;
	bool unproven;
	const char *reason = left_reason(plan, text, site, &unproven);
	g_autofree char *lost = NULL;
	KsRuleSite *made;
	bool result_there = !strcmp(site->token, KS_THREAD_RESULT);

	if (converted) {
		ks_rule_result_add(result, path, site, KS_FATE_CONVERTED, NULL);
	} else if (result_there != (plan->mode == KS_RULE_REVERT)) {
		/* not what was to be replaced */
		if (result_there)
			account_result(plan, path, site, reason, result);
	} else if (reason) {
		made = ks_rule_result_add(result, path, site, KS_FATE_LEFT,
					  reason);
		made->unproven = unproven;
	} else {
		lost = ks_spatch_lost_reason(
			run ? ks_spatch_gap_at(run, site->line) : NULL);
		ks_rule_result_add(result, path, site, KS_FATE_LOST, lost);
	}
}

/* The frees of one file, before and after. */
static bool account(const KsThreadPlan *plan, const KsThreadText *text,
		    const KsSpatchFile *run, KsRuleResult *result,
		    GError **error)
{
	g_autoptr(KsLex) new = ks_lex_new(run ? run->after : text->lex->bytes);
	g_autoptr(GPtrArray) now = ks_sites_find(new, plan->names);

	if (text->frees->len != now->len) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: threading changed more than the frees; report "
			    "this as a bug of kseries",
			    text->file->path);
		return false;
	}
	for (guint i = 0; i < now->len; i++) {
		const KsSite *site = text->frees->pdata[i];
		const KsSite *there = now->pdata[i];

		account_site(plan, text, run, site,
			     strcmp(site->token, there->token), result);
	}
	return true;
}

static GBytes *document(const KsThreadPlan *plan, const KsLex *lex)
{
	GBytes *text = g_bytes_ref(lex->bytes);

	for (guint i = 0; i < plan->n; i++) {
		const KsHop *hop = &plan->hops[i];
		GBytes *next;

		if (!hop->change)
			continue;
		if (plan->mode == KS_RULE_PATCH)
			next = ks_kdoc_add(text, hop->name, hop->budget,
					   DESCRIPTION);
		else
			next = ks_kdoc_remove(text, hop->name, hop->budget);
		g_bytes_unref(text);
		text = next;
	}
	return text;
}

/* Show again what was hidden, and compare with the plan. */
static bool take(const KsThreadPlan *plan, const Run *run, KsSpatchFile *ran,
		 KsRuleResult *result, GError **error)
{
	g_autoptr(GBytes)
		shown = ks_mask_show(run->text->lex, run->hidden, ran->after);
	g_autoptr(KsLex) lex = ks_lex_new(shown);
	g_autoptr(GBytes) text = NULL;
	KsSpatchFile *file;

	g_bytes_unref(ran->after);
	ran->after = g_bytes_ref(shown);
	if (!ks_thread_verify(plan, ran, lex, error))
		return false;
	text = document(plan, lex);
	file = ks_spatch_files_add(result->files, ran->path,
				   run->text->file->before);
	file->after = g_bytes_ref(
		g_bytes_equal(text, file->before) ? file->before : text);
	result->spatch_us += ran->wall_us;
	result->runs++;
	return true;
}

static Run *run_new(const KsThreadPlan *plan, const KsThreadText *text)
{
	Run *run = g_new0(Run, 1);

	run->text = text;
	run->hidden = g_ptr_array_new();
	for (guint i = 0; plan->thread->frees && i < text->frees->len; i++) {
		KsSite *site = text->frees->pdata[i];

		if (!ks_thread_converts(plan, text, site))
			g_ptr_array_add(run->hidden, site);
	}
	return run;
}

static bool run(const KsContext *context, const KsThreadPlan *plan,
		KsRuleResult *result, GError **error)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(run_free);
	g_autoptr(GPtrArray) files = ks_spatch_files_new();

	result->smpl = ks_thread_smpl(plan);
	result->story = ks_thread_story(plan);
	for (guint i = 0; i < plan->texts->len; i++) {
		const KsThreadText *text = plan->texts->pdata[i];
		g_autoptr(GBytes) hidden = NULL;
		Run *one;

		if (!concerned(plan, text))
			continue;
		one = run_new(plan, text);
		g_ptr_array_add(runs, one);
		hidden = ks_mask_hide(text->lex, one->hidden);
		ks_spatch_files_add(files, text->file->path, hidden);
	}
	if (!ks_spatch_run(context, result->smpl, NULL, files, error))
		return false;
	for (guint i = 0; i < files->len; i++)
		if (!take(plan, runs->pdata[i], files->pdata[i], result, error))
			return false;
	for (guint i = 0; i < plan->texts->len; i++) {
		const KsThreadText *text = plan->texts->pdata[i];
		const KsSpatchFile *ran = NULL;

		for (guint k = 0; k < runs->len; k++)
			if (((Run *)runs->pdata[k])->text == text)
				ran = files->pdata[k];
		if (!account(plan, text, ran, result, error))
			return false;
	}
	return true;
}

KsRuleResult *ks_thread_apply(const KsContext *context, const KsThread *thread,
			      KsRuleMode mode, GPtrArray *files, GError **error)
{
	g_autoptr(KsThreadPlan)
		plan = ks_thread_plan_new(thread, mode, files, error);
	g_autoptr(KsRuleResult) result = ks_rule_result_new();

	if (!plan || !run(context, plan, result, error))
		return NULL;
	return g_steal_pointer(&result);
}

bool ks_thread_may(const KsThread *thread, GPtrArray *files, GError **error)
{
	g_autoptr(KsThreadPlan)
		plan = ks_thread_plan_new(thread, KS_RULE_PATCH, files, error);

	return plan != NULL;
}
