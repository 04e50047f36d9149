// SPDX-License-Identifier: GPL-2.0
#include "series/synth.h"

#include <string.h>

#include "base/error.h"
#include "series/thread.h"

typedef struct {
	const KsSynth *synth;
	GPtrArray *files;
	GPtrArray *sites; /* KsAudited that can be brought their budget */
	GPtrArray *unproven; /* KsUnproven: the others */
} Synth;

static void synth_clear(Synth *work)
{
	g_clear_pointer(&work->sites, g_ptr_array_unref);
	g_clear_pointer(&work->unproven, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Synth, synth_clear)

static bool is_candidate(const Synth *work, const KsAudited *site)
{
	const KsRule *rule = work->synth->rule;

	return site->chain &&
	       (g_strv_contains((const char *const *)rule->tokens,
				site->name) ||
		g_str_equal(site->name, rule->result));
}

/* An error that is not the driver's, but ours. */
static bool try_site(Synth *work, const KsAudited *site, GError **error)
{
	const char *const *tokens =
		(const char *const *)work->synth->rule->tokens;
	const char *leave = ks_reason_in(work->synth->leave, site->function);
	g_autoptr(GPtrArray) alone = g_ptr_array_new();
	g_autoptr(KsThread) thread = NULL;
	g_autoptr(GError) why = NULL;

	g_ptr_array_add(alone, (gpointer)site);
	thread = leave ? NULL : ks_thread_of_sites(alone, tokens, &why);
	if (thread && ks_thread_may(thread, work->files, &why)) {
		g_ptr_array_add(work->sites, (gpointer)site);
		return true;
	}
	if (why && !g_error_matches(why, KS_ERROR, KS_ERROR_USAGE)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	ks_unproven_add(work->unproven, site, leave ? leave : why->message);
	return true;
}

KsRuleResult *ks_synth_apply(const KsContext *context, const KsSynth *synth,
			     GPtrArray *files, GError **error)
{
	const char *const *tokens = (const char *const *)synth->rule->tokens;
	const GPtrArray *audited = synth->audit->sites;
	g_auto(Synth) work = {.synth = synth,
			      .files = files,
			      .sites = g_ptr_array_new(),
			      .unproven = ks_unproven_of(synth->audit, tokens)};
	g_autoptr(KsThread) thread = NULL;

	for (guint i = 0; i < audited->len; i++)
		if (is_candidate(&work, audited->pdata[i]) &&
		    !try_site(&work, audited->pdata[i], error))
			return NULL;
	thread = ks_thread_of_sites(work.sites, tokens, error);
	if (!thread)
		return NULL;
	thread->unproven = work.unproven;
	return ks_thread_apply(context, thread, KS_RULE_PATCH, files, error);
}

/* Whether @result has converted something in the function of @site. */
static bool is_ours(const KsRuleResult *result, const KsAudited *site)
{
	for (guint i = 0; i < result->sites->len; i++) {
		const KsRuleSite *one = result->sites->pdata[i];

		if (one->fate == KS_FATE_CONVERTED &&
		    g_str_equal(one->file, site->file) &&
		    g_str_equal(one->site->function, site->function))
			return true;
	}
	return false;
}

char *ks_synth_disproof(const KsAudit *after, const KsRule *rule,
			const KsRuleResult *result)
{
	for (guint i = 0; i < after->sites->len; i++) {
		const KsAudited *site = after->sites->pdata[i];

		if (site->verdict != KS_AUDIT_SAFE &&
		    g_str_equal(site->name, rule->result) &&
		    is_ours(result, site))
			return g_strdup_printf(
				"the audit of what came of it: %s:%d: %s: %s",
				site->file, site->line,
				ks_audit_verdict_name(site->verdict),
				site->reason);
	}
	return NULL;
}
