// SPDX-License-Identifier: GPL-2.0
#include "backport/merge.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "tree/git.h"

static void conflict_free(gpointer data)
{
	KsMergeConflict *conflict = data;

	g_free(conflict->path);
	g_free(conflict->kind);
	g_clear_pointer(&conflict->ours, g_bytes_unref);
	g_clear_pointer(&conflict->base, g_bytes_unref);
	g_clear_pointer(&conflict->theirs, g_bytes_unref);
	g_free(conflict);
}

void ks_merge_free(KsMerge *merge)
{
	if (!merge)
		return;
	g_free(merge->tree);
	g_ptr_array_unref(merge->conflicts);
	g_free(merge);
}

static void put_files(GString *out, GPtrArray *files, bool after)
{
	for (guint i = 0; i < files->len; i++) {
		const KsChangeFile *file = files->pdata[i];
		GBytes *text = after ? file->after : file->before;
		gsize size;
		const char *bytes = text ? g_bytes_get_data(text, &size) : NULL;

		if (!text) {
			g_string_append_printf(out, "D %s\n", file->path);
			continue;
		}
		g_string_append_printf(out,
				       "M 100644 inline %s\n"
				       "data %" G_GSIZE_FORMAT "\n",
				       file->path, size);
		g_string_append_len(out, bytes, size);
		g_string_append_c(out, '\n');
	}
}

static void begin(GString *out, const char *ref, guint mark, const char *parent)
{
	g_string_append_printf(
		out,
		"commit %s\nmark :%u\ncommitter kseries <kseries@localhost> 0 "
		"+0000\ndata 0\nfrom %s\n",
		ref, mark, parent);
}

/*
 * merge-tree takes commits and looks for what they have in common, so all
 * three sides become commits: base, theirs and ours on top of it.
 */
static bool write_sides(const KsContext *context, const char *base,
			GPtrArray *files, const char *ours, char ***sides,
			GError **error)
{
	g_autofree char *ref =
		g_strdup_printf("refs/kseries/merge-%p", (void *)files);
	const char *argv[] = {"fast-import", "--quiet", "--force", "--done",
			      NULL};
	g_autofree char *tree = g_strconcat(ours, "^{tree}", NULL);
	g_autofree char *id =
		ks_git(context, error, "rev-parse", "--verify", tree, NULL);
	g_auto(KsChildResult) result = {0};
	g_autoptr(GBytes) input = NULL;
	GString *out;

	if (!id)
		return false;
	out = g_string_new(NULL);
	begin(out, ref, 1, base);
	put_files(out, files, false);
	begin(out, ref, 2, ":1");
	put_files(out, files, true);
	begin(out, ref, 3, ":1");
	g_string_append_printf(out,
			       "M 040000 %s \n\nget-mark :2\nget-mark :3\n"
			       "reset %s\nfrom %040d\n\ndone\n",
			       id, ref, 0);
	input = g_string_free_to_bytes(out);
	if (!ks_git_run(context, argv, NULL, input, &result, error))
		return false;
	*sides = g_strsplit(result.out->str, "\n", 3);
	if (g_strv_length(*sides) == 3)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "git fast-import: no ids of the commits to merge");
	return false;
}

/* What stands from @from up to the next line that begins with @marker. */
static const char *until(const char *from, const char *marker, GBytes **part)
{
	const char *at = from;

	while (at && !g_str_has_prefix(at, marker)) {
		at = strchr(at, '\n');
		at = at ? at + 1 : NULL;
	}
	if (!at)
		return NULL;
	*part = g_bytes_new(from, at - from);
	at = strchr(at, '\n');
	return at ? at + 1 : NULL;
}

static guint lines_of(const char *text, gsize len)
{
	guint lines = 0;

	for (gsize i = 0; i < len; i++)
		lines += text[i] == '\n';
	return lines;
}

static KsMergeConflict *add(KsMerge *merge, const char *path, const char *kind)
{
	KsMergeConflict *conflict = g_new0(KsMergeConflict, 1);

	conflict->path = g_strdup(path);
	conflict->kind = g_strdup(kind);
	g_ptr_array_add(merge->conflicts, conflict);
	return conflict;
}

