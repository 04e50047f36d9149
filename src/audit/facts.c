// SPDX-License-Identifier: GPL-2.0
#include "audit/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static void expr_free(gpointer expr)
{
	ks_expr_free(expr);
}

static void call_free(gpointer data)
{
	KsCall *call = data;

	g_free(call->file);
	g_free(call->spelled);
	g_clear_pointer(&call->callee, ks_expr_free);
	g_clear_pointer(&call->guard, ks_expr_free);
	g_ptr_array_unref(call->args);
	g_free(call);
}

static void set_free(gpointer data)
{
	KsSet *set = data;

	g_free(set->file);
	g_clear_pointer(&set->place, ks_expr_free);
	g_clear_pointer(&set->value, ks_expr_free);
	g_free(set);
}

static void function_free(gpointer data)
{
	KsFunction *function = data;

	g_free(function->key);
	g_free(function->name);
	g_free(function->file);
	g_ptr_array_unref(function->params);
	g_ptr_array_unref(function->calls);
	g_ptr_array_unref(function->sets);
	g_ptr_array_unref(function->rets);
	g_free(function);
}

static void parse_error_free(gpointer data)
{
	KsParseError *error = data;

	g_free(error->file);
	g_free(error->text);
	g_free(error);
}

void ks_facts_free(KsFacts *facts)
{
	g_ptr_array_unref(facts->deps);
	g_ptr_array_unref(facts->errors);
	g_ptr_array_unref(facts->functions);
	g_ptr_array_unref(facts->sets);
	g_free(facts);
}

/* The text under way. */
typedef struct {
	KsFacts *facts;
	KsFunction *function; /* NULL: outside of one */
	GPtrArray *outside; /* KsCall of initialisers: constants, never run */
	KsCall *call; /* that still waits for arguments, or NULL */
	guint args; /* so many */
	bool ended;
	char **fields; /* of the line, without its name */
	guint n;
} Parser;

static const char *field(const Parser *parser, guint i)
{
	return parser->fields[i];
}

static int number(const Parser *parser, guint i)
{
	return atoi(field(parser, i));
}

static bool read_dep(Parser *parser)
{
	g_ptr_array_add(parser->facts->deps, g_strdup(field(parser, 0)));
	return true;
}

static bool read_error(Parser *parser)
{
	KsParseError *error = g_new0(KsParseError, 1);

	*error = (KsParseError){.file = g_strdup(field(parser, 0)),
				.line = number(parser, 1),
				.text = g_strdup(field(parser, 2))};
	g_ptr_array_add(parser->facts->errors, error);
	return true;
}

static bool read_func(Parser *parser)
{
	KsFunction *function = g_new0(KsFunction, 1);

	function->key = g_strdup(field(parser, 0));
	function->name = g_strdup(field(parser, 1));
	function->file = g_strdup(field(parser, 2));
	function->line = number(parser, 3);
	function->is_static = strchr(field(parser, 4), 's') != NULL;
	function->params = g_ptr_array_new_with_free_func(g_free);
	function->calls = g_ptr_array_new_with_free_func(call_free);
	function->sets = g_ptr_array_new_with_free_func(set_free);
	function->rets = g_ptr_array_new_with_free_func(expr_free);
	g_ptr_array_add(parser->facts->functions, function);
	if (parser->function)
		return false;
	parser->function = function;
	return true;
}

static bool read_param(Parser *parser)
{
	if (!parser->function ||
	    number(parser, 0) != (int)parser->function->params->len)
		return false;
	if (parser->function->params->len < 64 &&
	    !strchr(field(parser, 2), '*'))
		parser->function->numbers |= 1ULL
					     << parser->function->params->len;
	g_ptr_array_add(parser->function->params, g_strdup(field(parser, 1)));
	return true;
}

static bool read_call(Parser *parser)
{
	const char *guard = field(parser, 6);
	KsCall *call;

	call = g_new0(KsCall, 1);
	call->args = g_ptr_array_new_with_free_func(expr_free);
	g_ptr_array_add(parser->function ? parser->function->calls :
					   parser->outside,
			call);
	call->file = g_strdup(field(parser, 0));
	call->line = number(parser, 1);
	call->column = number(parser, 2);
	call->spelled = g_strdup(field(parser, 3));
	call->callee = ks_expr_parse(field(parser, 4));
	call->irqs_off = strchr(field(parser, 5), 'q') != NULL;
	if (!g_str_equal(guard, "-")) {
		call->guard = ks_expr_parse(guard);
		if (!call->guard)
			return false;
	}
	parser->args = number(parser, 7);
	parser->call = parser->args ? call : NULL;
	return call->callee != NULL;
}

