// SPDX-License-Identifier: GPL-2.0
#include "backport/uses.h"

#include <string.h>

#include "backport/scope.h"

/* Longer chains of members than this are not followed. */
#define MAX_PATH 8

static void use_free(gpointer data)
{
	KsUse *use = data;

	g_free(use->name);
	g_free(use->tag);
	g_strfreev(use->path);
	g_free(use);
}

/* Two uses of the same key say the same of the tree they stand in. */
static char *key_of(const KsUse *use)
{
	g_autofree char *path = use->path ? g_strjoinv(".", use->path) : NULL;

	return g_strdup_printf("%d:%s:%d:%s:%s", use->kind, use->name,
			       use->count, use->tag ? use->tag : "",
			       path ? path : "");
}

/* The lexeme before the "." or "->" that is before the member at @i. */
static guint base_of(const KsLex *lex, guint i)
{
	guint at = i - (ks_lex_punct(lex, i - 1, '.') ? 2 : 3);
	int depth = 0;

	/* an element of an array is of its type */
	while (ks_lex_punct(lex, at, ']') || depth) {
		if (ks_lex_punct(lex, at, ']'))
			depth++;
		else if (ks_lex_punct(lex, at, '['))
			depth--;
		if (!at--)
			return 0;
	}
	return at;
}

/* Fill in the struct and the path of the member at @i, if they can be told. */
static void find_root(const KsLex *lex, const KsLexFunction *function, guint i,
		      KsUse *use)
{
	g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	guint at = i;

	while (at > 2 && ks_lex_member(lex, at)) {
		at = base_of(lex, at);
		if (!at || ks_lex_at(lex, at)->kind != KS_LEX_NAME ||
		    names->len > MAX_PATH)
			return;
		g_ptr_array_add(names, ks_lex_spell(lex, at));
	}
	use->tag = ks_scope_tag(lex, function->open, function->end,
				names->pdata[names->len - 1]);
	if (!use->tag)
		return;
	for (guint k = names->len - 1; k--;)
		g_strv_builder_add(builder, names->pdata[k]);
	use->path = g_strv_builder_end(builder);
}

static KsUse *read_use(const KsLex *lex, const KsLexFunction *function, guint i)
{
	KsUse *use = g_new0(KsUse, 1);

	use->name = ks_lex_spell(lex, i);
	use->line = ks_lex_at(lex, i)->line;
	if (ks_lex_member(lex, i)) {
		use->kind = KS_USE_MEMBER;
		if (function)
			find_root(lex, function, i, use);
	} else if (ks_scope_called(lex, i)) {
		use->kind = KS_USE_CALL;
		use->count = ks_lex_count(lex, i + 1);
	}
	return use;
}

static void add_use(GHashTable *uses, KsUse *use)
{
	char *key = key_of(use);

	if (g_hash_table_contains(uses, key)) {
		use_free(use);
		g_free(key);
		return;
	}
	g_hash_table_insert(uses, key, use);
}

/* The names between two lexemes that are not declared in @function. */
static void add_range(const KsLex *lex, const KsLexFunction *function,
		      guint from, guint to, GHashTable *uses)
{
	g_autoptr(GHashTable) locals =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = from; function && i <= to; i++)
		if (ks_lex_at(lex, i)->kind == KS_LEX_NAME &&
		    ks_scope_declared(lex, function, i))
			g_hash_table_add(locals, ks_lex_spell(lex, i));
	for (guint i = from; i <= to; i++) {
		const KsLexeme *at = ks_lex_at(lex, i);
		KsUse *use;

		if (at->kind != KS_LEX_NAME || ks_scope_keyword(lex, i) ||
		    (at->flags & (KS_LEX_IN_DEFINE | KS_LEX_IN_DIRECTIVE |
				  KS_LEX_DISABLED)))
			continue;
		use = read_use(lex, function, i);
		if (use->kind != KS_USE_MEMBER &&
		    g_hash_table_contains(locals, use->name))
			use_free(use);
		else
			add_use(uses, use);
	}
}

static void add_header(const KsLex *lex, guint i, GHashTable *uses)
{
	const KsLexeme *at = ks_lex_at(lex, i);
	const char *text = lex->text + at->end;
	const char *end = lex->text + lex->len;
	KsUse *use;
	gsize n = 0;

	while (text < end && strchr(" \t", *text))
		text++;
	if (text == end || !strchr("<\"", *text))
		return;
	text++;
	while (text + n < end && !strchr(">\"\n", text[n]))
		n++;
	use = g_new0(KsUse, 1);
	use->kind = KS_USE_HEADER;
	use->name = g_strndup(text, n);
	use->line = at->line;
	add_use(uses, use);
}

