// SPDX-License-Identifier: GPL-2.0
#include "audit/audited.h"

#include <string.h>

#include "audit/judge.h"
#include "audit/tested.h"
#include "base/names.h"

const char *ks_audit_verdict_name(KsAuditVerdict verdict)
{
	static const char *const names[KS_AUDIT_VERDICTS] = {
		"safe", "missed", "needs-budget", "drop", "unsafe", "unknown"};

	return names[verdict];
}

void ks_audited_free(KsAudited *site)
{
	g_free(site->name);
	g_free(site->module);
	g_free(site->file);
	g_free(site->function);
	g_free(site->reason);
	g_strfreev(site->paths);
	g_clear_pointer(&site->chain, g_ptr_array_unref);
	g_free(site);
}

static void site_free(gpointer site)
{
	ks_audited_free(site);
}

void ks_audit_free(KsAudit *audit)
{
	g_free(audit->tree);
	g_free(audit->target);
	g_free(audit->commit);
	g_clear_pointer(&audit->sites, g_ptr_array_unref);
	g_clear_pointer(&audit->errors, g_ptr_array_unref);
	g_clear_pointer(&audit->excluded, g_ptr_array_unref);
	g_strfreev(audit->left);
	g_free(audit);
}

/* The functions from the root to the state, outermost first. */
static GPtrArray *path_of(const KsState *state)
{
	GPtrArray *path = g_ptr_array_new();

	for (; state; state = state->from)
		g_ptr_array_insert(path, 0, (gpointer)state->node);
	return path;
}

char *ks_path_format(const KsState *state)
{
	g_autoptr(GPtrArray) path = path_of(state);
	GString *text = g_string_new(ks_context_name(state->root->context));

	for (guint i = 0; i < path->len; i++) {
		const KsNode *node = path->pdata[i];

		g_string_append_printf(text, "%s%s", i ? " -> " : ": ",
				       node->function->name);
	}
	return g_string_free(text, FALSE);
}

static char *path_with_root(const KsState *state)
{
	g_autofree char *path = ks_path_format(state);
	const KsRoot *root = state->root;

	return g_strdup_printf("%s (%s, %s:%d)", path, root->how, root->file,
			       root->line);
}

static void add_caller(const KsState *caller, GHashTable *chain,
		       GHashTable *seen, GHashTable *names, GPtrArray *todo)
{
	const KsContextKind context = caller->root->context;

	if (!g_hash_table_contains(chain, caller->node)) {
		if (context != KS_CONTEXT_POLL && context != KS_CONTEXT_NETPOLL)
			g_hash_table_add(names, caller->node->function->name);
	} else if (g_hash_table_add(seen, (gpointer)caller)) {
		g_ptr_array_add(todo, (gpointer)caller);
	}
}

char *ks_judge_other_callers(const KsJudge *judge, const GPtrArray *ways)
{
	g_autoptr(GHashTable) chain = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) todo = g_ptr_array_new();
	g_auto(GStrv) sorted = NULL;
	g_autofree char *list = NULL;

	for (guint i = 0; i < ways->len; i++)
		for (const KsState *state =
			     ((KsArrival *)ways->pdata[i])->state;
		     state; state = state->from)
			g_hash_table_add(chain, (gpointer)state->node);
	for (guint i = 0; i < judge->arrivals->len; i++)
		g_ptr_array_add(
			todo, (gpointer)((KsArrival *)judge->arrivals->pdata[i])
				      ->state);
	while (todo->len) {
		const KsState *state =
			g_ptr_array_remove_index_fast(todo, todo->len - 1);

		if (state->from)
			add_caller(state->from, chain, seen, names, todo);
		for (guint i = 0; i < state->callers->len; i++)
			add_caller(state->callers->pdata[i], chain, seen, names,
				   todo);
	}
	if (!g_hash_table_size(names))
		return g_strdup("");
	sorted = ks_sorted_keys(names);
	list = g_strjoinv(", ", sorted);
	return g_strdup_printf("; %s must pass 0", list);
}

/* Why it is not known who calls the site's function. */
static char *no_way(const KsNode *node)
{
	g_autoptr(GPtrArray) todo = g_ptr_array_new();
	g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);

	g_ptr_array_add(todo, (gpointer)node);
	for (guint i = 0; i < todo->len; i++) {
		const KsNode *one = todo->pdata[i];

		if (!g_hash_table_add(seen, (gpointer)one))
			continue;
		if (one->escapes->len)
			return g_strdup_printf(
				"the address of %s is %s, which is not followed",
				one->function->name,
				(char *)one->escapes->pdata[0]);
		for (guint j = 0; j < one->callers->len; j++)
			g_ptr_array_add(
				todo, ((KsEdge *)one->callers->pdata[j])->from);
	}
	return NULL;
}

