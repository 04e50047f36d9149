// SPDX-License-Identifier: GPL-2.0
#include "check/locate.h"

#include "tree/git.h"

static bool wanted(const KsFinding *finding)
{
	return finding->line && *finding->file && *finding->file != '/' &&
	       !*finding->function;
}

/* "COMMIT:path" of each file that is asked for, once. */
static GPtrArray *names_of(const char *commit, GPtrArray *findings,
			   GHashTable *index)
{
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < findings->len; i++) {
		KsFinding *finding = findings->pdata[i];

		if (!wanted(finding) ||
		    g_hash_table_contains(index, finding->file))
			continue;
		g_hash_table_insert(index, finding->file,
				    GUINT_TO_POINTER(names->len));
		g_ptr_array_add(names, g_strdup_printf("%s:%s", commit,
						       finding->file));
	}
	g_ptr_array_add(names, NULL);
	return names;
}

bool ks_locate(const KsContext *context, const char *commit,
	       GPtrArray *findings, GError **error)
{
	g_autoptr(GHashTable) index = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) names = names_of(commit, findings, index);
	g_autoptr(GPtrArray) blobs =
		ks_git_read(context, (const char *const *)names->pdata, error);

	if (!blobs)
		return false;
	for (guint i = 0; i < findings->len; i++) {
		KsFinding *finding = findings->pdata[i];
		g_autofree char *source = NULL;
		GBytes *blob;
		gpointer at;
		gsize size;
		const char *data;

		if (!wanted(finding))
			continue;
		at = g_hash_table_lookup(index, finding->file);
		blob = blobs->pdata[GPOINTER_TO_UINT(at)];
		if (!blob)
			continue;
		data = g_bytes_get_data(blob, &size);
		source = g_strndup(data, size);
		g_free(finding->function);
		finding->function = ks_function_at(source, finding->line);
	}
	return true;
}
