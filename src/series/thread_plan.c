// SPDX-License-Identifier: GPL-2.0
#include "series/thread_plan.h"

#include <string.h>

#include "base/error.h"

static void text_free(gpointer data)
{
	KsThreadText *text = data;

	ks_lex_free(text->lex);
	g_ptr_array_unref(text->sites);
	g_ptr_array_unref(text->frees);
	g_free(text);
}

void ks_thread_plan_free(KsThreadPlan *plan)
{
	for (guint i = 0; i < plan->n; i++) {
		g_free(plan->hops[i].budget);
		g_free(plan->hops[i].number);
		g_free(plan->hops[i].from);
	}
	g_free(plan->hops);
	g_ptr_array_unref(plan->texts);
	g_free(plan->names);
	g_free(plan);
}

int ks_thread_plan_find(const KsThreadPlan *plan, const char *name)
{
	for (guint i = 0; i < plan->n; i++)
		if (!strcmp(plan->hops[i].name, name))
			return i;
	return -1;
}

bool ks_thread_is_word(const KsLex *lex, guint first, guint last,
		       const char *word)
{
	g_autofree char *spelling = NULL;

	if (first != last)
		return false;
	spelling = ks_lex_spell(lex, first);
	return !strcmp(spelling, word);
}

char *ks_thread_int_param(const KsLex *lex, guint open, int index)
{
	guint first, last;

	if (!ks_lex_argument(lex, open, index, &first, &last) ||
	    last != first + 1 || !ks_lex_is(lex, first, "int"))
		return NULL;
	return ks_lex_spell(lex, last);
}

bool ks_thread_mentions(const KsLex *lex, const KsLexFunction *function,
			const char *name)
{
	for (guint i = function->open; i <= function->end; i++)
		if (ks_lex_is(lex, i, name) && !ks_lex_member(lex, i))
			return true;
	return false;
}

bool ks_thread_defines(const KsLex *lex, guint name)
{
	for (guint i = 0; i < lex->functions->len; i++)
		if (ks_lex_function(lex, i)->name == name)
			return true;
	return false;
}

bool ks_thread_refuse(GError **error, const char *file, guint line,
		      const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list args;

	va_start(args, format);
	text = g_strdup_vprintf(format, args);
	va_end(args);
	if (file)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s:%u: %s", file,
			    line, text);
	else
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "chain: %s", text);
	return false;
}

static bool is_poll(const KsLex *lex, guint open)
{
	guint first, last;

	return ks_lex_count(lex, open) == 2 &&
	       ks_lex_argument(lex, open, 0, &first, &last) &&
	       ks_lex_is(lex, first, "struct") &&
	       ks_lex_is(lex, first + 1, "napi_struct");
}

/* The last parameter, where a conversion put the budget. */
static char *added_param(const KsLex *lex, guint open)
{
	char *name = ks_thread_int_param(lex, open, -1);

	if (name && strcmp(name, "budget") && strcmp(name, "napi_budget"))
		g_clear_pointer(&name, g_free);
	return name;
}

static bool see_poll(KsHop *hop, const KsLex *lex, guint open, GError **error)
{
	g_free(hop->budget);
	hop->budget = ks_thread_int_param(lex, open, 1);
	hop->index = 1;
	if (is_poll(lex, open) && hop->budget)
		return true;
	return ks_thread_refuse(
		error, hop->file, hop->line,
		"%s(), which the chain begins with, is no NAPI poll function "
		"(struct napi_struct *, int)",
		hop->name);
}

static bool see_definition(const KsThreadPlan *plan, const KsThreadText *text,
			   const KsLexFunction *function, GError **error)
{
	g_autofree char *name = ks_lex_spell(text->lex, function->name);
	int at = ks_thread_plan_find(plan, name);
	guint line = ks_lex_at(text->lex, function->name)->line;
	int params = ks_lex_count(text->lex, function->open);
	const char *path = text->file->path;
	g_autofree char *added = NULL;
	KsHop *hop;

	if (at < 0)
		return true;
	hop = &plan->hops[at];
	added = added_param(text->lex, function->open);
	if (!hop->poll && plan->mode == KS_RULE_REVERT && added)
		params--;
	else
		g_clear_pointer(&added, g_free);
	if (hop->file &&
	    (hop->params != (guint)params || hop->change != (added != NULL)))
		return ks_thread_refuse(
			error, path, line,
			"%s() has other parameters here than in %s:%u", name,
			hop->file, hop->line);
	hop->file = path;
	hop->line = line;
	hop->params = params;
	if (hop->poll)
		return see_poll(hop, text->lex, function->open, error);
	if (plan->mode == KS_RULE_REVERT) {
		hop->change = added != NULL;
		hop->index = params;
		g_free(hop->budget);
		hop->budget = g_steal_pointer(&added);
	}
	return true;
}

static bool see_definitions(const KsThreadPlan *plan, GError **error)
{
	for (guint t = 0; t < plan->texts->len; t++) {
		const KsThreadText *text = plan->texts->pdata[t];
		const GArray *functions = text->lex->functions;

		for (guint f = 0; f < functions->len; f++)
			if (!see_definition(plan, text,
					    ks_lex_function(text->lex, f),
					    error))
				return false;
	}
	for (guint i = 0; i < plan->n; i++)
		if (!plan->hops[i].file)
			return ks_thread_refuse(
				error, NULL, 0,
				"%s() is defined in none of the "
				"driver's files",
				plan->hops[i].name);
	return true;
}