/*
 * The conflicts between the markers of @text.  Lines are counted as the
 * target's: without what the others have there.
 */
static bool read_markers(KsMerge *merge, const char *path, const char *text)
{
	guint line = 1;

	for (const char *at = text; at && *at;) {
		const char *next = strchr(at, '\n');
		KsMergeConflict *conflict;
		gsize size;
		const char *ours;

		next = next ? next + 1 : at + strlen(at);
		if (!g_str_has_prefix(at, "<<<<<<< ")) {
			line++;
			at = next;
			continue;
		}
		conflict = add(merge, path, "contents");
		conflict->line = line;
		at = until(next, "||||||| ", &conflict->ours);
		at = at ? until(at, "=======\n", &conflict->base) : NULL;
		at = at ? until(at, ">>>>>>> ", &conflict->theirs) : NULL;
		if (!conflict->theirs)
			return false;
		ours = g_bytes_get_data(conflict->ours, &size);
		line += lines_of(ours, size);
	}
	return true;
}

static bool add_contents(const KsContext *context, KsMerge *merge,
			 const char *path, GError **error)
{
	g_autofree char *name = g_strconcat(merge->tree, ":", path, NULL);
	g_autoptr(GBytes) bytes = ks_git_read_one(context, name, error);
	g_autofree char *text = NULL;
	gsize size;
	const char *data;

	if (!bytes)
		return false;
	data = g_bytes_get_data(bytes, &size);
	text = g_strndup(data, size);
	if (read_markers(merge, path, text))
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "git merge-tree: %s: markers that do not end", path);
	return false;
}

/* Where the string behind the one at @at begins; NULL behind @end. */
static const char *skip(const char *at, const char *end)
{
	return at && at < end ? at + strlen(at) + 1 : NULL;
}

/*
 * Behind the tree: "MODE ID STAGE\tPATH" of each side of each conflict, an
 * empty string, and messages of a count of paths, as many paths, a type, a text
 * (git-merge-tree(1), -z).
 */
static bool read_messages(const KsContext *context, KsMerge *merge,
			  const char *at, const char *end, GError **error)
{
	const char prefix[] = "CONFLICT (";

	while (at && at < end && *at)
		at = skip(at, end);
	at = skip(at, end);
	while (at && at < end) {
		guint paths = strtoul(at, NULL, 10);
		const char *path = skip(at, end);
		g_autofree char *kind = NULL;
		const char *type = path;

		for (guint i = 0; i < paths; i++)
			type = skip(type, end);
		at = skip(skip(type, end), end);
		if (!at)
			break;
		if (!g_str_has_prefix(type, prefix))
			continue;
		kind = g_strdup(type + strlen(prefix));
		kind[strcspn(kind, ")")] = '\0';
		if (!g_str_equal(kind, "contents"))
			add(merge, path, kind);
		else if (!add_contents(context, merge, path, error))
			return false;
	}
	return true;
}

KsMerge *ks_merge(const KsContext *context, const char *base, GPtrArray *files,
		  const char *ours, GError **error)
{
	g_auto(GStrv) sides = NULL;
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) local = NULL;
	g_autoptr(KsMerge) merge = g_new0(KsMerge, 1);
	const char *at, *end;

	merge->conflicts = g_ptr_array_new_with_free_func(conflict_free);
	if (!write_sides(context, base, files, ours, &sides, error))
		return NULL;
	const char *argv[] = {"-c",	    "merge.conflictStyle=diff3",
			      "merge-tree", "--write-tree",
			      "-z",	    "--messages",
			      sides[1],	    sides[0],
			      NULL};
	/* 1: merged, with conflicts */
	if (!ks_git_run(context, argv, NULL, NULL, &result, &local) &&
	    result.status != 1) {
		g_propagate_error(error, g_steal_pointer(&local));
		return NULL;
	}
	at = result.out->str;
	end = at + result.out->len;
	merge->tree = g_strdup(at);
	if (!read_messages(context, merge, skip(at, end), end, error))
		return NULL;
	if ((result.status == 1) == (merge->conflicts->len != 0))
		return g_steal_pointer(&merge);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "git merge-tree ended with %d and named %u conflicts",
		    result.status, merge->conflicts->len);
	return NULL;
}
