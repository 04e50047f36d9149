// SPDX-License-Identifier: GPL-2.0
#include "series/rule.h"

#include <string.h>

#include "base/error.h"
#include "series/mask.h"
#include "series/rename.h"

/* One file on its way through a rule. */
typedef struct {
	const KsSpatchFile *given;
	KsLex *lex; /* of the text before */
	GPtrArray *sites; /* KsSite of both sets of names */
	GArray *left_as; /* const char *: the reason of a site of leave */
	GPtrArray *hidden; /* KsSite that have such a reason */
	GArray *converted; /* bool, one a site */
	GArray *seen; /* bool: the probe met it */
	KsSpatchFile *run; /* of the rule, in Work.runs; or NULL */
	KsSpatchFile *probe;
} Item;

typedef struct {
	const KsContext *context;
	const KsRuleJob *job;
	const char *const *from; /* names that the mode replaces */
	const char *to;
	const char **both;
	GPtrArray *items;
	GPtrArray *runs, *probes; /* KsSpatchFile */
	KsRuleResult *result;
} Work;

static void item_free(gpointer data)
{
	Item *item = data;

	ks_lex_free(item->lex);
	g_ptr_array_unref(item->sites);
	g_array_unref(item->left_as);
	g_ptr_array_unref(item->hidden);
	g_array_unref(item->converted);
	g_array_unref(item->seen);
	g_free(item);
}

static bool is_from(const Work *work, const KsSite *site)
{
	return g_strv_contains(work->from, site->token);
}

static const char *left_as(const Item *item, guint i)
{
	return g_array_index(item->left_as, const char *, i);
}

static const char *leave_reason(const Work *work, const char *file,
				const KsSite *site)
{
	const char *leave = ks_reason_in(work->job->leave, site->function);
	const KsUnproven *one = leave ? NULL :
					ks_unproven_find(work->job->unproven,
							 file, site->function,
							 site->line);

	return one ? one->reason : leave;
}

static bool leaves_are_met(const Work *work, GError **error)
{
	for (gsize k = 0; work->job->leave && work->job->leave[k]; k++) {
		bool met = false;

		for (guint i = 0; !met && i < work->items->len; i++) {
			const Item *item = work->items->pdata[i];

			for (guint s = 0; !met && s < item->sites->len; s++) {
				const KsSite *site = item->sites->pdata[s];

				met = is_from(work, site) &&
				      ks_reason_for(work->job->leave[k],
						    site->function);
			}
		}
		if (met)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "leave = \"%s\": no site of this rule is in such "
			    "a function; take the line out, or write "
			    "\"function: reason\"",
			    work->job->leave[k]);
		return false;
	}
	return true;
}

static Item *item_new(const Work *work, const KsSpatchFile *given)
{
	Item *item = g_new0(Item, 1);

	item->given = given;
	item->lex = ks_lex_new(given->before);
	item->sites = ks_sites_find(item->lex, work->both);
	item->left_as = g_array_new(FALSE, TRUE, sizeof(const char *));
	item->hidden = g_ptr_array_new();
	item->converted = g_array_new(FALSE, TRUE, sizeof(bool));
	item->seen = g_array_new(FALSE, TRUE, sizeof(bool));
	g_array_set_size(item->converted, item->sites->len);
	g_array_set_size(item->seen, item->sites->len);
	for (guint i = 0; i < item->sites->len; i++) {
		const KsSite *site = item->sites->pdata[i];
		const char *reason =
			is_from(work, site) ?
				leave_reason(work, given->path, site) :
				NULL;

		g_array_append_val(item->left_as, reason);
		if (reason)
			g_ptr_array_add(item->hidden, item->sites->pdata[i]);
	}
	return item;
}

/* Whether spatch could change anything there. */
static bool worth_a_run(const Work *work, const Item *item)
{
	for (guint i = 0; i < item->sites->len; i++) {
		const KsSite *site = item->sites->pdata[i];

		if (is_from(work, site) && !left_as(item, i) &&
		    (site->kind == KS_SITE_CALL || site->kind == KS_SITE_MACRO))
			return true;
	}
	return false;
}

static void count_runs(const Work *work, GPtrArray *runs)
{
	for (guint i = 0; i < runs->len; i++)
		work->result->spatch_us +=
			((KsSpatchFile *)runs->pdata[i])->wall_us;
	work->result->runs += runs->len;
}

static bool run_rule(Work *work, GError **error)
{
	g_autofree char *was = g_strconcat("was=", work->to, NULL);
	bool patch = work->job->mode == KS_RULE_PATCH;
	/* spatch does not mind a value that no rule asks for */
	const char *defines[] = {patch ? "patch" : "revert", patch ? NULL : was,
				 NULL};

	for (guint i = 0; i < work->items->len; i++) {
		Item *item = work->items->pdata[i];
		g_autoptr(GBytes) text = NULL;

		if (!worth_a_run(work, item))
			continue;
		text = ks_mask_hide(item->lex, item->hidden);
		item->run = ks_spatch_files_add(work->runs, item->given->path,
						text);
	}
	if (!ks_spatch_run(work->context, work->job->rule->text, defines,
			   work->runs, error))
		return false;
	count_runs(work, work->runs);
	return true;
}

