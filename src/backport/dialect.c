// SPDX-License-Identifier: GPL-2.0
#include "backport/dialect.h"

#include <string.h>

#include "base/names.h"
#include "series/lex.h"

#define SUFFIX ".cocci"

static void rule_free(gpointer data)
{
	KsDialectRule *rule = data;

	ks_rule_free(rule->rule);
	g_free(rule->name);
	g_strfreev(rule->words);
	g_free(rule);
}

void ks_dialect_free(KsDialect *dialect)
{
	g_ptr_array_unref(dialect->rules);
	g_free(dialect);
}

/* Whether the semantic patch declares this way: "virtual NAME" in a line. */
static bool knows(const KsRule *rule, const char *way)
{
	g_autofree char *line = g_strdup_printf("\nvirtual %s\n", way);

	return strstr(rule->text, line) != NULL;
}

static bool add_rule(KsDialect *dialect, const char *dir, const char *file,
		     GError **error)
{
	g_autofree char *path = g_build_filename(dir, file, NULL);
	KsRule *read = ks_rule_load(path, error);
	g_autoptr(GStrvBuilder) words = g_strv_builder_new();
	KsDialectRule *rule;

	if (!read)
		return false;
	rule = g_new0(KsDialectRule, 1);
	rule->rule = read;
	rule->name = g_strndup(file, strlen(file) - strlen(SUFFIX));
	rule->patches = knows(read, "patch");
	rule->reverts = knows(read, "revert");
	g_strv_builder_addv(words, (const char **)read->tokens);
	if (!g_strv_contains((const char *const *)read->tokens, read->result))
		g_strv_builder_add(words, read->result);
	rule->words = g_strv_builder_end(words);
	g_ptr_array_add(dialect->rules, rule);
	return true;
}

/* In the order of their names: what comes out must not depend on the disk. */
static bool add_folder(KsDialect *dialect, const char *dir, GError **error)
{
	g_auto(GStrv) names = ks_dir_names(dir, error);

	for (char **name = names; name && *name; name++)
		if (g_str_has_suffix(*name, SUFFIX) &&
		    !add_rule(dialect, dir, *name, error))
			return false;
	return names != NULL;
}

KsDialect *ks_dialect_load(const KsContext *context, GError **error)
{
	g_autofree char *series = ks_data_path(context, "cocci", NULL);
	g_autofree char *renames =
		ks_data_path(context, "backports", "dialect", NULL);
	g_autoptr(KsDialect) dialect = g_new0(KsDialect, 1);

	dialect->rules = g_ptr_array_new_with_free_func(rule_free);
	if (!add_folder(dialect, series, error) ||
	    !add_folder(dialect, renames, error))
		return NULL;
	return g_steal_pointer(&dialect);
}

GPtrArray *ks_dialect_sites(const KsDialectRule *rule, GBytes *text)
{
	g_autoptr(KsLex) lex = ks_lex_new(text);

	return ks_sites_find(lex, (const char *const *)rule->words);
}

/* How often each of a rule's words stands somewhere. */
typedef struct {
	guint *tokens; /* as many as the rule has */
	guint older, newer;
} Tally;

static bool is_in(GPtrArray *sites, const char *function)
{
	for (guint i = 0; i < sites->len; i++)
		if (g_str_equal(((KsSite *)sites->pdata[i])->function,
				function))
			return true;
	return false;
}

static void count(Tally *tally, const KsDialectRule *rule, const KsSite *site)
{
	for (guint i = 0; rule->rule->tokens[i]; i++)
		if (g_str_equal(site->token, rule->rule->tokens[i]))
			tally->tokens[i]++;
	if (g_str_equal(site->token, rule->rule->result))
		tally->newer++;
	else
		tally->older++;
}

/* Those of @sites that stand in a function of @within; NULL: all of them. */
static void count_all(Tally *tally, const KsDialectRule *rule, GPtrArray *sites,
		      GPtrArray *within)
{
	for (guint i = 0; i < sites->len; i++) {
		const KsSite *site = sites->pdata[i];

		if (site->kind == KS_SITE_DISABLED)
			continue;
		if (!within ||
		    (*site->function && is_in(within, site->function)))
			count(tally, rule, site);
	}
}

static const char *most(const Tally *tally, const KsDialectRule *rule)
{
	guint best = 0;

	for (guint i = 0; rule->rule->tokens[i]; i++)
		if (tally->tokens[i] > tally->tokens[best])
			best = i;
	return tally->tokens[best] ? rule->rule->tokens[best] : NULL;
}

static bool is_renamed(const KsDialectRule *rule)
{
	return !g_strv_contains((const char *const *)rule->rule->tokens,
				rule->rule->result);
}

KsDialectWay ks_dialect_way(const KsDialectRule *rule, GPtrArray *ours,
			    GPtrArray *theirs, const char **was)
{
	guint tokens = g_strv_length(rule->rule->tokens);
	GPtrArray *const scopes[] = {ours, NULL};

	*was = NULL;
	for (gsize i = 0; i < G_N_ELEMENTS(scopes); i++) {
		g_autofree guint *counts = g_new0(guint, tokens);
		Tally tally = {.tokens = counts};

		count_all(&tally, rule, theirs, scopes[i]);
		if (!tally.older && !tally.newer)
			continue;
		*was = most(&tally, rule);
		/* where the name is the same and its arguments are not, a name
		 * tells nothing */
		if (!is_renamed(rule) || (tally.older && tally.newer))
			return KS_DIALECT_KEEP;
		return tally.older ? KS_DIALECT_REVERT : KS_DIALECT_PATCH;
	}
	return KS_DIALECT_KEEP;
}

static void tally_text(const KsDialectRule *rule, GBytes *text, Tally *tally)
{
	guint tokens = g_strv_length(rule->rule->tokens);
	g_autofree guint *counts = g_new0(guint, tokens);
	g_autoptr(GPtrArray) sites = ks_dialect_sites(rule, text);

	*tally = (Tally){.tokens = counts};
	count_all(tally, rule, sites, NULL);
	tally->tokens = NULL;
}

static bool differs(const KsDialectRule *rule, GBytes *one, GBytes *other,
		    GPtrArray *ran)
{
	Tally ours, theirs;

	tally_text(rule, one, &ours);
	tally_text(rule, other, &theirs);
	if (!is_renamed(rule))
		return ours.newer + ours.older && theirs.newer + theirs.older &&
		       g_ptr_array_find(ran, rule->name, NULL);
	return (ours.newer && !theirs.newer && theirs.older) ||
	       (theirs.newer && !ours.newer && ours.older);
}

const char *ks_dialect_differs(const KsDialect *dialect, GBytes *one,
			       GBytes *other, GPtrArray *ran)
{
	for (guint i = 0; i < dialect->rules->len; i++) {
		const KsDialectRule *rule = dialect->rules->pdata[i];

		if (differs(rule, one, other, ran))
			return rule->name;
	}
	return NULL;
}
