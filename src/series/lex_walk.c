// SPDX-License-Identifier: GPL-2.0
#include "series/lex.h"

#include <string.h>

#define NONE G_MAXUINT

/* What is known while walking over a file's top level. */
typedef struct {
	int braces, parens;
	bool init; /* behind a "=" of this declaration */
	guint name, open, close; /* the candidate for a function's name */
	guint function; /* index of the one we are in, or NONE */
} State;

bool ks_lex_is(const KsLex *lex, guint i, const char *name)
{
	g_autofree char *spelling = NULL;
	const KsLexeme *lexeme;
	gsize len = strlen(name);

	if (i >= lex->lexemes->len)
		return false;
	lexeme = ks_lex_at(lex, i);
	if (lexeme->kind != KS_LEX_NAME || lexeme->byte != *name)
		return false;
	if (lexeme->end - lexeme->start == len)
		return !strncmp(lex->text + lexeme->start, name, len);
	if (lexeme->end - lexeme->start < len)
		return false;
	spelling = ks_lex_spell(lex, i);
	return !strcmp(spelling, name);
}

bool ks_lex_punct(const KsLex *lex, guint i, char byte)
{
	return i < lex->lexemes->len &&
	       ks_lex_at(lex, i)->kind == KS_LEX_PUNCT &&
	       ks_lex_at(lex, i)->byte == byte;
}

char *ks_lex_spell(const KsLex *lex, guint i)
{
	const KsLexeme *lexeme = ks_lex_at(lex, i);
	GString *out = g_string_sized_new(lexeme->end - lexeme->start);

	for (gsize at = lexeme->start; at < lexeme->end; at++)
		if (!strchr("\\\r\n", lex->text[at]) ||
		    lexeme->kind == KS_LEX_LITERAL)
			g_string_append_c(out, lex->text[at]);
	return g_string_free(out, FALSE);
}

static bool opens(const KsLex *lex, guint i)
{
	return ks_lex_punct(lex, i, '(') || ks_lex_punct(lex, i, '[') ||
	       ks_lex_punct(lex, i, '{');
}

static bool closes(const KsLex *lex, guint i)
{
	return ks_lex_punct(lex, i, ')') || ks_lex_punct(lex, i, ']') ||
	       ks_lex_punct(lex, i, '}');
}

guint ks_lex_partner(const KsLex *lex, guint open)
{
	int depth = 0;

	for (guint i = open; i < lex->lexemes->len; i++) {
		if (opens(lex, i))
			depth++;
		else if (closes(lex, i) && !--depth)
			return i;
	}
	return 0;
}

bool ks_lex_argument(const KsLex *lex, guint open, int index, guint *first,
		     guint *last)
{
	guint close = ks_lex_partner(lex, open), begin = open + 1;
	int depth = 0, n = 0;

	if (!close || close == open + 1)
		return false;
	for (guint i = open + 1; i <= close; i++) {
		bool end = !depth && (i == close || ks_lex_punct(lex, i, ','));

		if (end && (n == index || (index < 0 && i == close))) {
			*first = begin;
			*last = i - 1;
			return begin < i;
		}
		if (end) {
			begin = i + 1;
			n++;
		} else if (opens(lex, i)) {
			depth++;
		} else if (closes(lex, i)) {
			depth--;
		}
	}
	return false;
}

int ks_lex_count(const KsLex *lex, guint open)
{
	guint close = ks_lex_partner(lex, open);
	int depth = 0, n = 1;

	if (!close)
		return -1;
	if (close == open + 1 ||
	    (close == open + 2 && ks_lex_is(lex, open + 1, "void")))
		return 0;
	for (guint i = open + 1; i < close; i++) {
		if (opens(lex, i))
			depth++;
		else if (closes(lex, i))
			depth--;
		else if (!depth && ks_lex_punct(lex, i, ','))
			n++;
	}
	return n;
}

const KsLexFunction *ks_lex_enclosing(const KsLex *lex, guint i)
{
	for (guint k = 0; k < lex->functions->len; k++) {
		const KsLexFunction *function = ks_lex_function(lex, k);

		if (i >= function->body && i <= function->end)
			return function;
	}
	return NULL;
}

bool ks_lex_member(const KsLex *lex, guint i)
{
	if (i > 0 && ks_lex_punct(lex, i - 1, '.'))
		return true;
	return i > 1 && ks_lex_punct(lex, i - 1, '>') &&
	       ks_lex_punct(lex, i - 2, '-') &&
	       ks_lex_at(lex, i - 2)->end == ks_lex_at(lex, i - 1)->start;
}

static bool attribute(const KsLex *lex, guint i)
{
	const KsLexeme *lexeme = ks_lex_at(lex, i);

	return lexeme->end - lexeme->start > 2 &&
	       !strncmp(lex->text + lexeme->start, "__", 2);
}

