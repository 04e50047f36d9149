// SPDX-License-Identifier: GPL-2.0
#include "backport/scope.h"

#include <string.h>

static const char *const keywords[] = {
	"__attribute__", "__typeof__", "_Static_assert", "asm",	     "auto",
	"bool",		 "break",      "case",		 "char",     "const",
	"continue",	 "default",    "defined",	 "do",	     "double",
	"else",		 "enum",       "extern",	 "float",    "for",
	"goto",		 "if",	       "inline",	 "int",	     "long",
	"register",	 "return",     "short",		 "signed",   "sizeof",
	"static",	 "struct",     "switch",	 "true",     "false",
	"typedef",	 "typeof",     "union",		 "unsigned", "void",
	"volatile",	 "while",      "NULL",		 "__func__", NULL};

/* Those that a type can end with. */
static const char *const types[] = {"bool",	"char",	  "const",    "double",
				    "float",	"int",	  "long",     "short",
				    "signed",	"static", "unsigned", "void",
				    "volatile", NULL};

bool ks_scope_keyword(const KsLex *lex, guint i)
{
	g_autofree char *name = ks_lex_spell(lex, i);

	return g_strv_contains(keywords, name);
}

static bool is_name(const KsLex *lex, guint i)
{
	return i < lex->lexemes->len && ks_lex_at(lex, i)->kind == KS_LEX_NAME;
}

/* A name that a type can end with. */
static bool is_type(const KsLex *lex, guint i)
{
	g_autofree char *name = is_name(lex, i) ? ks_lex_spell(lex, i) : NULL;

	return name && !ks_lex_member(lex, i) &&
	       (!g_strv_contains(keywords, name) ||
		g_strv_contains(types, name));
}

bool ks_scope_called(const KsLex *lex, guint i)
{
	return is_name(lex, i) && ks_lex_punct(lex, i + 1, '(') &&
	       !ks_lex_member(lex, i) && !ks_scope_keyword(lex, i);
}

static bool starts(const KsLex *lex, guint i)
{
	return ks_lex_punct(lex, i, ';') || ks_lex_punct(lex, i, '{') ||
	       ks_lex_punct(lex, i, '}');
}

/* The first lexeme of the statement, or of the argument list, of @i. */
static guint statement(const KsLex *lex, guint low, guint i, bool *inside)
{
	int depth = 0;

	*inside = false;
	while (i > low) {
		if (ks_lex_punct(lex, i - 1, ')') ||
		    ks_lex_punct(lex, i - 1, ']')) {
			depth++;
		} else if (ks_lex_punct(lex, i - 1, '(') ||
			   ks_lex_punct(lex, i - 1, '[')) {
			if (!depth--) {
				*inside = true;
				return i;
			}
		} else if (!depth && starts(lex, i - 1)) {
			return i;
		}
		i--;
	}
	return i;
}

/* "type name" or "type *name" from @i on, whatever follows. */
static bool is_declaration(const KsLex *lex, guint i)
{
	if (ks_lex_is(lex, i, "struct") || ks_lex_is(lex, i, "enum") ||
	    ks_lex_is(lex, i, "union"))
		return true;
	if (!is_type(lex, i))
		return false;
	for (i++; ks_lex_punct(lex, i, '*'); i++)
		;
	return is_name(lex, i);
}

/* A qualifier is before the name and what is declared is behind it. */
static bool is_type_word(const KsLex *lex, guint i)
{
	g_autofree char *next = is_name(lex, i + 1) ? ks_lex_spell(lex, i + 1) :
						      NULL;

	/* "int i __maybe_unused" */
	if (next)
		return !g_str_has_prefix(next, "__");
	return ks_lex_punct(lex, i + 1, '*') && i &&
	       (ks_lex_is(lex, i - 1, "const") ||
		ks_lex_is(lex, i - 1, "static") ||
		ks_lex_is(lex, i - 1, "volatile"));
}

