// SPDX-License-Identifier: GPL-2.0
#include "check/reach.h"

#include "check/touched.h"
#include "series/lex.h"
#include "tree/filekind.h"
#include "tree/git.h"

/* What a patch adds to its headers. */
typedef struct {
	GHashTable *names; /* set: what is declared, or at least mentioned */
	bool more; /* it does more than to declare */
} Added;

static KsLex *lex_of(const KsContext *context, const char *commit,
		     const char *file, GError **error)
{
	g_autofree char *name = g_strconcat(commit, ":", file, NULL);
	g_autoptr(GBytes) blob = ks_git_read_one(context, name, error);

	return blob ? ks_lex_new(blob) : NULL;
}

static GHashTable *names_of(const KsLex *lex, guint from, guint to)
{
	GHashTable *names =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	for (guint i = from; i < to; i++)
		if (ks_lex_at(lex, i)->kind == KS_LEX_NAME)
			g_hash_table_add(names, ks_lex_spell(lex, i));
	return names;
}

static bool is_define(const KsLex *lex, guint i)
{
	const KsLexeme *lexeme = ks_lex_at(lex, i);

	return lexeme->kind == KS_LEX_DIRECTIVE && i + 1 < lex->lexemes->len &&
	       ks_lex_at(lex, i + 1)->flags & KS_LEX_IN_DEFINE;
}

/*
 * An added line within something is a change of it.  Other directives than
 * #define have effects on what follows.
 */
static bool starts_anew(const KsLex *lex, guint i)
{
	const KsLexeme *lexeme = ks_lex_at(lex, i);

	return lexeme->kind == KS_LEX_DIRECTIVE ?
		       is_define(lex, i) :
		       lexeme->flags & KS_LEX_TOPLEVEL;
}

/* A type or an argument that was known before is mentioned, not declared. */
static bool declares(const KsLex *lex, guint i, GHashTable *known)
{
	g_autofree char *name = ks_lex_spell(lex, i);

	return !g_hash_table_contains(known, name) ||
	       ks_lex_punct(lex, i + 1, '(') || (i && is_define(lex, i - 1));
}

static void add_lines(Added *added, const KsLex *lex, KsLines lines,
		      GHashTable *known)
{
	bool first = true;

	for (guint i = 0; i < lex->lexemes->len; i++) {
		const KsLexeme *lexeme = ks_lex_at(lex, i);

		if (!ks_lines_have(lines, lexeme->line))
			continue;
		if ((first || lexeme->kind == KS_LEX_DIRECTIVE) &&
		    !starts_anew(lex, i))
			added->more = true;
		first = false;
		if (lexeme->kind == KS_LEX_NAME && declares(lex, i, known))
			g_hash_table_add(added->names, ks_lex_spell(lex, i));
	}
}

static bool add_header(const KsContext *context, const KsPatch *patch,
		       const char *header, Added *added, GError **error)
{
	g_autoptr(GArray) hunks = ks_patch_hunks(context, patch, header, error);
	g_autoptr(KsLex) before =
		hunks ? lex_of(context, patch->parent, header, NULL) : NULL;
	g_autoptr(KsLex) after =
		hunks ? lex_of(context, patch->commit, header, NULL) : NULL;
	g_autoptr(GHashTable) known = NULL;

	if (!hunks)
		return false;
	added->more |= !before || !after;
	if (added->more)
		return true;
	known = names_of(before, 0, before->lexemes->len);
	for (guint i = 0; i < hunks->len; i++) {
		KsHunk hunk = g_array_index(hunks, KsHunk, i);

		added->more |= hunk.before.count > 0;
		add_lines(added, after, hunk.after, known);
	}
	return true;
}

static bool has_any(const KsLex *lex, const char *function, GHashTable *names)
{
	for (guint i = 0; i < lex->functions->len; i++) {
		const KsLexFunction *body = ks_lex_function(lex, i);
		g_autoptr(GHashTable) used = NULL;
		GHashTableIter iter;
		gpointer name;

		if (!ks_lex_is(lex, body->name, function))
			continue;
		used = names_of(lex, body->name, body->end);
		g_hash_table_iter_init(&iter, names);
		while (g_hash_table_iter_next(&iter, &name, NULL))
			if (g_hash_table_contains(used, name))
				return true;
		return false;
	}
	return true;
}

bool ks_headers_reach(const KsContext *context, const KsPatch *patch,
		      const char *file, const char *function, bool *reach,
		      GError **error)
{
	g_autoptr(GHashTable) names =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	Added added = {.names = names};
	g_autoptr(KsLex) lex = NULL;

	for (guint i = 0; patch->files && patch->files[i]; i++)
		if (ks_file_kind(patch->files[i]) == KS_FILE_HEADER &&
		    !add_header(context, patch, patch->files[i], &added, error))
			return false;
	*reach = added.more;
	if (added.more || !g_hash_table_size(names))
		return true;
	lex = lex_of(context, patch->commit, file, error);
	if (!lex)
		return false;
	*reach = has_any(lex, function, names);
	return true;
}
