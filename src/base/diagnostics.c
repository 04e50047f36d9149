// SPDX-License-Identifier: GPL-2.0
#include "base/finding.h"

#include <stdlib.h>
#include <string.h>

/* What is kept while the output of a build is read line by line. */
typedef struct {
	const char *tool;
	const char *tree;
	GPtrArray *findings;
	KsFinding *last; /* what a continuation line belongs to */
	char *function; /* as "In function" said last ... */
	char *function_file;
	GRegex *located, *continued, *in_function, *plain, *modpost;
	GRegex *position, *offset, *line_number;
} Parser;

static GRegex *compile(const char *pattern)
{
	return g_regex_new(pattern, G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, NULL);
}

static void parser_init(Parser *parser, const char *tool, const char *tree)
{
	*parser = (Parser){.tool = tool, .tree = tree};
	parser->findings = ks_findings_new();
	parser->located = compile("^([^\\s:][^:]*):(\\d+):(?:(\\d+):)? "
				  "(fatal error|error|warning): (.*)$");
	/* sparse: "file:line:column:    expected restricted __le32 ..." */
	parser->continued =
		compile("^([^\\s:][^:]*):(\\d+):(\\d+):  +(\\S.*)$");
	parser->in_function =
		compile("^([^\\s:][^:]*): In function '([^']+)'[,:]");
	parser->plain = compile("^([^\\s:][^:]*): (error|warning): (.*)$");
	parser->modpost = compile("^(WARNING|ERROR): modpost: (.*)$");
	parser->position = compile("([\\w/.+-]+\\.[chS]):\\d+(?::\\d+)?");
	parser->offset = compile("\\+0x[0-9a-f]+(?:/0x[0-9a-f]+)?");
	parser->line_number = compile("\\bline \\d+");
}

static void parser_clear(Parser *parser)
{
	g_free(parser->function);
	g_free(parser->function_file);
	g_regex_unref(parser->located);
	g_regex_unref(parser->continued);
	g_regex_unref(parser->in_function);
	g_regex_unref(parser->plain);
	g_regex_unref(parser->modpost);
	g_regex_unref(parser->position);
	g_regex_unref(parser->offset);
	g_regex_unref(parser->line_number);
}

/* A path as the tree's top sees it. */
static char *relative(const Parser *parser, const char *path)
{
	gsize len = strlen(parser->tree);

	if (strncmp(path, parser->tree, len) == 0 && path[len] == '/')
		path += len + 1;
	while (g_str_has_prefix(path, "./"))
		path += 2;
	return g_strdup(path);
}

static char *replace(GRegex *regex, char *text, const char *with)
{
	char *out = g_regex_replace(regex, text, -1, 0, with, 0, NULL);

	g_free(text);
	return out;
}

/* Take out of a message what moves although the code is the same. */
static char *normalise(const Parser *parser, const char *text)
{
	g_autoptr(GString) plain = g_string_new(text);
	g_autofree char *prefix = g_strconcat(parser->tree, "/", NULL);
	char *out;

	g_string_replace(plain, prefix, "", 0);
	out = g_strdup(plain->str);
	out = replace(parser->position, out, "\\1");
	out = replace(parser->offset, out, "+0x");
	return replace(parser->line_number, out, "line N");
}

static void add(Parser *parser, const char *tool, const char *level,
		const char *file, int line, const char *function,
		const char *text)
{
	g_autofree char *normal = normalise(parser, text);

	parser->last =
		ks_finding_new(tool, level, file, line, function, normal);
	g_ptr_array_add(parser->findings, parser->last);
}

static bool take_located(Parser *parser, const char *line)
{
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *path = NULL, *file = NULL, *row = NULL;
	g_autofree char *level = NULL, *text = NULL;
	bool known;

	if (!g_regex_match(parser->located, line, 0, &match))
		return false;
	path = g_match_info_fetch(match, 1);
	row = g_match_info_fetch(match, 2);
	level = g_match_info_fetch(match, 4);
	text = g_match_info_fetch(match, 5);
	file = relative(parser, path);
	known = parser->function && g_str_equal(parser->function_file, file);
	add(parser, parser->tool,
	    g_str_equal(level, "warning") ? "warning" : "error", file,
	    atoi(row), known ? parser->function : "", text);
	return true;
}

