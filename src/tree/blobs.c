// SPDX-License-Identifier: GPL-2.0
#include "tree/blobs.h"

#include <string.h>

#include "base/checksum.h"
#include "base/names.h"
#include "tree/filekind.h"
#include "tree/git.h"
#include "tree/raw.h"

/* What a commit makes of a path that it takes away. */
static const char gone[] = "";

typedef struct {
	char *commit;
	char *tree;
	GHashTable *ids; /* path -> id; of the base all, else what differs */
	char *ground;
} Step;

struct KsBlobs {
	GStringChunk *strings;
	GPtrArray *steps; /* Step */
};

static void step_free(gpointer data)
{
	Step *step = data;

	g_free(step->commit);
	g_free(step->tree);
	g_free(step->ground);
	g_hash_table_unref(step->ids);
	g_free(step);
}

static bool is_ground(const char *path)
{
	switch (ks_file_kind(path)) {
	case KS_FILE_MAKEFILE:
	case KS_FILE_KCONFIG:
	case KS_FILE_OTHER:
		return true;
	default:
		return false;
	}
}

static bool is_header(const char *path)
{
	return g_str_has_suffix(path, ".h");
}

/* "MODE TYPE ID\tPATH" NUL, of the whole tree. */
static bool read_base(const KsContext *context, KsBlobs *blobs, Step *step,
		      GError **error)
{
	const char *argv[] = {"ls-tree", "-r", "-z", step->commit, NULL};
	g_auto(KsChildResult) result = {0};
	const char *at, *end;

	if (!ks_git_run(context, argv, NULL, NULL, &result, error))
		return false;
	at = result.out->str;
	end = at + result.out->len;
	for (; at < end; at += strlen(at) + 1) {
		const char *tab = strchr(at, '\t');
		const char *id = tab ? tab - 40 : NULL;

		if (!tab || id < at)
			continue;
		g_hash_table_insert(
			step->ids,
			g_string_chunk_insert(blobs->strings, tab + 1),
			g_string_chunk_insert_len(blobs->strings, id, 40));
	}
	return true;
}

/* A step that is being read. */
typedef struct {
	KsBlobs *blobs;
	Step *step;
} Reading;

static bool add_change(const KsRawChange *change, gpointer data)
{
	const Reading *to = data;
	GStringChunk *strings = to->blobs->strings;

	g_hash_table_insert(
		to->step->ids, g_string_chunk_insert(strings, change->path),
		change->status == 'D' ?
			(char *)gone :
			g_string_chunk_insert(strings, change->new_id));
	return true;
}

static bool read_step(const KsContext *context, KsBlobs *blobs,
		      const char *parent, Step *step, GError **error)
{
	Reading to = {blobs, step};

	return ks_git_raw(context, parent, step->commit, add_change, &to,
			  error);
}

bool ks_blobs_moves_ground(const KsBlobs *blobs, guint at)
{
	const Step *step = blobs->steps->pdata[at];
	GHashTableIter iter;
	gpointer path, id;

	g_hash_table_iter_init(&iter, step->ids);
	while (g_hash_table_iter_next(&iter, &path, &id)) {
		bool there = ks_blobs_id(blobs, at - 1, path) != NULL;

		if (is_ground(path) ||
		    (is_header(path) && (id == (gpointer)gone || !there)))
			return true;
	}
	return false;
}

/* The ground of commit @at, from all paths that are there. */
static char *sum_ground(const KsBlobs *blobs, guint at)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autoptr(GHashTable) all = g_hash_table_new(g_str_hash, g_str_equal);
	g_auto(GStrv) paths = NULL;

	for (guint i = 0; i <= at; i++) {
		const Step *step = blobs->steps->pdata[i];
		GHashTableIter iter;
		gpointer path;

		g_hash_table_iter_init(&iter, step->ids);
		while (g_hash_table_iter_next(&iter, &path, NULL))
			if (is_ground(path) || is_header(path))
				g_hash_table_add(all, path);
	}
	paths = ks_sorted_keys(all);
	for (guint i = 0; paths[i]; i++) {
		const char *id = ks_blobs_id(blobs, at, paths[i]);

		if (!id)
			continue;
		ks_sum_add(sum, paths[i]);
		if (is_ground(paths[i]))
			ks_sum_add(sum, id);
	}
	return g_strdup(g_checksum_get_string(sum));
}

static bool add_step(const KsContext *context, KsBlobs *blobs,
		     const char *commit, GError **error)
{
	g_autofree char *name = g_strconcat(commit, "^{tree}", NULL);
	Step *step = g_new0(Step, 1);
	guint at = blobs->steps->len;
	const Step *before = at ? blobs->steps->pdata[at - 1] : NULL;

	step->commit = g_strdup(commit);
	step->ids = g_hash_table_new(g_str_hash, g_str_equal);
	g_ptr_array_add(blobs->steps, step);
	step->tree =
		ks_git(context, error, "rev-parse", "--verify", name, NULL);
	if (!step->tree ||
	    !(before ? read_step(context, blobs, before->commit, step, error) :
		       read_base(context, blobs, step, error)))
		return false;
	step->ground = before && !ks_blobs_moves_ground(blobs, at) ?
			       g_strdup(before->ground) :
			       sum_ground(blobs, at);
	return true;
}

KsBlobs *ks_blobs_load(const KsContext *context, const char *base,
		       const char *const *commits, GError **error)
{
	g_autoptr(KsBlobs) blobs = g_new0(KsBlobs, 1);

	blobs->strings = g_string_chunk_new(256 * 1024);
	blobs->steps = g_ptr_array_new_with_free_func(step_free);
	if (!add_step(context, blobs, base, error))
		return NULL;
	for (; *commits; commits++)
		if (!add_step(context, blobs, *commits, error))
			return NULL;
	return g_steal_pointer(&blobs);
}

void ks_blobs_free(KsBlobs *blobs)
{
	g_ptr_array_unref(blobs->steps);
	g_string_chunk_free(blobs->strings);
	g_free(blobs);
}

guint ks_blobs_len(const KsBlobs *blobs)
{
	return blobs->steps->len;
}

const char *ks_blobs_commit(const KsBlobs *blobs, guint at)
{
	return ((Step *)blobs->steps->pdata[at])->commit;
}

const char *ks_blobs_tree(const KsBlobs *blobs, guint at)
{
	return ((Step *)blobs->steps->pdata[at])->tree;
}

const char *ks_blobs_id(const KsBlobs *blobs, guint at, const char *path)
{
	for (guint i = at + 1; i-- > 0;) {
		const Step *step = blobs->steps->pdata[i];
		const char *id = g_hash_table_lookup(step->ids, path);

		if (id)
			return id == gone ? NULL : id;
	}
	return NULL;
}

bool ks_blobs_changes(const KsBlobs *blobs, guint at, const char *path)
{
	const Step *step = blobs->steps->pdata[at];

	return g_hash_table_contains(step->ids, path);
}

char **ks_blobs_changed(const KsBlobs *blobs, guint at)
{
	return ks_sorted_keys(((Step *)blobs->steps->pdata[at])->ids);
}

const char *ks_blobs_ground(const KsBlobs *blobs, guint at)
{
	return ((Step *)blobs->steps->pdata[at])->ground;
}