static bool read_arg(Parser *parser)
{
	KsExpr *expr = parser->call ? ks_expr_parse(field(parser, 0)) : NULL;

	if (!expr)
		return false;
	g_ptr_array_add(parser->call->args, expr);
	if (parser->call->args->len == parser->args)
		parser->call = NULL;
	return true;
}

static bool read_set(Parser *parser)
{
	KsSet *set = g_new0(KsSet, 1);

	set->file = g_strdup(field(parser, 0));
	set->line = number(parser, 1);
	set->place = ks_expr_parse(field(parser, 2));
	set->value = ks_expr_parse(field(parser, 3));
	g_ptr_array_add(parser->function ? parser->function->sets :
					   parser->facts->sets,
			set);
	return set->place && set->value;
}

static bool read_ret(Parser *parser)
{
	KsExpr *expr = parser->function ? ks_expr_parse(field(parser, 0)) :
					  NULL;

	if (!expr)
		return false;
	g_ptr_array_add(parser->function->rets, expr);
	return true;
}

static bool read_done(Parser *parser)
{
	if (!parser->function)
		return false;
	parser->function = NULL;
	return true;
}

static bool read_end(Parser *parser)
{
	parser->ended = !parser->function;
	return parser->ended;
}

static bool read_version(Parser *parser)
{
	return g_str_equal(field(parser, 0), "1");
}

static const struct {
	const char *name;
	guint fields;
	bool (*read)(Parser *parser);
} records[] = {
	{"facts", 1, read_version}, {"dep", 1, read_dep},
	{"error", 3, read_error},   {"func", 6, read_func},
	{"param", 3, read_param},   {"call", 8, read_call},
	{"arg", 1, read_arg},	    {"set", 4, read_set},
	{"ret", 1, read_ret},	    {"done", 0, read_done},
	{"end", 0, read_end},
};

/* %XX back to the byte. */
static void unescape(char *text)
{
	char *to = text;

	if (!strchr(text, '%'))
		return;
	for (; *text; text++) {
		if (*text == '%' && g_ascii_isxdigit(text[1]) &&
		    g_ascii_isxdigit(text[2])) {
			*to++ = (char)(g_ascii_xdigit_value(text[1]) << 4 |
				       g_ascii_xdigit_value(text[2]));
			text += 2;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

static bool read_line(Parser *parser, const char *line)
{
	g_auto(GStrv) words = g_strsplit(line, "\t", -1);

	parser->n = g_strv_length(words);
	if (!parser->n || parser->ended)
		return false;
	for (guint i = 0; i < parser->n; i++)
		unescape(words[i]);
	parser->fields = words + 1;
	for (guint i = 0; i < G_N_ELEMENTS(records); i++)
		if (g_str_equal(words[0], records[i].name))
			return parser->n == records[i].fields + 1 &&
			       !parser->call == !g_str_equal(words[0], "arg") &&
			       records[i].read(parser);
	return false;
}

GPtrArray *ks_facts_deps(const char *text)
{
	static const char head[] = "dep\t";
	GPtrArray *deps = g_ptr_array_new_with_free_func(g_free);
	const char *line = strchr(text, '\n'); /* the version */

	while (line && g_str_has_prefix(line + 1, head)) {
		const char *path = line + 1 + strlen(head);
		char *dep = g_strndup(path, strcspn(path, "\n"));

		unescape(dep);
		g_ptr_array_add(deps, dep);
		line = strchr(path, '\n');
	}
	return deps;
}

KsFacts *ks_facts_parse(const char *text, const char *unit, GError **error)
{
	g_autoptr(KsFacts) facts = g_new0(KsFacts, 1);
	g_autoptr(GPtrArray)
		outside = g_ptr_array_new_with_free_func(call_free);
	Parser parser = {.facts = facts, .outside = outside};
	const char *end;

	facts->deps = g_ptr_array_new_with_free_func(g_free);
	facts->errors = g_ptr_array_new_with_free_func(parse_error_free);
	facts->functions = g_ptr_array_new_with_free_func(function_free);
	facts->sets = g_ptr_array_new_with_free_func(set_free);
	for (guint line = 1; *text; line++, text = end + 1) {
		g_autofree char *copy = NULL;

		end = strchr(text, '\n');
		copy = end ? g_strndup(text, end - text) : NULL;
		if (!copy || !read_line(&parser, copy)) {
			g_set_error(
				error, KS_ERROR, KS_ERROR_BROKEN,
				"%s: line %u of what kseries-facts printed is not understood: %.80s",
				unit, line, copy ? copy : "(it is cut)");
			return NULL;
		}
	}
	if (parser.ended)
		return g_steal_pointer(&facts);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: what kseries-facts printed ends too early", unit);
	return NULL;
}
