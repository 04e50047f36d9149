// SPDX-License-Identifier: GPL-2.0
#include "series/lex.h"

#include <string.h>

/* Where in a conditional we are, so that each branch starts alike. */
typedef struct {
	bool was_disabled; /* the text around #if */
	bool rest; /* what #else turns the branch into: disabled */
} Branch;

typedef struct {
	KsLex *lex;
	gsize pos;
	guint line;
	gsize line_start;
	guint flags; /* of the preprocessor line we are in, or 0 */
	bool disabled;
	bool if_line; /* in the condition of #if */
	guint if_first; /* index of the condition's first lexeme */
	GArray *branches; /* Branch */
} Scanner;

/* The length of a backslash and newline at @at, or 0. */
static gsize splice_at(const Scanner *scan, gsize at)
{
	const char *text = scan->lex->text;
	gsize len = scan->lex->len;

	if (at >= len || text[at] != '\\')
		return 0;
	if (at + 1 < len && text[at + 1] == '\n')
		return 2;
	if (at + 2 < len && text[at + 1] == '\r' && text[at + 2] == '\n')
		return 3;
	return 0;
}

/* Step over splices, counting their lines. */
static void skip_splices(Scanner *scan)
{
	gsize n;

	while ((n = splice_at(scan, scan->pos))) {
		scan->pos += n;
		scan->line++;
		scan->line_start = scan->pos;
	}
}

/* The byte here (splices skipped), or 0 at the end. */
static char here(Scanner *scan)
{
	skip_splices(scan);
	return scan->pos < scan->lex->len ? scan->lex->text[scan->pos] : 0;
}

/* The byte after this one, without moving. */
static char ahead(const Scanner *scan)
{
	gsize at = scan->pos + 1, n;

	while ((n = splice_at(scan, at)))
		at += n;
	return at < scan->lex->len ? scan->lex->text[at] : 0;
}

static bool at_end(Scanner *scan)
{
	skip_splices(scan);
	return scan->pos >= scan->lex->len;
}

static bool name_byte(char c)
{
	return g_ascii_isalnum(c) || c == '_' || c == '$' || (guchar)c >= 0x80;
}

static void skip_comment(Scanner *scan)
{
	bool line = ahead(scan) == '/';

	scan->pos++;
	here(scan);
	scan->pos++;
	while (!at_end(scan)) {
		char c = here(scan);

		if (line && c == '\n')
			return;
		if (!line && c == '*' && ahead(scan) == '/') {
			scan->pos++;
			here(scan);
			scan->pos++;
			return;
		}
		scan->pos++;
		if (c == '\n') {
			scan->line++;
			scan->line_start = scan->pos;
		}
	}
}

/* A literal that is not closed ends with its line, as gcc recovers. */
static void scan_literal(Scanner *scan)
{
	char quote = here(scan);

	scan->pos++;
	while (!at_end(scan)) {
		char c = here(scan);

		if (c == '\n')
			return;
		scan->pos++;
		if (c == quote)
			return;
		if (c == '\\' && !at_end(scan) && here(scan) != '\n')
			scan->pos++;
	}
}

static void scan_name(Scanner *scan, bool number)
{
	while (!at_end(scan)) {
		char c = here(scan);

		if (!name_byte(c) && !(number && c == '.'))
			return;
		scan->pos++;
	}
}

static KsLexeme *add(Scanner *scan, KsLexKind kind)
{
	KsLexeme lexeme = {
		.start = scan->pos,
		.end = scan->pos,
		.line = scan->line,
		.column = scan->pos - scan->line_start + 1,
		.kind = kind,
		.flags = scan->flags | (scan->disabled ? KS_LEX_DISABLED : 0),
		.byte = scan->lex->text[scan->pos],
	};

	g_array_append_val(scan->lex->lexemes, lexeme);
	return &g_array_index(scan->lex->lexemes, KsLexeme,
			      scan->lex->lexemes->len - 1);
}

/* Skip what is no C: the rest of #error, #include, #pragma and the like. */
static void skip_line(Scanner *scan)
{
	while (!at_end(scan)) {
		char c = here(scan);

		if (c == '\n')
			return;
		if (c == '/' && (ahead(scan) == '*' || ahead(scan) == '/'))
			skip_comment(scan);
		else
			scan->pos++;
	}
}

static void branch_else(Scanner *scan)
{
	const Branch *branch;

	if (!scan->branches->len)
		return;
	branch =
		&g_array_index(scan->branches, Branch, scan->branches->len - 1);
	scan->disabled = branch->was_disabled || branch->rest;
}

static void branch_open(Scanner *scan)
{
	Branch branch = {.was_disabled = scan->disabled,
			 .rest = scan->disabled};

	g_array_append_val(scan->branches, branch);
}

