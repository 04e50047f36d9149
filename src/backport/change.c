// SPDX-License-Identifier: GPL-2.0
#include "backport/change.h"

#include <stdio.h>
#include <string.h>

#include "backport/cut.h"
#include "base/error.h"
#include "series/lex.h"
#include "tree/git.h"

static void file_free(gpointer data)
{
	KsChangeFile *file = data;

	g_free(file->path);
	g_clear_pointer(&file->before, g_bytes_unref);
	g_clear_pointer(&file->after, g_bytes_unref);
	g_array_unref(file->regions);
	g_free(file);
}

GPtrArray *ks_change_files_new(void)
{
	return g_ptr_array_new_with_free_func(file_free);
}

KsChangeFile *ks_change_files_add(GPtrArray *files, const char *path,
				  GBytes *before, GBytes *after)
{
	KsChangeFile *file = g_new0(KsChangeFile, 1);

	file->path = g_strdup(path);
	file->before = before ? g_bytes_ref(before) : NULL;
	file->after = after ? g_bytes_ref(after) : NULL;
	file->regions = g_array_new(FALSE, FALSE, sizeof(KsRegion));
	g_ptr_array_add(files, file);
	return file;
}

static void change_free(gpointer data)
{
	KsChange *change = data;

	g_free(change->title);
	g_free(change->commit);
	g_free(change->base);
	g_ptr_array_unref(change->files);
	g_free(change);
}

static KsChange *change_new(const char *base)
{
	KsChange *change = g_new0(KsChange, 1);

	change->base = g_strdup(base);
	change->files = ks_change_files_new();
	return change;
}

GBytes *ks_change_splice(GBytes *text, gsize at, gsize len, GBytes *by)
{
	gsize size, by_size;
	const char *bytes = g_bytes_get_data(text, &size);
	const char *by_bytes = g_bytes_get_data(by, &by_size);
	GString *out = g_string_sized_new(size + by_size);

	g_string_append_len(out, bytes, at);
	g_string_append_len(out, by_bytes, by_size);
	g_string_append_len(out, bytes + at + len, size - at - len);
	return g_string_free_to_bytes(out);
}

/* Where line @line (from 1) begins; the text's end if there is none. */
static gsize offset_of(GBytes *text, guint line)
{
	gsize size, at = 0;
	const char *bytes = text ? g_bytes_get_data(text, &size) : NULL;

	for (guint i = 1; bytes && i < line && at < size; i++) {
		const char *end = memchr(bytes + at, '\n', size - at);

		at = end ? (gsize)(end - bytes) + 1 : size;
	}
	return bytes ? at : 0;
}

/* A hunk of no lines stands behind the line that it names. */
static void measure(GBytes *text, guint line, guint count, gsize *at,
		    gsize *len)
{
	guint first = count ? line : line + 1;

	*at = offset_of(text, first);
	*len = offset_of(text, first + count) - *at;
}

static KsRegion region_of(const KsHunk *hunk, GBytes *before, GBytes *after)
{
	KsRegion region;

	measure(before, hunk->before, hunk->before_len, &region.before,
		&region.before_len);
	measure(after, hunk->after, hunk->after_len, &region.after,
		&region.after_len);
	return region;
}

/* Both texts of each hunk's file: twice as many as there are hunks. */
static GPtrArray *read_texts(const KsContext *context, GPtrArray *hunks,
			     const char *from, const char *to, GError **error)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < hunks->len; i++) {
		const KsHunk *hunk = hunks->pdata[i];

		g_ptr_array_add(names,
				g_strconcat(from, ":", hunk->path, NULL));
		g_ptr_array_add(names, g_strconcat(to, ":", hunk->path, NULL));
	}
	g_ptr_array_add(names, NULL);
	return ks_git_read(context, (const char *const *)names->pdata, error);
}