/* What stops the analysis before it has begun; NULL if nothing does. */
static char *obstacle(const KsWalk *walk, const KsArrivals *site)
{
	const KsParseError *error;
	char *why;

	if (site->node->broken) {
		error = site->node->facts->errors->pdata[0];
		return g_strdup_printf(
			"the unit does not parse: %s:%d: error: %s",
			error->file, error->line, error->text);
	}
	if (ks_walk_is_cut(walk))
		return g_strdup("there are more ways than can be walked");
	why = no_way(site->node);
	if (why || site->arrivals->len)
		return why;
	return g_strdup_printf("no caller of %s is known",
			       site->node->function->name);
}

static void set_paths(KsAudited *site, const GPtrArray *arrivals)
{
	GPtrArray *paths = g_ptr_array_new();

	for (guint i = 0; i < arrivals->len; i++)
		g_ptr_array_add(
			paths,
			path_with_root(
				((KsArrival *)arrivals->pdata[i])->state));
	g_ptr_array_add(paths, NULL);
	site->paths = (char **)g_ptr_array_free(paths, FALSE);
}

/* It relies on NAPI already: what is wrong with it is wrong today. */
static bool is_napi_only(const KsArrivals *site)
{
	const char *name = ks_key_name(site->call->callee->name);

	return g_str_has_prefix(name, "napi_") ||
	       g_str_has_prefix(name, "__napi_");
}

static KsAudited *judge(const KsWalk *walk, const KsArrivals *arrivals,
			const KsSent *sent)
{
	KsAudited *site = g_new0(KsAudited, 1);
	KsJudge judge = {.kind = arrivals->kind,
			 .call = arrivals->call,
			 .node = arrivals->node,
			 .arrivals = arrivals->arrivals,
			 .sent = sent};
	char *why = obstacle(walk, arrivals);

	site->kind = arrivals->kind;
	site->converted = is_napi_only(arrivals);
	site->untested =
		(site->kind == KS_AUDIT_BUILD ||
		 site->kind == KS_AUDIT_ALLOC) &&
		ks_is_untested(arrivals->node->function, arrivals->call);
	site->name = g_strdup(arrivals->name);
	site->module = g_strdup(arrivals->node->module);
	site->file = g_strdup(arrivals->call->file);
	site->function = g_strdup(arrivals->node->function->name);
	site->line = arrivals->call->line;
	site->column = arrivals->call->column;
	if (arrivals->arrivals->len)
		ks_judge(&judge);
	/* what is bad on a known way is bad, whatever else there may be */
	if (why && (!judge.reason || judge.verdict != KS_AUDIT_UNSAFE ||
		    arrivals->node->broken)) {
		g_free(judge.reason);
		judge.verdict = KS_AUDIT_UNKNOWN;
		judge.reason = g_steal_pointer(&why);
	}
	g_free(why);
	site->verdict = judge.verdict;
	site->reason = judge.reason;
	if (judge.ways && judge.verdict != KS_AUDIT_UNKNOWN)
		site->chain = ks_chain_new(judge.ways);
	g_clear_pointer(&judge.ways, g_ptr_array_unref);
	set_paths(site, arrivals->arrivals);
	return site;
}

static bool is_same(const KsAudited *a, const KsAudited *b)
{
	return a->line == b->line && a->column == b->column &&
	       g_str_equal(a->file, b->file);
}

GPtrArray *ks_audit_judge(const KsWalk *walk)
{
	const GPtrArray *all = ks_walk_sites(walk);
	GPtrArray *sites = g_ptr_array_new_with_free_func(site_free);
	g_autoptr(GHashTable)
		sent = ks_sent_new(ks_walk_graph(walk), ks_walk_roots(walk));

	for (guint i = 0; i < all->len; i++) {
		KsAudited *site = judge(walk, all->pdata[i], sent);
		KsAudited *last = sites->len ? sites->pdata[sites->len - 1] :
					       NULL;

		if (!last || !is_same(last, site)) {
			g_ptr_array_add(sites, site);
			continue;
		}
		/* a module that does not use the inline knows no caller */
		if (!last->paths[0] ||
		    (site->paths[0] && site->verdict > last->verdict)) {
			ks_audited_free(last);
			sites->pdata[sites->len - 1] = site;
		} else {
			ks_audited_free(site);
		}
	}
	return sites;
}
