// SPDX-License-Identifier: GPL-2.0
#include "backport/probe.h"

#include <string.h>

#include "series/lex.h"
#include "tree/git.h"
#include "tree/tree.h"

const char *ks_probe_name(KsProbe probe)
{
	static const char *const names[] = {"there", "missing",
					    "something else"};

	return names[probe];
}

/* Add the functions of the text that the body of @from names. */
static void add_named(const KsLex *lex, const KsLexFunction *from,
		      GHashTable *by_name, GPtrArray *todo)
{
	for (guint i = from->body; i <= from->end; i++) {
		g_autofree char *word = NULL;
		gpointer function;

		if (ks_lex_at(lex, i)->kind != KS_LEX_NAME)
			continue;
		word = ks_lex_spell(lex, i);
		function = g_hash_table_lookup(by_name, word);
		if (function && !g_ptr_array_find(todo, function, NULL))
			g_ptr_array_add(todo, function);
	}
}

static bool names(const KsLex *lex, const KsLexFunction *function,
		  const char *name)
{
	for (guint i = function->body; i <= function->end; i++)
		if (ks_lex_is(lex, i, name))
			return true;
	return false;
}

bool ks_probe_uses(GBytes *text, const char *symbol, const char *name)
{
	g_autoptr(KsLex) lex = ks_lex_new(text);
	g_autoptr(GHashTable) by_name =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GPtrArray) todo = g_ptr_array_new();
	gpointer first;

	for (guint i = 0; i < lex->functions->len; i++) {
		const KsLexFunction *function = ks_lex_function(lex, i);

		g_hash_table_insert(by_name, ks_lex_spell(lex, function->name),
				    (gpointer)function);
	}
	first = g_hash_table_lookup(by_name, symbol);
	if (first)
		g_ptr_array_add(todo, first);
	for (guint i = 0; i < todo->len; i++) {
		if (names(lex, todo->pdata[i], name))
			return true;
		add_named(lex, todo->pdata[i], by_name, todo);
	}
	return false;
}

bool ks_probe(KsContext *context, const KsRuleNeed *need, const char *commit,
	      KsProbe *probe, GError **error)
{
	g_autofree char *name = g_strdup_printf("%s:%s", commit, need->file);
	const char *const wanted[] = {name, NULL};
	g_autoptr(GPtrArray) blobs = NULL;
	bool has;

	if (!ks_tree_has_symbol(context, commit, need->symbol, need->header,
				&has, error))
		return false;
	*probe = has ? KS_PROBE_THERE : KS_PROBE_MISSING;
	if (!has || !need->file)
		return true;
	blobs = ks_git_read(context, wanted, error);
	if (!blobs)
		return false;
	if (!blobs->pdata[0] ||
	    !ks_probe_uses(blobs->pdata[0], need->symbol, need->uses))
		*probe = KS_PROBE_OTHER;
	return true;
}
