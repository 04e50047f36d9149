// SPDX-License-Identifier: GPL-2.0
#include "series/thread.h"

#include <string.h>

#include "base/error.h"
#include "series/kdoc.h"
#include "series/thread_plan.h"

#define DESCRIPTION "budget of the NAPI poll, 0 outside of NAPI"

void ks_thread_free(KsThread *thread)
{
	g_strfreev(thread->functions);
	g_free(thread->was);
	g_free(thread);
}

static bool is_name(const char *text)
{
	return (g_ascii_isalpha(*text) || *text == '_') &&
	       strspn(text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_") ==
		       strlen(text);
}

KsThread *ks_thread_new(const char *chain, const char *was, GError **error)
{
	g_autoptr(KsThread) thread = g_new0(KsThread, 1);
	/* the empty chain has one name, which is empty too */
	char **functions = g_strsplit(*chain ? chain : " ", ">", -1);

	thread->functions = functions;
	thread->was = g_strdup(was);
	for (guint i = 0; functions[i]; i++) {
		bool again = false;

		g_strstrip(functions[i]);
		for (guint k = 0; k < i; k++)
			again = again || !strcmp(functions[k], functions[i]);
		if (is_name(functions[i]) && !again)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "chain = \"%s\": \"%s\" is %s; write "
			    "\"poll > cleaner > function that frees\"",
			    chain, functions[i],
			    again ? "there twice" : "no function's name");
		return NULL;
	}
	if (is_name(was) && strcmp(was, KS_THREAD_RESULT))
		return g_steal_pointer(&thread);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "was = \"%s\": write the function that freed before, like "
		    "dev_kfree_skb_any",
		    was);
	return NULL;
}

/* Whether a run could change something in this file. */
static bool concerned(const KsThreadPlan *plan, const KsThreadText *text)
{
	for (guint i = 0; i < text->sites->len; i++) {
		const KsSite *site = text->sites->pdata[i];
		int at = ks_thread_plan_find(plan, site->token);

		if (at > 0 && plan->hops[at].change)
			return true;
		if (at == (int)plan->n - 1 &&
		    ks_thread_defines(text->lex, site->lexeme))
			return true;
	}
	return false;
}

static const char *left_reason(const KsThreadPlan *plan, const KsSite *site)
{
	if (site->kind == KS_SITE_DECLARATION)
		return "a declaration, not a call";
	if (site->kind == KS_SITE_DISABLED)
		return "under #if 0";
	if (site->kind != KS_SITE_CALL)
		return "named, not called";
	if (strcmp(site->function, plan->hops[plan->n - 1].name))
		return "outside of the budget's chain";
	return NULL;
}

static char *lost_reason(const KsSpatchFile *run, guint line)
{
	const KsSpatchGap *gap = run ? ks_spatch_gap_at(run, line) : NULL;

	if (!gap)
		return g_strdup("not seen by spatch, which skipped the "
				"function without a word");
	return g_strdup_printf("not seen by spatch, which does not parse "
			       "lines %u to %u because of line %u",
			       gap->first, gap->last, gap->at);
}

/* The frees of one file, before and after.  @lex is of the text after. */
static bool account(const KsThreadPlan *plan, const KsSpatchFile *given,
		    const KsSpatchFile *run, GBytes *after,
		    KsRuleResult *result, GError **error)
{
	const char *both[] = {plan->thread->was, KS_THREAD_RESULT, NULL};
	const char *from = both[plan->mode == KS_RULE_REVERT];
	g_autoptr(KsLex) old = ks_lex_new(given->before);
	g_autoptr(KsLex) new = ks_lex_new(after);
	g_autoptr(GPtrArray) before = ks_sites_find(old, both);
	g_autoptr(GPtrArray) now = ks_sites_find(new, both);

	if (before->len != now->len) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: threading changed more than the frees; report "
			    "this as a bug of kseries",
			    given->path);
		return false;
	}
	for (guint i = 0; i < before->len; i++) {
		const KsSite *site = before->pdata[i];
		const KsSite *there = now->pdata[i];
		bool converted = strcmp(site->token, there->token);
		const char *reason = left_reason(plan, site);
		g_autofree char *lost = NULL;
		KsFate fate = reason ? KS_FATE_LEFT : KS_FATE_LOST;

		if (!converted && strcmp(site->token, from)) {
			if (reason || plan->mode == KS_RULE_REVERT)
				continue;
			fate = KS_FATE_LEFT;
			reason = "already converted";
		} else if (converted) {
			fate = KS_FATE_CONVERTED;
			reason = NULL;
		} else if (!reason) {
			reason = lost = lost_reason(run, site->line);
		}
		ks_rule_result_add(result, given->path, site, fate, reason);
	}
	return true;
}

static GBytes *document(const KsThreadPlan *plan, const KsLex *lex)
{
	GBytes *text = g_bytes_ref(lex->bytes);

	for (guint i = 1; i < plan->n; i++) {
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

static bool take(const KsThreadPlan *plan, const KsSpatchFile *run,
		 KsRuleResult *result, GError **error)
{
	g_autoptr(KsLex) lex = ks_lex_new(run->after);
	g_autoptr(GBytes) text = NULL;
	KsSpatchFile *file;

	if (!ks_thread_verify(plan, run, lex, error))
		return false;
	text = document(plan, lex);
	file = ks_spatch_files_add(result->files, run->path, run->before);
	file->after = g_bytes_ref(
		g_bytes_equal(text, run->before) ? run->before : text);
	result->spatch_us += run->wall_us;
	result->runs++;
	return true;
}

static const KsSpatchFile *find_file(GPtrArray *files, const char *path)
{
	for (guint i = 0; i < files->len; i++) {
		const KsSpatchFile *file = files->pdata[i];

		if (!strcmp(file->path, path))
			return file;
	}
	return NULL;
}

static bool run(const KsContext *context, const KsThreadPlan *plan,
		GPtrArray *files, KsRuleResult *result, GError **error)
{
	g_autofree char *smpl = ks_thread_smpl(plan);
	g_autoptr(GPtrArray) runs = ks_spatch_files_new();

	for (guint i = 0; i < plan->texts->len; i++) {
		const KsThreadText *text = plan->texts->pdata[i];

		if (concerned(plan, text))
			ks_spatch_files_add(runs, text->file->path,
					    text->file->before);
	}
	if (!ks_spatch_run(context, smpl, NULL, runs, error))
		return false;
	for (guint i = 0; i < runs->len; i++)
		if (!take(plan, runs->pdata[i], result, error))
			return false;
	for (guint i = 0; i < files->len; i++) {
		const KsSpatchFile *given = files->pdata[i];
		const KsSpatchFile *ran = find_file(runs, given->path);

		if (!account(plan, given, ran, ran ? ran->after : given->before,
			     result, error))
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

	if (!plan || !run(context, plan, files, result, error))
		return NULL;
	return g_steal_pointer(&result);
}
