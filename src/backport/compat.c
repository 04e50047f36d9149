// SPDX-License-Identifier: GPL-2.0
#include "backport/compat.h"

#include <string.h>

#include "base/error.h"
#include "series/commit.h"
#include "series/spatch.h"
#include "tree/git.h"

/* spatch lays C out anew that it puts in; a comment it leaves alone. */
#define MARK	  "/\\* kseries-code: ([A-Za-z0-9_.-]+) \\*/\n"
#define RULE_MARK "(?m)^\\+" MARK

static bool fail(const KsAnswer *answer, const char *what, const char *word,
		 GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: %s: %s %s",
		    answer->where, answer->rule, what, word);
	return false;
}

static GPtrArray *read_files(const KsContext *context, const KsAnswer *answer,
			     const char *commit, GError **error)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) files = ks_spatch_files_new();
	g_autoptr(GPtrArray) blobs = NULL;

	for (char **file = answer->files; *file; file++)
		g_ptr_array_add(names, g_strdup_printf("%s:%s", commit, *file));
	g_ptr_array_add(names, NULL);
	blobs = ks_git_read(context, (const char *const *)names->pdata, error);
	if (!blobs)
		return NULL;
	for (guint i = 0; i < blobs->len; i++) {
		if (!blobs->pdata[i]) {
			fail(answer, "the tree has no", answer->files[i],
			     error);
			return NULL;
		}
		ks_spatch_files_add(files, answer->files[i], blobs->pdata[i]);
	}
	return g_steal_pointer(&files);
}

typedef struct {
	const KsAnswer *answer;
	GHashTable *placed; /* names of texts that have found their place */
	GError *error;
} Filler;

/* Where the code goes the file says its licence already. */
static gsize licence_len(const char *code)
{
	return g_str_has_prefix(code, "// SPDX-") ? strcspn(code, "\n") + 1 : 0;
}

static gboolean fill_one(const GMatchInfo *match, GString *text, gpointer data)
{
	Filler *filler = data;
	g_autofree char *name = g_match_info_fetch(match, 1);
	g_autofree char *path =
		g_build_filename(filler->answer->dir, name, NULL);
	g_autofree char *code = NULL;

	if (!g_file_get_contents(path, &code, NULL, &filler->error))
		return TRUE;
	g_string_append(text, code + licence_len(code));
	g_hash_table_add(filler->placed, g_steal_pointer(&name));
	return FALSE;
}

/* The text with the code in its places. */
static GBytes *fill(Filler *filler, GBytes *text, GError **error)
{
	g_autoptr(GRegex) mark = g_regex_new(MARK, G_REGEX_RAW, 0, NULL);
	gsize len;
	const char *bytes = g_bytes_get_data(text, &len);
	char *filled = g_regex_replace_eval(mark, bytes, (gssize)len, 0, 0,
					    fill_one, filler, error);

	if (filled && !filler->error)
		return g_bytes_new_take(filled, strlen(filled));
	g_free(filled);
	if (filler->error)
		g_propagate_error(error, g_steal_pointer(&filler->error));
	return NULL;
}

static bool all_placed(const Filler *filler, const char *smpl, GError **error)
{
	g_autoptr(GRegex) mark = g_regex_new(RULE_MARK, 0, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;

	g_regex_match(mark, smpl, 0, &match);
	for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
		g_autofree char *name = g_match_info_fetch(match, 1);

		if (!g_hash_table_contains(filler->placed, name))
			return fail(filler->answer, "the tree has no place for",
				    name, error);
	}
	return true;
}

static GPtrArray *take(const KsAnswer *answer, const char *smpl,
		       const GPtrArray *files, GError **error)
{
	g_autoptr(GHashTable) placed =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	Filler filler = {.answer = answer, .placed = placed};
	g_autoptr(GPtrArray) texts = ks_new_files();

	for (guint i = 0; i < files->len; i++) {
		const KsSpatchFile *file = files->pdata[i];
		g_autoptr(GBytes) text = fill(&filler, file->after, error);

		if (!text)
			return NULL;
		if (g_bytes_equal(text, file->before)) {
			fail(answer, "it changes nothing in", file->path,
			     error);
			return NULL;
		}
		ks_new_files_add(texts, file->path, text);
	}
	return all_placed(&filler, smpl, error) ? g_steal_pointer(&texts) :
						  NULL;
}

GPtrArray *ks_compat_texts(const KsContext *context, const KsAnswer *answer,
			   const char *commit, GError **error)
{
	g_autoptr(GPtrArray) files = NULL;
	g_autofree char *smpl = NULL;

	if (!g_file_get_contents(answer->rule, &smpl, NULL, error)) {
		g_prefix_error(error, "%s: ", answer->where);
		return NULL;
	}
	files = read_files(context, answer, commit, error);
	if (!files || !ks_spatch_run(context, smpl, NULL, files, error))
		return NULL;
	return take(answer, smpl, files, error);
}