/* The function whose parameters or body lexeme @i is in. */
static const KsLexFunction *function_at(const KsLex *lex, guint i)
{
	for (guint k = 0; k < lex->functions->len; k++) {
		const KsLexFunction *function = ks_lex_function(lex, k);

		if (i >= function->open && i <= function->end)
			return function;
	}
	return NULL;
}

/* Where the initialiser that begins at @i ends; 0: none begins there. */
static guint initialiser(const KsLex *lex, guint i)
{
	return i && ks_lex_punct(lex, i, '{') && ks_lex_punct(lex, i - 1, '=') ?
		       ks_lex_partner(lex, i) :
		       0;
}

static bool is_include(const KsLex *lex, guint i)
{
	g_autofree char *word = NULL;

	if (ks_lex_at(lex, i)->kind != KS_LEX_DIRECTIVE ||
	    ks_lex_at(lex, i)->byte != 'i')
		return false;
	word = ks_lex_spell(lex, i);
	return g_str_has_suffix(word, "include");
}

/* Whether the function stands like this in the other text, too. */
static bool stands_in(const KsLex *lex, const KsLexFunction *function,
		      const KsLex *other)
{
	gsize start = ks_lex_at(lex, function->open)->start;
	gsize size = ks_lex_at(lex, function->end)->end - start;

	for (guint k = 0; k < other->functions->len; k++) {
		const KsLexFunction *its = ks_lex_function(other, k);
		gsize at = ks_lex_at(other, its->open)->start;

		if (ks_lex_at(other, its->end)->end - at == size &&
		    !memcmp(lex->text + start, other->text + at, size))
			return true;
	}
	return false;
}

/* All uses of a text, but those in functions that @other has, too. */
static GHashTable *uses_of(const KsLex *lex, const KsLex *other)
{
	GHashTable *uses = g_hash_table_new_full(g_str_hash, g_str_equal,
						 g_free, use_free);

	for (guint i = 0; i < lex->lexemes->len; i++) {
		guint end = initialiser(lex, i);
		const KsLexFunction *function = NULL;

		if (end) {
			add_range(lex, NULL, i, end, uses);
			i = end;
		} else if (is_include(lex, i)) {
			add_header(lex, i, uses);
		} else if (ks_lex_punct(lex, i, '(')) {
			function = function_at(lex, i);
		}
		if (!function || function->open != i)
			continue;
		if (!other || !stands_in(lex, function, other))
			add_range(lex, function, i, function->end, uses);
		i = function->end;
	}
	return uses;
}

static int by_line(gconstpointer a, gconstpointer b)
{
	const KsUse *one = *(KsUse *const *)a, *two = *(KsUse *const *)b;

	if (one->line != two->line)
		return one->line < two->line ? -1 : 1;
	return strcmp(one->name, two->name);
}

GPtrArray *ks_uses_added(GBytes *before, GBytes *after)
{
	g_autoptr(KsLex) old = before ? ks_lex_new(before) : NULL;
	g_autoptr(KsLex) new = ks_lex_new(after);
	g_autoptr(GHashTable) had = old ? uses_of(old, NULL) : NULL;
	g_autoptr(GHashTable) has = uses_of(new, old);
	GPtrArray *added = g_ptr_array_new_with_free_func(use_free);
	GHashTableIter iter;
	gpointer key, use;

	g_hash_table_iter_init(&iter, has);
	while (g_hash_table_iter_next(&iter, &key, &use)) {
		if (had && g_hash_table_contains(had, key))
			continue;
		g_hash_table_iter_steal(&iter);
		g_free(key);
		g_ptr_array_add(added, use);
	}
	g_ptr_array_sort(added, by_line);
	return added;
}

void ks_uses_declared(GBytes *text, GHashTable *names)
{
	g_autoptr(KsLex) lex = ks_lex_new(text);

	for (guint i = 0; i < lex->lexemes->len; i++) {
		const KsLexFunction *function = function_at(lex, i);
		guint end = initialiser(lex, i);

		if (function)
			i = function->end;
		else if (end)
			i = end;
		else if (ks_lex_at(lex, i)->kind == KS_LEX_NAME)
			g_hash_table_add(names, ks_lex_spell(lex, i));
	}
}
