// SPDX-License-Identifier: GPL-2.0
#include "check/touched.h"

#include <stdio.h>

#include "tree/git.h"

static char *read_source(const KsContext *context, const char *commit,
			 const char *file, GError **error)
{
	g_autofree char *name = g_strconcat(commit, ":", file, NULL);
	g_autoptr(GBytes) blob = ks_git_read_one(context, name, error);
	gsize size;
	const char *data = blob ? g_bytes_get_data(blob, &size) : NULL;

	return blob ? g_strndup(data, size) : NULL;
}

static bool range_in(const char *source, KsLines lines, const char *function)
{
	for (int line = lines.start; line < lines.start + lines.count; line++) {
		g_autofree char *name = ks_function_at(source, line);

		if (g_str_equal(name, function))
			return true;
	}
	return false;
}

/* "@@ -START[,COUNT] +START[,COUNT] @@" */
static bool parse_hunk(const char *line, KsLines *before, KsLines *after)
{
	g_auto(GStrv) words = g_strsplit(line, " ", 4);

	if (g_strv_length(words) < 3 || !g_str_equal(words[0], "@@"))
		return false;
	*before = *after = (KsLines){.count = 1};
	return sscanf(words[1], "-%d,%d", &before->start, &before->count) > 0 &&
	       sscanf(words[2], "+%d,%d", &after->start, &after->count) > 0;
}

GArray *ks_patch_hunks(const KsContext *context, const KsPatch *patch,
		       const char *file, GError **error)
{
	g_autofree char *diff = ks_git(context, error, "diff-tree", "-p", "-U0",
				       patch->parent, patch->commit, "--", file,
				       NULL);
	g_auto(GStrv) lines = diff ? g_strsplit(diff, "\n", -1) : NULL;
	GArray *hunks = diff ? g_array_new(FALSE, FALSE, sizeof(KsHunk)) : NULL;

	for (guint i = 0; hunks && lines[i]; i++) {
		KsHunk hunk;

		if (parse_hunk(lines[i], &hunk.before, &hunk.after))
			g_array_append_val(hunks, hunk);
	}
	return hunks;
}

bool ks_patch_touches(const KsContext *context, const KsPatch *patch,
		      const char *file, const char *function, bool *touches,
		      GError **error)
{
	g_autoptr(GArray) hunks = ks_patch_hunks(context, patch, file, error);
	g_autofree char *old = NULL, *new = NULL;

	*touches = false;
	if (!hunks)
		return false;
	if (!hunks->len)
		return true;
	old = read_source(context, patch->parent, file, error);
	new = old ? read_source(context, patch->commit, file, error) : NULL;
	if (!new)
		return false;
	for (guint i = 0; i < hunks->len && !*touches; i++) {
		KsHunk hunk = g_array_index(hunks, KsHunk, i);

		*touches = range_in(old, hunk.before, function) ||
			   range_in(new, hunk.after, function);
	}
	return true;
}
