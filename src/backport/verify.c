// SPDX-License-Identifier: GPL-2.0
#include "backport/verify.h"

#include "tree/git.h"

static void merged_free(gpointer data)
{
	KsMerged *merged = data;

	g_clear_pointer(&merged->before, g_bytes_unref);
	g_clear_pointer(&merged->after, g_bytes_unref);
	g_free(merged);
}

static GBytes *ref_or_null(gpointer bytes)
{
	return bytes ? g_bytes_ref(bytes) : NULL;
}

/* The files of all commits that were made, as they were and as they became. */
static GPtrArray *read_merged(const KsContext *context, const KsPicks *picks,
			      GError **error)
{
	g_autoptr(GPtrArray)
		merged = g_ptr_array_new_with_free_func(merged_free);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) texts = NULL;

	for (guint i = 0; i < picks->picks->len; i++) {
		const KsPick *pick = picks->picks->pdata[i];

		for (guint k = 0; pick->commit && k < pick->change->files->len;
		     k++) {
			const KsChangeFile *file =
				pick->change->files->pdata[k];
			KsMerged *it = g_new0(KsMerged, 1);

			it->path = file->path;
			it->lacks = pick->lacks;
			g_ptr_array_add(merged, it);
			g_ptr_array_add(names,
					g_strdup_printf("%s^:%s", pick->commit,
							file->path));
			g_ptr_array_add(names,
					g_strdup_printf("%s:%s", pick->commit,
							file->path));
		}
	}
	g_ptr_array_add(names, NULL);
	texts = ks_git_read(context, (const char *const *)names->pdata, error);
	if (!texts)
		return NULL;
	for (guint i = 0; i < merged->len; i++) {
		KsMerged *it = merged->pdata[i];

		it->before = ref_or_null(texts->pdata[2 * i]);
		it->after = ref_or_null(texts->pdata[2 * i + 1]);
	}
	return g_steal_pointer(&merged);
}

/* A helper that changed is for a person to look at: most changes are mends. */
static bool must_be_there(const KsPick *pick)
{
	for (guint i = 0; i < pick->lacks->len; i++) {
		const KsLack *lack = pick->lacks->pdata[i];

		if (lack->kind != KS_LACK_CHANGED)
			return true;
	}
	return false;
}

bool ks_picks_verify(const KsContext *context, KsPicks *picks, GError **error)
{
	g_autoptr(GPtrArray) merged = read_merged(context, picks, error);
	const KsPick *last;

	if (!merged || !merged->len)
		return merged != NULL;
	last = picks->picks->pdata[picks->picks->len - 1];
	if (!ks_lacks_find(context, merged,
			   last->change->commit ? last->change->commit :
						  last->change->base,
			   picks->tip, error))
		return false;
	for (guint i = 0; i < picks->picks->len; i++) {
		KsPick *pick = picks->picks->pdata[i];

		if (!must_be_there(pick))
			continue;
		picks->fates[pick->fate]--;
		pick->fate = KS_PICK_NEEDS;
		picks->fates[pick->fate]++;
	}
	return true;
}
