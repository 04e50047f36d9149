// SPDX-License-Identifier: GPL-2.0
#include "series/kdoc.h"

#include <stdbool.h>
#include <string.h>

/* A comment in an array of lines: from the one with its opening to its end. */
typedef struct {
	guint first, last;
} Comment;

/* What follows the " * " of a comment's line, or NULL if it has none. */
static const char *content(const char *line)
{
	line += strspn(line, " \t");
	if (*line != '*' || line[1] == '/')
		return NULL;
	return line + 1 + strspn(line + 1, " \t");
}

/* Whether the line is "@name:", or any "@...:" if @name is NULL. */
static bool describes(const char *line, const char *name)
{
	const char *at = content(line);
	gsize len;

	if (!at || *at != '@')
		return false;
	at++;
	len = strcspn(at, ": \t");
	if (name && (strlen(name) != len || strncmp(at, name, len)))
		return false;
	return at[len + strspn(at + len, " \t")] == ':';
}

/* Whether the line goes on with the description above it. */
static bool continues(const char *line)
{
	const char *at = content(line);
	const char *colon;

	if (!at || !*at || *at == '@' || strstr(at, "*/"))
		return false;
	/* "Return:", "Context:" and other sections begin something new */
	colon = strchr(at, ':');
	return !colon || strcspn(at, " \t") < (gsize)(colon - at);
}

/* Whether the comment's line of the name is about @function. */
static bool names(const char *line, const char *function)
{
	const char *at = content(line);
	gsize len = strlen(function);

	if (!at)
		return false;
	if (g_str_has_prefix(at, "function "))
		at += strlen("function ");
	if (strncmp(at, function, len))
		return false;
	at += len;
	return !*at || strchr(" \t(:-\r", *at);
}

/*
 * The kernel-doc of @function that begins at or behind @from.  Its name stands
 * on the first line behind the opening.
 */
static bool find(char **lines, guint from, const char *function,
		 Comment *comment)
{
	for (guint i = from; lines[i]; i++) {
		const char *line = lines[i] + strspn(lines[i], " \t");

		if (strncmp(line, "/**", 3) || line[3] == '*' ||
		    !lines[i + 1] || !names(lines[i + 1], function))
			continue;
		comment->first = i;
		while (lines[i] && !strstr(lines[i], "*/"))
			i++;
		if (!lines[i])
			return false;
		comment->last = i;
		return true;
	}
	return false;
}

static guint column_of(const char *text, gsize len)
{
	guint column = 0;

	for (gsize i = 0; i < len; i++)
		column = text[i] == '\t' ? (column / 8 + 1) * 8 : column + 1;
	return column;
}

/*
 * " * @param: description" as @like has it: the same white space in front, and
 * the description in the same column where that is one of a table.
 */
static char *line_like(const char *like, const char *param,
		       const char *description)
{
	const char *star = strchr(like, '*');
	const char *at = strchr(like, '@');
	const char *colon = at ? strchr(at, ':') : NULL;
	gsize gap = colon ? strspn(colon + 1, " \t") : 1;
	GString *line = g_string_new_len(like, (at ? at : star + 1) - like);
	guint column;

	if (!at)
		g_string_append_c(line, ' ');
	g_string_append_printf(line, "@%s:", param);
	if (!colon || gap <= 1 || !colon[1 + gap]) {
		g_string_append_printf(
			line, colon && colon[1] == '\t' ? "\t%s" : " %s",
			description);
		return g_string_free(line, FALSE);
	}
	column = column_of(like, colon + 1 + gap - like);
	if (memchr(colon + 1, '\t', gap))
		while (column_of(line->str, line->len) / 8 < column / 8)
			g_string_append_c(line, '\t');
	while (column_of(line->str, line->len) < column)
		g_string_append_c(line, ' ');
	if (!g_ascii_isspace(line->str[line->len - 1]))
		g_string_append_c(line, ' ');
	g_string_append(line, description);
	return g_string_free(line, FALSE);
}

/* Where a new parameter goes: behind this line. */
static guint last_param(char **lines, const Comment *comment, guint *like)
{
	guint at = comment->first + 1;

	*like = at;
	for (guint i = at; i < comment->last; i++) {
		if (!describes(lines[i], NULL))
			continue;
		*like = i;
		at = i;
		while (at + 1 < comment->last && continues(lines[at + 1]))
			at++;
	}
	return at;
}

static guint param_line(char **lines, const Comment *comment, const char *param)
{
	for (guint i = comment->first + 1; i < comment->last; i++)
		if (describes(lines[i], param))
			return i;
	return 0;
}

static char **split(GBytes *text)
{
	gsize len;
	const char *data = g_bytes_get_data(text, &len);
	g_autofree char *copy = g_strndup(data ? data : "", len);

	/* what is no text is not ours to change */
	if (strlen(copy) != len)
		return NULL;
	return g_strsplit(copy, "\n", -1);
}

static GBytes *join(GPtrArray *lines)
{
	char *text;

	g_ptr_array_add(lines, NULL);
	text = g_strjoinv("\n", (char **)lines->pdata);
	return g_bytes_new_take(text, strlen(text));
}

GBytes *ks_kdoc_add(GBytes *text, const char *function, const char *param,
		    const char *description)
{
	g_auto(GStrv) lines = split(text);
	g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(g_free);
	Comment comment = {0};
	guint done = 0, like;

	while (lines &&
	       find(lines, comment.last + (done > 0), function, &comment)) {
		guint at = last_param(lines, &comment, &like);

		if (!param_line(lines, &comment, param)) {
			for (; done <= at; done++)
				g_ptr_array_add(out, g_strdup(lines[done]));
			g_ptr_array_add(out, line_like(lines[like], param,
						       description));
		}
		for (; done <= comment.last; done++)
			g_ptr_array_add(out, g_strdup(lines[done]));
	}
	if (!done)
		return g_bytes_ref(text);
	for (; lines[done]; done++)
		g_ptr_array_add(out, g_strdup(lines[done]));
	return join(out);
}

GBytes *ks_kdoc_remove(GBytes *text, const char *function, const char *param)
{
	g_auto(GStrv) lines = split(text);
	g_autoptr(GPtrArray) out = g_ptr_array_new_with_free_func(g_free);
	Comment comment = {0};
	guint done = 0;

	while (lines &&
	       find(lines, comment.last + (done > 0), function, &comment)) {
		guint at = param_line(lines, &comment, param);

		for (; at && done < at; done++)
			g_ptr_array_add(out, g_strdup(lines[done]));
		if (at)
			do
				done++;
			while (done < comment.last && continues(lines[done]));
		for (; done <= comment.last; done++)
			g_ptr_array_add(out, g_strdup(lines[done]));
	}
	if (!done)
		return g_bytes_ref(text);
	for (; lines[done]; done++)
		g_ptr_array_add(out, g_strdup(lines[done]));
	return join(out);
}
