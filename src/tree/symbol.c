// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "tree/git.h"
#include "tree/tree.h"

/*
 * Reads C text token by token, just far enough to tell a declaration at the
 * top level from a use inside a body.
 */
typedef struct {
	const char *begin;
	const char *at;
	const char *end;
	int braces;
	int parens;
	bool line_start; /* only blanks before, on this line */
} Scan;

static bool is_word(char c)
{
	return g_ascii_isalnum(c) || c == '_';
}

static bool sees(const Scan *scan, const char *text)
{
	gsize length = strlen(text);

	return (gsize)(scan->end - scan->at) >= length &&
	       memcmp(scan->at, text, length) == 0;
}

static void skip_past(Scan *scan, const char *text)
{
	while (scan->at < scan->end && !sees(scan, text))
		scan->at++;
	scan->at = MIN(scan->at + strlen(text), scan->end);
}

/* Blanks, comments and continued lines; true if something was skipped. */
static bool skip_blank(Scan *scan)
{
	if (sees(scan, "/*")) {
		scan->at += 2;
		skip_past(scan, "*/");
	} else if (sees(scan, "//")) {
		while (scan->at < scan->end && *scan->at != '\n')
			scan->at++;
	} else if (sees(scan, "\\\n")) {
		scan->at += 2;
	} else if (scan->at < scan->end && g_ascii_isspace(*scan->at)) {
		scan->line_start |= *scan->at++ == '\n';
	} else {
		return false;
	}
	return true;
}

static void skip_string(Scan *scan)
{
	char quote = *scan->at++;

	while (scan->at < scan->end && *scan->at != quote && *scan->at != '\n')
		scan->at += *scan->at == '\\' ? 2 : 1;
	scan->at = MIN(scan->at + 1, scan->end);
}

static gsize word_length(const Scan *scan)
{
	const char *at = scan->at;

	while (at < scan->end && is_word(*at))
		at++;
	return at - scan->at;
}

static bool take_word(Scan *scan, const char *symbol)
{
	gsize length = word_length(scan);
	bool same = length == strlen(symbol) &&
		    memcmp(scan->at, symbol, length) == 0;

	scan->at += length;
	return same;
}

static void skip_spaces(Scan *scan)
{
	while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\t'))
		scan->at++;
}

/* At a '#': true for "#define SYMBOL"; goes to the end of the directive. */
static bool take_directive(Scan *scan, const char *symbol)
{
	bool has = false;

	scan->at++;
	skip_spaces(scan);
	if (take_word(scan, "define")) {
		skip_spaces(scan);
		has = take_word(scan, symbol);
	}
	while (scan->at < scan->end && *scan->at != '\n') {
		if (sees(scan, "/*") || sees(scan, "\\\n"))
			skip_blank(scan);
		else
			scan->at++;
	}
	return has;
}

/*
 * After the name at the top level: what can only follow a declarator.  A name
 * before another name or a star is a type in use, except before annotations.
 */
static bool is_declarator(Scan scan)
{
	while (skip_blank(&scan))
		;
	if (scan.at >= scan.end)
		return false;
	return strchr("(;=[,{", *scan.at) || sees(&scan, "__");
}

static bool take_token(Scan *scan, const char *symbol)
{
	char c = *scan->at;
	bool top = scan->braces == 0 && scan->parens == 0;

	if (is_word(c))
		return take_word(scan, symbol) && top && is_declarator(*scan);
	if (c == '"' || c == '\'') {
		skip_string(scan);
		return false;
	}
	/* kernel layout: column one ends whatever #ifdef parts left open */
	if (c == '}' && (scan->at == scan->begin || scan->at[-1] == '\n'))
		scan->braces = scan->parens = 0;
	else if (c == '{' || c == '}')
		scan->braces = MAX(0, scan->braces + (c == '{' ? 1 : -1));
	else if (c == '(' || c == ')')
		scan->parens = MAX(0, scan->parens + (c == '(' ? 1 : -1));
	else if (c == ';' && scan->braces == 0)
		scan->parens = 0;
	scan->at++;
	return false;
}

static bool declares(const char *text, gsize size, const char *symbol)
{
	Scan scan = {.begin = text,
		     .at = text,
		     .end = text + size,
		     .line_start = true};

	while (scan.at < scan.end) {
		bool has;

		if (skip_blank(&scan))
			continue;
		if (*scan.at == '#' && scan.line_start)
			has = take_directive(&scan, symbol);
		else
			has = take_token(&scan, symbol);
		if (has)
			return true;
		scan.line_start = false;
	}
	return false;
}

bool ks_tree_has_symbol(KsContext *context, const char *commit,
			const char *symbol, const char *path, bool *has,
			GError **error)
{
	g_autofree char *top = g_strconcat(commit, "^{commit}", NULL);
	g_autofree char *name = g_strdup_printf("%s:%s", commit, path);
	const char *names[] = {top, name, NULL};
	g_autoptr(GPtrArray) blobs = ks_git_read(context, names, error);
	const char *text;
	gsize size = 0;

	*has = false;
	if (!blobs)
		return false;
	if (!blobs->pdata[0]) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s is not a commit of the store; see 'kseries tree list'",
			commit);
		return false;
	}
	if (!blobs->pdata[1])
		return true;
	text = g_bytes_get_data(blobs->pdata[1], &size);
	*has = declares(text, size, symbol);
	return true;
}
