// SPDX-License-Identifier: GPL-2.0
#include "check/mail_lines.h"

#include <stdio.h>
#include <string.h>

struct KsMailLines {
	GArray *lines; /* KsMailLine */
	GPtrArray *files;
	guint last; /* the last line of the last hunk, from 1 */
};

/* Where we are in the diff. */
typedef struct {
	const char *file;
	int line; /* the next one of the patched file */
	int old_left, left; /* lines of the hunk still to come */
	bool removed; /* the line before was one that goes */
} Cursor;

static bool take_hunk(Cursor *at, const char *text)
{
	int start = 0, count = 1, old = 1;

	if (sscanf(text, "@@ -%*d,%d +%d,%d @@", &old, &start, &count) != 3 &&
	    sscanf(text, "@@ -%*d,%d +%d @@", &old, &start) != 2 &&
	    sscanf(text, "@@ -%*d +%d,%d @@", &start, &count) != 2 &&
	    sscanf(text, "@@ -%*d +%d @@", &start) != 1)
		return false;
	at->line = start;
	at->left = count;
	at->old_left = old;
	at->removed = false;
	return true;
}

static void mark_before(GArray *lines)
{
	if (lines->len)
		g_array_index(lines, KsMailLine, lines->len - 1).own = true;
}

static KsMailLine take_hunk_line(KsMailLines *out, Cursor *at, const char *text)
{
	KsMailLine line = {.file = at->file, .line = at->line};

	switch (*text) {
	case '+':
		line.own = true;
		at->line++;
		at->left--;
		break;
	case '-':
		line.own = true;
		line.line = 0;
		if (!at->removed)
			mark_before(out->lines);
		at->old_left--;
		break;
	case '\\':
		break;
	default:
		line.own = at->removed;
		at->line++;
		at->left--;
		at->old_left--;
	}
	at->removed = *text == '-';
	return line;
}

static const char *take_file(KsMailLines *out, const char *text)
{
	const char *path = text + strlen("+++ ");
	const char *end = strchrnul(path, '\t');

	if (g_str_has_prefix(path, "b/"))
		path += 2;
	g_ptr_array_add(out->files, g_strndup(path, end - path));
	return out->files->pdata[out->files->len - 1];
}

KsMailLines *ks_mail_lines_new(const char *mail)
{
	KsMailLines *out = g_new0(KsMailLines, 1);
	g_auto(GStrv) texts = g_strsplit(mail, "\n", -1);
	Cursor at = {0};

	out->lines = g_array_new(FALSE, TRUE, sizeof(KsMailLine));
	out->files = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; texts[i]; i++) {
		KsMailLine line = {.own = true};

		if (at.left > 0 || at.old_left > 0) {
			line = take_hunk_line(out, &at, texts[i]);
			out->last = i + 1;
		} else if (g_str_has_prefix(texts[i], "+++ ")) {
			at.file = take_file(out, texts[i]);
		} else if (at.file) {
			take_hunk(&at, texts[i]);
		}
		g_array_append_val(out->lines, line);
	}
	return out;
}

void ks_mail_lines_free(KsMailLines *lines)
{
	g_array_unref(lines->lines);
	g_ptr_array_unref(lines->files);
	g_free(lines);
}

KsMailLine ks_mail_line(const KsMailLines *lines, guint number)
{
	if (number >= 1 && number <= lines->last)
		return g_array_index(lines->lines, KsMailLine, number - 1);
	return (KsMailLine){.own = true};
}