/* What spatch made, with the layout mended if it only replaced names. */
static GBytes *laid_out(const Work *work, const Item *item, const KsLex *after)
{
	g_autoptr(GPtrArray) sites = g_ptr_array_new();
	g_autoptr(GBytes) text = NULL;
	g_autoptr(KsLex) lex = NULL;

	for (guint i = 0; i < item->sites->len; i++)
		if (g_array_index(item->converted, bool, i))
			g_ptr_array_add(sites, item->sites->pdata[i]);
	text = ks_rename(item->lex, sites, work->to);
	lex = ks_lex_new(text);
	return g_bytes_ref(ks_rename_same(lex, after) ? text : after->bytes);
}

/* The names before and after, one by one: which were replaced? */
static bool compare(const Work *work, Item *item, GError **error)
{
	g_autoptr(GBytes)
		after = ks_mask_show(item->lex, item->hidden, item->run->after);
	g_autoptr(KsLex) lex = ks_lex_new(after);
	g_autoptr(GPtrArray) sites = ks_sites_find(lex, work->both);
	bool same = sites->len == item->sites->len;
	g_autoptr(GBytes) text = NULL;
	KsSpatchFile *file;

	for (guint i = 0; same && i < sites->len; i++) {
		const KsSite *old = item->sites->pdata[i];
		const KsSite *new = sites->pdata[i];
		bool changed = strcmp(old->token, new->token);

		g_array_index(item->converted, bool, i) = changed;
		same = !changed ||
		       (is_from(work, old) && !strcmp(new->token, work->to));
	}
	if (!same) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: %s did more there than its token and result "
			    "lines declare; mend the rule",
			    item->given->path, work->job->rule->path);
		return false;
	}
	file = ks_spatch_files_add(work->result->files, item->given->path,
				   item->given->before);
	text = laid_out(work, item, lex);
	file->after = g_bytes_ref(
		g_bytes_equal(text, file->before) ? file->before : text);
	return true;
}

static const KsSpatchGap *gap_of(const Item *item, const KsSite *site)
{
	return item->run ? ks_spatch_gap_at(item->run, site->line) : NULL;
}

/* A call that spatch should have seen and that is as it was. */
static bool unexplained(const Work *work, const Item *item, guint i)
{
	const KsSite *site = item->sites->pdata[i];

	return is_from(work, site) && site->kind == KS_SITE_CALL &&
	       !left_as(item, i) && !g_array_index(item->converted, bool, i) &&
	       !gap_of(item, site);
}

static char *probe_name(gsize k)
{
	return g_strdup_printf("ks_probe_%" G_GSIZE_FORMAT "_", k);
}

/* Whatever calls it, wherever: each call that spatch sees gets a mark. */
static char *probe_smpl(const Work *work)
{
	GString *smpl = g_string_new(NULL);

	for (gsize k = 0; work->from[k]; k++) {
		g_autofree char *mark = probe_name(k);

		g_string_append_printf(smpl,
				       "@@\n"
				       "attribute name __free;\n"
				       "iterator name scoped_guard;\n"
				       "@@\n\n"
				       "- %s\n"
				       "+ %s\n"
				       "  (...)\n\n",
				       work->from[k], mark);
	}
	return g_string_free(smpl, FALSE);
}

static bool read_probe(const Work *work, Item *item, GError **error)
{
	g_autoptr(KsLex) lex = ks_lex_new(item->probe->after);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) sites = NULL;
	guint at = 0;

	for (gsize k = 0; work->from[k]; k++) {
		g_ptr_array_add(names, g_strdup(work->from[k]));
		g_ptr_array_add(names, probe_name(k));
	}
	g_ptr_array_add(names, NULL);
	sites = ks_sites_find(lex, (const char *const *)names->pdata);
	for (guint i = 0; i < item->sites->len; i++) {
		const KsSite *site = item->sites->pdata[i];
		const KsSite *there;

		if (!is_from(work, site))
			continue;
		if (at == sites->len)
			break;
		there = sites->pdata[at++];
		g_array_index(item->seen, bool, i) =
			strcmp(site->token, there->token);
	}
	if (at == sites->len)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: the probe for %s came back with other names than it "
		    "went in with; report this as a bug of kseries",
		    item->given->path, work->job->rule->path);
	return false;
}