/* "    expected ..." and "    got ..." are part of sparse's message. */
static bool take_continued(Parser *parser, const char *line)
{
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *path = NULL, *file = NULL, *text = NULL;
	g_autofree char *normal = NULL, *old = NULL;

	if (!parser->last || !g_regex_match(parser->continued, line, 0, &match))
		return false;
	path = g_match_info_fetch(match, 1);
	file = relative(parser, path);
	if (!g_str_equal(file, parser->last->file))
		return false;
	text = g_match_info_fetch(match, 4);
	normal = normalise(parser, text);
	old = parser->last->text;
	parser->last->text = g_strconcat(
		old, g_str_has_suffix(old, ":") ? " " : "; ", normal, NULL);
	return true;
}

static bool take_function(Parser *parser, const char *line)
{
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *path = NULL;
	const char *top = strstr(line, ": At top level:");

	if (top) {
		g_clear_pointer(&parser->function, g_free);
		return true;
	}
	if (!g_regex_match(parser->in_function, line, 0, &match))
		return false;
	path = g_match_info_fetch(match, 1);
	g_free(parser->function);
	g_free(parser->function_file);
	parser->function = g_match_info_fetch(match, 2);
	parser->function_file = relative(parser, path);
	parser->last = NULL;
	return true;
}

/* "foo.o: warning: objtool: ..." has a file and no line. */
static bool take_plain(Parser *parser, const char *line)
{
	static const char objtool[] = "objtool: ";
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *path = NULL, *file = NULL, *level = NULL, *text = NULL;
	bool is_objtool;

	/* make speaks of its jobs, not of the code */
	if (g_str_has_prefix(line, "make") ||
	    !g_regex_match(parser->plain, line, 0, &match))
		return false;
	path = g_match_info_fetch(match, 1);
	level = g_match_info_fetch(match, 2);
	text = g_match_info_fetch(match, 3);
	file = relative(parser, path);
	is_objtool = g_str_has_prefix(text, objtool);
	add(parser, is_objtool ? "objtool" : parser->tool, level, file, 0, "",
	    is_objtool ? text + strlen(objtool) : text);
	return true;
}

static bool take_modpost(Parser *parser, const char *line)
{
	g_autoptr(GMatchInfo) match = NULL;
	g_autofree char *level = NULL, *text = NULL;

	if (!g_regex_match(parser->modpost, line, 0, &match))
		return false;
	level = g_match_info_fetch(match, 1);
	text = g_match_info_fetch(match, 2);
	add(parser, "modpost",
	    g_str_equal(level, "ERROR") ? "error" : "warning", "", 0, "", text);
	return true;
}

/* gcc quotes as the locale likes; findings are told in ASCII. */
static char *ascii_quotes(const char *line)
{
	GString *text = g_string_new(line);

	g_string_replace(text, "\xe2\x80\x98", "'", 0);
	g_string_replace(text, "\xe2\x80\x99", "'", 0);
	return g_string_free(text, FALSE);
}

GPtrArray *ks_findings_parse(const char *tool, const char *text,
			     const char *tree)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	Parser parser;

	parser_init(&parser, tool, tree);
	for (guint i = 0; lines[i]; i++) {
		g_autofree char *line = ascii_quotes(lines[i]);

		/* kbuild names the object before its compiler speaks */
		if (g_str_has_prefix(line, "  CC ")) {
			g_clear_pointer(&parser.function, g_free);
			parser.last = NULL;
			continue;
		}
		if (take_modpost(&parser, line) ||
		    take_located(&parser, line) ||
		    take_continued(&parser, line) ||
		    take_function(&parser, line))
			continue;
		take_plain(&parser, line);
	}
	parser_clear(&parser);
	return parser.findings;
}