/* "PATH: function()", or "PATH:LINE" outside of all. */
static char *title_of(const KsHunk *hunk, GBytes *before)
{
	g_autoptr(KsLex) lex = before ? ks_lex_new(before) : NULL;

	if (!before)
		return g_strdup_printf("%s: a new file", hunk->path);
	for (guint i = 0; i < lex->functions->len; i++) {
		const KsLexFunction *function = ks_lex_function(lex, i);

		if (ks_lex_at(lex, function->name)->line <= hunk->first &&
		    ks_lex_at(lex, function->end)->line >= hunk->first) {
			g_autofree char *name =
				ks_lex_spell(lex, function->name);

			return g_strdup_printf("%s: %s()", hunk->path, name);
		}
	}
	return g_strdup_printf("%s:%u", hunk->path, hunk->first);
}

/* One function's part of the difference of a file. */
static KsChange *part(const KsHunk *hunk, const char *base, GBytes *before,
		      GBytes *after)
{
	KsChange *change = change_new(base);
	KsRegion region = region_of(hunk, before, after);
	g_autoptr(GBytes) all = NULL;
	KsChangeFile *file;

	change->title = title_of(hunk, before);
	if (before && after) {
		g_autoptr(GBytes) lines = g_bytes_new_from_bytes(
			after, region.after, region.after_len);

		all = ks_change_splice(before, region.before, region.before_len,
				       lines);
		region.after = region.before;
	} else if (after) {
		all = g_bytes_ref(after);
	}
	file = ks_change_files_add(change->files, hunk->path, before, all);
	g_array_append_val(file->regions, region);
	return change;
}

static GPtrArray *cut_snapshots(KsContext *context, const char *from,
				const char *to, const KsFamily *family,
				GError **error)
{
	g_auto(GStrv) paths = ks_git_changed(context, from, to, error);
	g_autoptr(GPtrArray) ours = g_ptr_array_new();
	g_autoptr(GPtrArray) hunks = NULL, texts = NULL;
	GPtrArray *changes;

	for (char **path = paths; path && *path; path++)
		if (ks_family_owns(family, *path))
			g_ptr_array_add(ours, *path);
	g_ptr_array_add(ours, NULL);
	if (!paths)
		return NULL;
	if (ours->len == 1)
		return g_ptr_array_new_with_free_func(change_free);
	hunks = ks_cut(context, from, to, (const char *const *)ours->pdata,
		       error);
	texts = hunks ? read_texts(context, hunks, from, to, error) : NULL;
	if (!texts)
		return NULL;
	changes = g_ptr_array_new_with_free_func(change_free);
	for (guint i = 0; i < hunks->len; i++)
		g_ptr_array_add(changes,
				part(hunks->pdata[i], from, texts->pdata[2 * i],
				     texts->pdata[2 * i + 1]));
	return changes;
}

static void fill(const KsChange *change, GPtrArray *hunks, GPtrArray *texts)
{
	KsChangeFile *file = NULL;

	for (guint i = 0; i < hunks->len; i++) {
		const KsHunk *hunk = hunks->pdata[i];
		GBytes *before = texts->pdata[2 * i];
		GBytes *after = texts->pdata[2 * i + 1];
		KsRegion region = region_of(hunk, before, after);

		if (!file || strcmp(file->path, hunk->path) != 0)
			file = ks_change_files_add(change->files, hunk->path,
						   before, after);
		g_array_append_val(file->regions, region);
	}
}

static bool touches(GPtrArray *hunks, const KsFamily *family)
{
	for (guint i = 0; i < hunks->len; i++)
		if (ks_family_owns(family, ((KsHunk *)hunks->pdata[i])->path))
			return true;
	return false;
}