/* What stands before @i ends a type: "u8 i", "struct foo **i". */
static bool behind_type(const KsLex *lex, const KsLexFunction *function,
			guint i)
{
	bool pointer = false;

	if (is_type_word(lex, i))
		return false;
	for (; i && ks_lex_punct(lex, i - 1, '*'); i--)
		pointer = true;
	if (!i || !is_type(lex, i - 1))
		return false;
	i--;
	/* "n * size" is no declaration; "foo *bar" is one where it begins */
	return !pointer || i < function->close || is_name(lex, i - 1) ||
	       starts(lex, i - 1);
}

/* DECLARE_BITMAP(name, ...), LIST_HEAD(name): a statement of its own. */
static bool by_macro(const KsLex *lex, guint i)
{
	g_autofree char *macro = NULL;
	bool named = false;

	if (i < 3 || !ks_lex_punct(lex, i - 1, '(') || !is_name(lex, i - 2) ||
	    !starts(lex, i - 3))
		return false;
	macro = ks_lex_spell(lex, i - 2);
	for (const char *at = macro; *at; at++) {
		if (g_ascii_islower(*at))
			return false;
		named |= g_ascii_isupper(*at);
	}
	return named;
}

bool ks_scope_declared(const KsLex *lex, const KsLexFunction *function, guint i)
{
	guint start;
	bool inside;

	if (ks_lex_member(lex, i))
		return false;
	if (behind_type(lex, function, i) || by_macro(lex, i) ||
	    (i && ks_lex_is(lex, i - 1, "goto")))
		return true;
	if (starts(lex, i - 1) && ks_lex_punct(lex, i + 1, ':'))
		return true;
	/* a pointer to a function */
	if (i >= 2 && ks_lex_punct(lex, i - 1, '*') &&
	    ks_lex_punct(lex, i - 2, '(') && ks_lex_punct(lex, i + 1, ')') &&
	    ks_lex_punct(lex, i + 2, '('))
		return true;
	start = i;
	while (start && ks_lex_punct(lex, start - 1, '*'))
		start--;
	if (!start || !ks_lex_punct(lex, start - 1, ','))
		return false;
	start = statement(lex, function->body + 1, i, &inside);
	return start > function->body && !inside && is_declaration(lex, start);
}

/* The TAG of the type that ends before @i. */
static char *tag_before(const KsLex *lex, guint i)
{
	while (i && (ks_lex_punct(lex, i - 1, '*') ||
		     ks_lex_is(lex, i - 1, "const") ||
		     ks_lex_is(lex, i - 1, "__rcu") ||
		     ks_lex_is(lex, i - 1, "__iomem")))
		i--;
	return i >= 2 && is_name(lex, i - 1) &&
			       ks_lex_is(lex, i - 2, "struct") ?
		       ks_lex_spell(lex, i - 1) :
		       NULL;
}

char *ks_scope_tag(const KsLex *lex, guint from, guint to, const char *name)
{
	for (guint i = from; i <= to && i < lex->lexemes->len; i++) {
		char *tag;
		guint start;
		bool inside;

		if (!ks_lex_is(lex, i, name) || ks_lex_member(lex, i))
			continue;
		tag = tag_before(lex, i);
		if (tag)
			return tag;
		/* "struct foo *one, *two" */
		start = statement(lex, from, i, &inside);
		if (!inside && ks_lex_is(lex, start, "struct") &&
		    is_name(lex, start + 1) &&
		    (is_name(lex, start + 2) ||
		     ks_lex_punct(lex, start + 2, '*')) &&
		    (ks_lex_punct(lex, i - 1, ',') ||
		     ks_lex_punct(lex, i - 1, '*')))
			return ks_lex_spell(lex, start + 1);
	}
	return NULL;
}

bool ks_scope_struct(const KsLex *lex, const char *tag, guint from, guint *open,
		     guint *close)
{
	for (guint i = from; i + 2 < lex->lexemes->len; i++) {
		if (!ks_lex_is(lex, i, "struct") ||
		    !ks_lex_is(lex, i + 1, tag) ||
		    !ks_lex_punct(lex, i + 2, '{'))
			continue;
		*open = i + 2;
		*close = ks_lex_partner(lex, *open);
		return *close != 0;
	}
	return false;
}