/* A name before "(" outside of everything: is it the function's name? */
static void consider(const KsLex *lex, State *state, guint open)
{
	static const char *const never[] = {
		"__attribute__", "__aligned",  "__acquires",  "__releases",
		"__must_hold",	 "__printf",   "__scanf",     "__section",
		"__malloc",	 "__declspec", "__context__",
	};
	guint name = open - 1;

	for (gsize k = 0; k < G_N_ELEMENTS(never); k++)
		if (ks_lex_is(lex, name, never[k]))
			return;
	/* "f(...) __acquires(x)": what follows ")" is an attribute of f */
	if (state->name != NONE &&
	    (ks_lex_punct(lex, name - 1, ')') ||
	     (attribute(lex, name) && !attribute(lex, state->name))))
		return;
	state->name = name;
	state->open = open;
	state->close = NONE;
}

static void reset(State *state)
{
	state->init = false;
	state->name = NONE;
	state->parens = 0;
}

static void open_brace(KsLex *lex, State *state, guint i)
{
	KsLexFunction function;

	if (state->braces++ || state->parens || state->init ||
	    state->name == NONE || state->close == NONE)
		return;
	function = (KsLexFunction){.name = state->name,
				   .open = state->open,
				   .close = state->close,
				   .body = i,
				   .end = lex->lexemes->len - 1};
	state->function = lex->functions->len;
	g_array_append_val(lex->functions, function);
}

static void close_function(KsLex *lex, State *state, guint i)
{
	if (state->function != NONE)
		g_array_index(lex->functions, KsLexFunction, state->function)
			.end = i;
	state->function = NONE;
}

static void close_brace(KsLex *lex, State *state, guint i)
{
	if (state->braces > 0)
		state->braces--;
	/* The kernel's layout ends a function there: a way back after
	 * conditionals with unequal braces.
	 */
	if (ks_lex_at(lex, i)->column == 1 && !ks_lex_punct(lex, i + 1, ';')) {
		state->braces = 0;
		state->parens = 0;
	}
	if (state->braces)
		return;
	if (state->function != NONE)
		reset(state);
	close_function(lex, state, i);
}

/* Each branch of a conditional begins in the state that #if was in. */
static void conditional(KsLex *lex, State *state, GArray *stack, guint i)
{
	g_autofree char *name = ks_lex_spell(lex, i);
	const char *word = name + 1 + strspn(name + 1, " \t");
	State saved;

	if (g_str_has_prefix(word, "if")) {
		g_array_append_val(stack, *state);
	} else if (stack->len &&
		   (!strcmp(word, "else") || !strcmp(word, "elif"))) {
		saved = g_array_index(stack, State, stack->len - 1);
		if (saved.function == NONE)
			close_function(lex, state, i);
		*state = saved;
	} else if (stack->len && !strcmp(word, "endif")) {
		g_array_set_size(stack, stack->len - 1);
	}
}

static void walk(KsLex *lex, State *state, guint i)
{
	KsLexeme *lexeme = &g_array_index(lex->lexemes, KsLexeme, i);

	if (!state->braces && !state->parens && !state->init)
		lexeme->flags |= KS_LEX_TOPLEVEL;
	if (lexeme->kind != KS_LEX_PUNCT)
		return;
	switch (lexeme->byte) {
	case '(':
		if (!state->braces && !state->parens && !state->init && i &&
		    ks_lex_at(lex, i - 1)->kind == KS_LEX_NAME)
			consider(lex, state, i);
		state->parens++;
		break;
	case ')':
		if (state->parens > 0)
			state->parens--;
		if (!state->braces && !state->parens && state->name != NONE &&
		    state->close == NONE)
			state->close = i;
		break;
	case '{':
		open_brace(lex, state, i);
		break;
	case '}':
		close_brace(lex, state, i);
		break;
	case ';':
		if (!state->braces)
			reset(state);
		break;
	case '=':
		if (!state->braces && !state->parens)
			state->init = true;
		break;
	}
}

void ks_lex_find_functions(KsLex *lex)
{
	g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(State));
	State state = {.name = NONE, .function = NONE, .close = NONE};

	for (guint i = 0; i < lex->lexemes->len; i++) {
		const KsLexeme *lexeme = ks_lex_at(lex, i);

		if (lexeme->kind == KS_LEX_DIRECTIVE)
			conditional(lex, &state, stack, i);
		else if (!(lexeme->flags &
			   (KS_LEX_IN_DEFINE | KS_LEX_IN_DIRECTIVE |
			    KS_LEX_DISABLED)))
			walk(lex, &state, i);
	}
}