static void branch_close(Scanner *scan)
{
	if (!scan->branches->len)
		return;
	scan->disabled =
		g_array_index(scan->branches, Branch, scan->branches->len - 1)
			.was_disabled;
	g_array_set_size(scan->branches, scan->branches->len - 1);
}

static void scan_directive(Scanner *scan)
{
	const char *text = scan->lex->text;
	KsLexeme *lexeme;
	gsize name;
	guint at;

	scan->flags = KS_LEX_IN_DIRECTIVE;
	add(scan, KS_LEX_DIRECTIVE);
	at = scan->lex->lexemes->len - 1;
	scan->pos++;
	while (here(scan) == ' ' || here(scan) == '\t')
		scan->pos++;
	name = scan->pos;
	scan_name(scan, false);
	lexeme = &g_array_index(scan->lex->lexemes, KsLexeme, at);
	lexeme->end = scan->pos;
	lexeme->byte = name < scan->pos ? text[name] : 0;

#define IS(word)                                                               \
	(scan->pos - name == strlen(word) &&                                   \
	 !strncmp(text + name, word, strlen(word)))
	if (IS("define")) {
		scan->flags = KS_LEX_IN_DEFINE;
	} else if (IS("if")) {
		branch_open(scan);
		scan->if_line = true;
		scan->if_first = scan->lex->lexemes->len;
	} else if (IS("ifdef") || IS("ifndef")) {
		branch_open(scan);
	} else if (IS("else") || IS("elif")) {
		branch_else(scan);
	} else if (IS("endif")) {
		branch_close(scan);
	} else if (!IS("undef")) {
		skip_line(scan);
	}
#undef IS
}

/* At the end of a line: does its "#if 0" or "#if 1" decide the branch? */
static void end_line(Scanner *scan)
{
	const GArray *lexemes = scan->lex->lexemes;
	Branch *branch;

	scan->flags = 0;
	if (!scan->if_line)
		return;
	scan->if_line = false;
	if (lexemes->len != scan->if_first + 1 || !scan->branches->len)
		return;
	branch =
		&g_array_index(scan->branches, Branch, scan->branches->len - 1);
	if (ks_lex_at(scan->lex, scan->if_first)->end -
		    ks_lex_at(scan->lex, scan->if_first)->start !=
	    1)
		return;
	switch (ks_lex_at(scan->lex, scan->if_first)->byte) {
	case '0':
		scan->disabled = true;
		break;
	case '1':
		branch->rest = true;
		break;
	}
}

static void scan_lexeme(Scanner *scan)
{
	char c = here(scan);
	KsLexKind kind = KS_LEX_PUNCT;
	guint at = scan->lex->lexemes->len;

	if (c == '"' || c == '\'')
		kind = KS_LEX_LITERAL;
	else if (g_ascii_isdigit(c) ||
		 (c == '.' && g_ascii_isdigit(ahead(scan))))
		kind = KS_LEX_NUMBER;
	else if (name_byte(c))
		kind = KS_LEX_NAME;
	add(scan, kind);
	if (kind == KS_LEX_LITERAL)
		scan_literal(scan);
	else if (kind == KS_LEX_PUNCT)
		scan->pos++;
	else
		scan_name(scan, kind == KS_LEX_NUMBER);
	g_array_index(scan->lex->lexemes, KsLexeme, at).end = scan->pos;
}

static void scan_text(Scanner *scan)
{
	bool fresh = true; /* only white space on this line so far */

	while (!at_end(scan)) {
		char c = here(scan);

		if (c == '\n') {
			end_line(scan);
			scan->pos++;
			scan->line++;
			scan->line_start = scan->pos;
			fresh = true;
		} else if (g_ascii_isspace(c)) {
			scan->pos++;
		} else if (c == '/' &&
			   (ahead(scan) == '*' || ahead(scan) == '/')) {
			skip_comment(scan);
		} else if (c == '#' && fresh) {
			scan_directive(scan);
			fresh = false;
		} else {
			scan_lexeme(scan);
			fresh = false;
		}
	}
	end_line(scan);
}

KsLex *ks_lex_new(GBytes *bytes)
{
	KsLex *lex = g_new0(KsLex, 1);
	Scanner scan = {.lex = lex, .line = 1};

	lex->bytes = g_bytes_ref(bytes);
	lex->text = g_bytes_get_data(bytes, &lex->len);
	lex->lexemes = g_array_new(FALSE, FALSE, sizeof(KsLexeme));
	lex->functions = g_array_new(FALSE, FALSE, sizeof(KsLexFunction));
	scan.branches = g_array_new(FALSE, FALSE, sizeof(Branch));
	scan_text(&scan);
	g_array_unref(scan.branches);
	ks_lex_find_functions(lex);
	return lex;
}

void ks_lex_free(KsLex *lex)
{
	g_array_unref(lex->lexemes);
	g_array_unref(lex->functions);
	g_bytes_unref(lex->bytes);
	g_free(lex);
}
