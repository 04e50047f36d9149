/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_LEX_H
#define KS_LEX_H

#include <glib.h>
#include <stdbool.h>

/*
 * C text as lexemes, without preprocessing: comments are gone, spliced lines
 * are joined, preprocessor lines are marked.  It is the second opinion on
 * what spatch saw, so it shares no code and no idea with it.
 */
typedef enum {
	KS_LEX_NAME,
	KS_LEX_NUMBER,
	KS_LEX_LITERAL, /* a string or a character */
	KS_LEX_PUNCT, /* one byte */
	KS_LEX_DIRECTIVE, /* the "#" and the name behind it */
} KsLexKind;

enum {
	KS_LEX_IN_DEFINE = 1 << 0, /* the name, parameters, body of one */
	KS_LEX_IN_DIRECTIVE = 1 << 1, /* any other preprocessor line */
	KS_LEX_DISABLED = 1 << 2, /* under #if 0, or the #else of #if 1 */
	/* outside of all braces, parentheses and initialisers */
	KS_LEX_TOPLEVEL = 1 << 3,
};

typedef struct {
	gsize start, end; /* bytes of the text, end exclusive */
	guint line; /* 1-based */
	guint column; /* 1-based, in bytes */
	KsLexKind kind;
	guint flags;
	char byte; /* the first byte, or of a directive the name's */
} KsLexeme;

/* A function with a body; indexes of lexemes. */
typedef struct {
	guint name;
	guint open, close; /* the parentheses of its parameters */
	guint body, end; /* its braces; end is the last lexeme if one lacks */
} KsLexFunction;

typedef struct {
	GBytes *bytes;
	const char *text; /* of @bytes, which need not end in NUL */
	gsize len;
	GArray *lexemes; /* KsLexeme */
	GArray *functions; /* KsLexFunction, in the text's order */
} KsLex;

/* Read @bytes (a reference is kept).  There is no wrong input. */
KsLex *ks_lex_new(GBytes *bytes);
void ks_lex_free(KsLex *lex);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsLex, ks_lex_free)

static inline const KsLexeme *ks_lex_at(const KsLex *lex, guint i)
{
	return &g_array_index(lex->lexemes, KsLexeme, i);
}

static inline const KsLexFunction *ks_lex_function(const KsLex *lex, guint i)
{
	return &g_array_index(lex->functions, KsLexFunction, i);
}

/* Fill in @functions and KS_LEX_TOPLEVEL: a part of ks_lex_new(). */
void ks_lex_find_functions(KsLex *lex);

/* Whether lexeme @i is the name @name; false beyond the end. */
bool ks_lex_is(const KsLex *lex, guint i, const char *name);

/* Whether lexeme @i is the punctuation @byte; false beyond the end. */
bool ks_lex_punct(const KsLex *lex, guint i, char byte);

/* The spelling of lexeme @i, without splices (newly allocated). */
char *ks_lex_spell(const KsLex *lex, guint i);

/*
 * The partner of the opening bracket at @open, over nested ones; 0 if the
 * text ends before.
 */
guint ks_lex_partner(const KsLex *lex, guint open);

/*
 * The number of arguments or parameters between the parenthesis at @open and
 * its partner; none for "()" and "(void)".  -1 if the text ends before.
 */
int ks_lex_count(const KsLex *lex, guint open);

/*
 * The lexemes of argument @index (0-based, or -1 for the last) behind the
 * parenthesis at @open: first and last, both inclusive.  False if there is no
 * such argument.
 */
bool ks_lex_argument(const KsLex *lex, guint open, int index, guint *first,
		     guint *last);

/* The function in whose body lexeme @i stands, or NULL. */
const KsLexFunction *ks_lex_enclosing(const KsLex *lex, guint i);

/* Whether lexeme @i stands behind "." or "->". */
bool ks_lex_member(const KsLex *lex, guint i);

#endif
