// SPDX-License-Identifier: GPL-2.0
#include "series/site.h"

static const char *const kind_names[] = {
	[KS_SITE_CALL] = "call",
	[KS_SITE_MEMBER] = "member",
	[KS_SITE_DECLARATION] = "declaration",
	[KS_SITE_MACRO] = "macro",
	[KS_SITE_DISABLED] = "disabled",
	[KS_SITE_REFERENCE] = "reference",
};

const char *ks_site_kind_name(KsSiteKind kind)
{
	return kind_names[kind];
}

void ks_site_free(KsSite *site)
{
	g_free(site->token);
	g_free(site->function);
	g_free(site);
}

KsSite *ks_site_copy(const KsSite *site)
{
	KsSite *copy = g_memdup2(site, sizeof(*site));

	copy->token = g_strdup(site->token);
	copy->function = g_strdup(site->function);
	return copy;
}

/* Whether a name may stand before a call without making it a declaration. */
static bool statement_word(const KsLex *lex, guint i)
{
	static const char *const words[] = {"return", "else",	"do",  "case",
					    "sizeof", "typeof", "goto"};

	for (gsize k = 0; k < G_N_ELEMENTS(words); k++)
		if (ks_lex_is(lex, i, words[k]))
			return true;
	return false;
}

static KsSiteKind site_kind(const KsLex *lex, guint i)
{
	const KsLexeme *lexeme = ks_lex_at(lex, i);

	if (lexeme->flags & KS_LEX_DISABLED)
		return KS_SITE_DISABLED;
	if (lexeme->flags & KS_LEX_IN_DEFINE)
		return KS_SITE_MACRO;
	if (lexeme->flags & KS_LEX_IN_DIRECTIVE)
		return KS_SITE_REFERENCE;
	if (ks_lex_member(lex, i))
		return KS_SITE_MEMBER;
	if (!ks_lex_punct(lex, i + 1, '('))
		return KS_SITE_REFERENCE;
	if (lexeme->flags & KS_LEX_TOPLEVEL)
		return KS_SITE_DECLARATION;
	if (i && ks_lex_at(lex, i - 1)->kind == KS_LEX_NAME &&
	    !statement_word(lex, i - 1) &&
	    ks_lex_at(lex, i - 1)->line == lexeme->line)
		return KS_SITE_DECLARATION;
	return KS_SITE_CALL;
}

static KsSite *site_new(const KsLex *lex, guint i, const char *token)
{
	const KsLexFunction *function = ks_lex_enclosing(lex, i);
	KsSite *site = g_new0(KsSite, 1);

	site->token = g_strdup(token);
	site->function = function ? ks_lex_spell(lex, function->name) :
				    g_strdup("");
	site->line = ks_lex_at(lex, i)->line;
	site->column = ks_lex_at(lex, i)->column;
	site->kind = site_kind(lex, i);
	site->lexeme = i;
	site->args = site->kind == KS_SITE_CALL ||
				     site->kind == KS_SITE_DECLARATION ?
			     ks_lex_count(lex, i + 1) :
			     -1;
	return site;
}

GPtrArray *ks_sites_find(const KsLex *lex, const char *const *tokens)
{
	GPtrArray *sites =
		g_ptr_array_new_with_free_func((GDestroyNotify)ks_site_free);

	for (guint i = 0; i < lex->lexemes->len; i++) {
		if (ks_lex_at(lex, i)->kind != KS_LEX_NAME)
			continue;
		for (gsize k = 0; tokens[k]; k++)
			if (ks_lex_is(lex, i, tokens[k]))
				g_ptr_array_add(sites,
						site_new(lex, i, tokens[k]));
	}
	return sites;
}