/* Append the change of @commit unless it is not the family's. */
static bool add_commit(KsContext *context, const char *commit,
		       const KsFamily *family, GPtrArray *changes,
		       GError **error)
{
	g_autofree char *line = ks_git(context, error, "show", "-s",
				       "--format=%P%n%s", commit, NULL);
	g_autoptr(GPtrArray) hunks = NULL, texts = NULL;
	char *subject = line ? strchr(line, '\n') : NULL;
	KsChange *change;

	if (!subject)
		return false;
	*subject++ = '\0';
	if (strlen(line) != 40) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s has %s: name a commit that changes something, "
			    "or a range",
			    commit, *line ? "several parents" : "no parent");
		return false;
	}
	hunks = ks_cut(context, line, commit, NULL, error);
	if (hunks && family && !touches(hunks, family))
		return true;
	texts = hunks ? read_texts(context, hunks, line, commit, error) : NULL;
	if (!texts)
		return false;
	change = change_new(line);
	change->commit = g_strdup(commit);
	change->title = g_strdup(subject);
	fill(change, hunks, texts);
	g_ptr_array_add(changes, change);
	return true;
}

GPtrArray *ks_changes_read(KsContext *context, char **commits,
			   const KsFamily *family, GError **error)
{
	g_autoptr(GPtrArray)
		changes = g_ptr_array_new_with_free_func(change_free);

	for (; *commits; commits++)
		if (**commits &&
		    !add_commit(context, *commits, family, changes, error))
			return NULL;
	return g_steal_pointer(&changes);
}

static GPtrArray *read_list(KsContext *context, const char *list,
			    const KsFamily *family, GError **error)
{
	g_auto(GStrv) commits = g_strsplit(list, "\n", -1);

	return ks_changes_read(context, commits, family, error);
}

/* The commit that @name means: a tree's, or as git takes it. */
static char *resolve(KsContext *context, const char *name, GError **error)
{
	g_autofree char *tree = g_strdup_printf("refs/trees/%s^{commit}", name);
	g_autofree char *other = g_strconcat(name, "^{commit}", NULL);
	char *commit = ks_git(context, NULL, "rev-parse", "--verify", "--quiet",
			      "--end-of-options", tree, NULL);

	if (!commit)
		commit = ks_git(context, NULL, "rev-parse", "--verify",
				"--quiet", "--end-of-options", other, NULL);
	if (!commit)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: neither a series (series/), nor a tree "
			    "(kseries tree list), nor a commit that a tree's "
			    "history has",
			    name);
	return commit;
}

static GPtrArray *find_range(KsContext *context, const char *from,
			     const char *to, const KsFamily *family,
			     GError **error)
{
	g_autofree char *a = resolve(context, from, error);
	g_autofree char *b = a ? resolve(context, to, error) : NULL;
	g_autofree char *common = NULL, *range = NULL, *list = NULL;

	if (!b)
		return NULL;
	common = ks_git(context, NULL, "merge-base", a, b, NULL);
	if (common) {
		range = g_strdup_printf("%s..%s", a, b);
		list = ks_git(context, error, "rev-list", "--reverse",
			      "--no-merges", "--topo-order", range, NULL);
		return list ? read_list(context, list, family, error) : NULL;
	}
	if (family)
		return cut_snapshots(context, a, b, family, error);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s and %s have no common history: their difference is "
		    "cut into changes of one family, name it with --family",
		    from, to);
	return NULL;
}

GPtrArray *ks_changes_find(KsContext *context, const char *what,
			   const KsFamily *family, GError **error)
{
	const char *dots = strstr(what, "..");
	g_autoptr(GPtrArray) changes = NULL;

	if (dots) {
		g_autofree char *from = g_strndup(what, dots - what);

		changes = find_range(context, from, dots + 2, family, error);
	} else {
		g_autofree char *commit = resolve(context, what, error);

		changes = commit ? read_list(context, commit, family, error) :
				   NULL;
	}
	if (changes && !changes->len) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s changes nothing%s%s", what,
			    family ? " of " : "", family ? family->name : "");
		return NULL;
	}
	return g_steal_pointer(&changes);
}