static bool see_call(const KsThreadPlan *plan, KsHop *hop,
		     const KsThreadText *text, const KsSite *site,
		     GError **error)
{
	int caller = ks_thread_plan_find(plan, site->function);
	guint params = hop->params;

	if (plan->mode == KS_RULE_REVERT && hop->change)
		params++;
	if (site->args != (int)params)
		return ks_thread_refuse(
			error, text->file->path, site->line,
			"%s() is called with %d arguments, and defined "
			"with %u",
			hop->name, site->args, params);
	if (caller >= 0 && caller <= hop - plan->hops)
		hop->from[caller] = true;
	else
		hop->outside = true;
	return true;
}

static bool see_site(const KsThreadPlan *plan, const KsThreadText *text,
		     const KsSite *site, GError **error)
{
	int at = ks_thread_plan_find(plan, site->token);
	KsHop *hop = &plan->hops[at];

	if (hop->poll)
		return true; /* it is only ever named */
	switch (site->kind) {
	case KS_SITE_CALL:
		return see_call(plan, hop, text, site, error);
	case KS_SITE_DECLARATION:
		if (!ks_thread_defines(text->lex, site->lexeme))
			hop->declared = true;
		return true;
	case KS_SITE_MACRO:
		return ks_thread_refuse(
			error, text->file->path, site->line,
			"%s() is used in a macro, where a parameter "
			"cannot be added for it",
			hop->name);
	case KS_SITE_REFERENCE:
		return ks_thread_refuse(
			error, text->file->path, site->line,
			"the address of %s() is taken, so that its "
			"parameters are not ours to change",
			hop->name);
	case KS_SITE_MEMBER:
	case KS_SITE_DISABLED:
		break;
	}
	return true;
}

static bool see_sites(const KsThreadPlan *plan, GError **error)
{
	for (guint t = 0; t < plan->texts->len; t++) {
		const KsThreadText *text = plan->texts->pdata[t];

		for (guint s = 0; s < text->sites->len; s++)
			if (!see_site(plan, text, text->sites->pdata[s], error))
				return false;
	}
	return true;
}

/* By hand, each is called by the one before; else by one of those. */
static bool see_callers(const KsThreadPlan *plan, GError **error)
{
	for (guint i = plan->thread->polls; i < plan->n; i++) {
		const KsHop *before = &plan->hops[i - 1];
		bool called = false;

		for (guint k = plan->thread->frees ? 0 : i - 1; k < i; k++)
			called = called || plan->hops[i].from[k];
		if (!called)
			return ks_thread_refuse(
				error, before->file, before->line,
				"%s() does not call %s(), as the chain says",
				before->name, plan->hops[i].name);
	}
	return true;
}

static void see_frees(KsThreadPlan *plan)
{
	if (!plan->thread->frees)
		plan->hops[plan->n - 1].frees = true;
	for (guint t = 0; t < plan->texts->len; t++) {
		const KsThreadText *text = plan->texts->pdata[t];

		for (guint i = 0; i < text->frees->len; i++) {
			const KsSite *site = text->frees->pdata[i];
			int at = ks_thread_plan_find(plan, site->function);

			if (at >= 0 && ks_thread_converts(plan, text, site))
				plan->hops[at].frees = true;
		}
	}
}

static KsThreadText *read_text(const KsThreadPlan *plan,
			       const KsSpatchFile *file)
{
	const char *const *names = (const char *const *)plan->thread->functions;
	KsThreadText *text = g_new0(KsThreadText, 1);

	text->file = file;
	text->lex = ks_lex_new(file->before);
	text->sites = ks_sites_find(text->lex, names);
	text->frees = ks_sites_find(text->lex, plan->names);
	return text;
}

KsThreadPlan *ks_thread_plan_new(const KsThread *thread, KsRuleMode mode,
				 GPtrArray *files, GError **error)
{
	g_autoptr(KsThreadPlan) plan = g_new0(KsThreadPlan, 1);
	guint tokens = g_strv_length(thread->tokens);

	plan->thread = thread;
	plan->mode = mode;
	plan->n = g_strv_length(thread->functions);
	plan->hops = g_new0(KsHop, plan->n);
	for (guint i = 0; i < plan->n; i++) {
		plan->hops[i].name = thread->functions[i];
		plan->hops[i].from = g_new0(bool, plan->n);
		plan->hops[i].poll = i < thread->polls;
	}
	plan->names = g_new0(const char *, tokens + 2);
	for (guint i = 0; i < tokens; i++)
		plan->names[i] = thread->tokens[i];
	plan->names[tokens] = KS_THREAD_RESULT;
	plan->texts = g_ptr_array_new_with_free_func(text_free);
	for (guint i = 0; i < files->len; i++) {
		KsThreadText *text = read_text(plan, files->pdata[i]);

		if (text->sites->len || text->frees->len)
			g_ptr_array_add(plan->texts, text);
		else
			text_free(text);
	}
	if (!see_definitions(plan, error) || !see_sites(plan, error) ||
	    !see_callers(plan, error))
		return NULL;
	see_frees(plan);
	if (mode == KS_RULE_PATCH && !ks_thread_choose_budgets(plan, error))
		return NULL;
	return g_steal_pointer(&plan);
}
