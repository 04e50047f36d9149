// SPDX-License-Identifier: GPL-2.0
#include "series/rename.h"

#include <string.h>

#define TAB 8

/* A parenthesis that is open at the start of a line: the column behind it. */
typedef struct {
	guint before, now;
} Paren;

typedef struct {
	const KsLex *lex;
	GPtrArray *sites;
	const char *to;
	GString *out;
	GArray *parens; /* Paren */
	guint lexeme; /* the next one */
	guint site; /* the next one */
} Renamer;

static guint advance(guint column, const char *text, gsize len)
{
	for (gsize i = 0; i < len; i++)
		column = text[i] == '\t' ? (column / TAB + 1) * TAB :
					   column + 1;
	return column;
}

/* White space up to @column, as the kernel writes it. */
static void indent(GString *out, guint column)
{
	for (guint i = 0; i < column / TAB; i++)
		g_string_append_c(out, '\t');
	for (guint i = 0; i < column % TAB; i++)
		g_string_append_c(out, ' ');
}

/* The start of a line: as it was, or moved with the innermost parenthesis. */
static guint begin_line(Renamer *renamer, const char *text, gsize len)
{
	guint width = advance(0, text, len);
	const Paren *paren;

	if (renamer->parens->len) {
		paren = &g_array_index(renamer->parens, Paren,
				       renamer->parens->len - 1);
		if (width == paren->before && paren->now != paren->before) {
			indent(renamer->out, paren->now);
			return paren->now;
		}
	}
	g_string_append_len(renamer->out, text, len);
	return width;
}

static void track(Renamer *renamer, const KsLexeme *lexeme, guint before,
		  guint now)
{
	Paren paren = {.before = before + 1, .now = now + 1};

	if (lexeme->kind != KS_LEX_PUNCT)
		return;
	if (lexeme->byte == '(')
		g_array_append_val(renamer->parens, paren);
	else if (lexeme->byte == ')' && renamer->parens->len)
		g_array_set_size(renamer->parens, renamer->parens->len - 1);
	else if (lexeme->byte == '}' && lexeme->column == 1)
		g_array_set_size(renamer->parens, 0);
}

static bool renamed(const Renamer *renamer)
{
	const KsSite *site;

	if (renamer->site == renamer->sites->len)
		return false;
	site = renamer->sites->pdata[renamer->site];
	return site->lexeme == renamer->lexeme;
}

static void line(Renamer *renamer, gsize start, gsize end)
{
	const char *text = renamer->lex->text;
	gsize at = start;
	guint before, now;

	while (at < end && (text[at] == ' ' || text[at] == '\t'))
		at++;
	before = advance(0, text + start, at - start);
	now = begin_line(renamer, text + start, at - start);
	for (; renamer->lexeme < renamer->lex->lexemes->len;
	     renamer->lexeme++) {
		const KsLexeme *lexeme =
			ks_lex_at(renamer->lex, renamer->lexeme);

		if (lexeme->start >= end)
			break;
		/* what stands between, comments too */
		if (lexeme->start > at) {
			gsize len = lexeme->start - at;

			g_string_append_len(renamer->out, text + at, len);
			before = advance(before, text + at, len);
			now = advance(now, text + at, len);
			at = lexeme->start;
		}
		track(renamer, lexeme, before, now);
		if (!renamed(renamer))
			continue;
		g_string_append(renamer->out, renamer->to);
		before += lexeme->end - lexeme->start;
		now += strlen(renamer->to);
		at = lexeme->end;
		renamer->site++;
	}
	if (at < end)
		g_string_append_len(renamer->out, text + at, end - at);
}

GBytes *ks_rename(const KsLex *lex, GPtrArray *sites, const char *to)
{
	Renamer renamer = {.lex = lex, .sites = sites, .to = to};
	gsize start = 0;

	renamer.out = g_string_sized_new(lex->len + 64);
	renamer.parens = g_array_new(FALSE, FALSE, sizeof(Paren));
	while (start < lex->len) {
		const char *newline =
			memchr(lex->text + start, '\n', lex->len - start);
		gsize end = newline ? (gsize)(newline - lex->text) + 1 :
				      lex->len;

		line(&renamer, start, end);
		start = end;
	}
	g_array_unref(renamer.parens);
	return g_string_free_to_bytes(renamer.out);
}

bool ks_rename_same(const KsLex *one, const KsLex *other)
{
	if (one->lexemes->len != other->lexemes->len)
		return false;
	for (guint i = 0; i < one->lexemes->len; i++) {
		const KsLexeme *a = ks_lex_at(one, i);
		const KsLexeme *b = ks_lex_at(other, i);

		if (a->kind != b->kind ||
		    a->end - a->start != b->end - b->start ||
		    memcmp(one->text + a->start, other->text + b->start,
			   a->end - a->start))
			return false;
	}
	return true;
}