static bool run_probe(Work *work, GError **error)
{
	g_autofree char *smpl = probe_smpl(work);

	for (guint i = 0; i < work->items->len; i++) {
		Item *item = work->items->pdata[i];
		bool needed = false;

		for (guint s = 0; s < item->sites->len; s++)
			needed = needed || unexplained(work, item, s);
		if (needed)
			item->probe = ks_spatch_files_add(work->probes,
							  item->given->path,
							  item->given->before);
	}
	if (!ks_spatch_run(work->context, smpl, NULL, work->probes, error))
		return false;
	count_runs(work, work->probes);
	for (guint i = 0; i < work->items->len; i++) {
		Item *item = work->items->pdata[i];

		if (item->probe && !read_probe(work, item, error))
			return false;
	}
	return true;
}

static const char *reason_by_kind(KsSiteKind kind)
{
	switch (kind) {
	case KS_SITE_MEMBER:
		return "a member of that name, not the function";
	case KS_SITE_DECLARATION:
		return "a declaration, not a call";
	case KS_SITE_MACRO:
		return "in a macro's body";
	case KS_SITE_DISABLED:
		return "under #if 0";
	case KS_SITE_REFERENCE:
		return "named, not called";
	case KS_SITE_CALL:
		break;
	}
	return NULL;
}

static void account_from(const Work *work, const Item *item, guint i)
{
	const KsSite *site = item->sites->pdata[i];
	const KsSpatchGap *gap = gap_of(item, site);
	const char *reason = left_as(item, i);
	g_autofree char *text = NULL;
	KsFate fate = KS_FATE_LEFT;
	KsRuleSite *made;

	if (g_array_index(item->converted, bool, i)) {
		fate = KS_FATE_CONVERTED;
	} else if (!reason && site->kind == KS_SITE_CALL) {
		reason = work->job->rule->leaves;
		if (gap || !g_array_index(item->seen, bool, i)) {
			fate = KS_FATE_LOST;
			reason = text = ks_spatch_lost_reason(gap);
		}
	} else if (!reason) {
		reason = reason_by_kind(site->kind);
	}
	made = ks_rule_result_add(work->result, item->given->path, site, fate,
				  reason);
	made->unproven = fate == KS_FATE_LEFT &&
			 ks_unproven_find(work->job->unproven,
					  item->given->path, site->function,
					  site->line);
}

static void account(const Work *work, const Item *item)
{
	for (guint i = 0; i < item->sites->len; i++) {
		const KsSite *site = item->sites->pdata[i];

		if (is_from(work, site))
			account_from(work, item, i);
		else if (work->job->mode == KS_RULE_PATCH &&
			 site->kind == KS_SITE_CALL)
			ks_rule_result_add(work->result, item->given->path,
					   site, KS_FATE_LEFT,
					   "already converted");
	}
}

static bool apply(Work *work, GError **error)
{
	if (!leaves_are_met(work, error) || !run_rule(work, error))
		return false;
	for (guint i = 0; i < work->items->len; i++) {
		Item *item = work->items->pdata[i];

		if (item->run && !compare(work, item, error))
			return false;
	}
	if (!run_probe(work, error))
		return false;
	for (guint i = 0; i < work->items->len; i++)
		account(work, work->items->pdata[i]);
	return true;
}

/* Fill in the names to look for and to put; false if they are not clear. */
static bool choose_names(Work *work, const char **result, GError **error)
{
	const KsRule *rule = work->job->rule;
	GStrv both;
	guint n;

	result[0] = rule->result;
	if (work->job->mode == KS_RULE_PATCH) {
		work->from = (const char *const *)rule->tokens;
		work->to = rule->result;
	} else {
		work->from = result;
		work->to = work->job->was;
		if (!work->to && !rule->tokens[1])
			work->to = rule->tokens[0];
	}
	if (!work->to) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: %s stood for one of several names before: "
			    "say which with was = NAME",
			    rule->path, rule->result);
		return false;
	}
	n = g_strv_length((GStrv)work->from);
	both = g_new0(char *, n + 2);
	for (guint i = 0; i < n; i++)
		both[i] = (char *)work->from[i];
	both[n] = (char *)work->to;
	work->both = (const char **)both;
	return true;
}

KsRuleResult *ks_rule_apply(const KsContext *context, const KsRuleJob *job,
			    GPtrArray *files, GError **error)
{
	g_autoptr(KsRuleResult) result = ks_rule_result_new();
	g_autoptr(GPtrArray) items = g_ptr_array_new_with_free_func(item_free);
	g_autoptr(GPtrArray) runs = ks_spatch_files_new();
	g_autoptr(GPtrArray) probes = ks_spatch_files_new();
	const char *one[2] = {NULL, NULL};
	Work work = {.context = context,
		     .job = job,
		     .items = items,
		     .runs = runs,
		     .probes = probes,
		     .result = result};
	bool good;

	if (!choose_names(&work, one, error))
		return NULL;
	for (guint i = 0; i < files->len; i++)
		g_ptr_array_add(items, item_new(&work, files->pdata[i]));
	good = apply(&work, error);
	g_free(work.both);
	return good ? g_steal_pointer(&result) : NULL;
}
