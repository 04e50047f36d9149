// SPDX-License-Identifier: GPL-2.0
#include "series/posting.h"

#include <string.h>

#include "tree/git.h"

#define HEADS "refs/heads/series/"
#define BASES "refs/bases/"

KsPosting *ks_posting_new(const char *group, guint part, const char *branch,
			  const char *base)
{
	KsPosting *posting = g_new0(KsPosting, 1);

	posting->group = g_strdup(group);
	if (group)
		posting->name = part > 1 ?
					g_strdup_printf("%s-%u", group, part) :
					g_strdup(group);
	posting->branch =
		group ? g_strconcat(branch, "/", posting->name, NULL) :
			g_strdup(branch);
	posting->tip = g_strdup(base);
	return posting;
}

void ks_posting_free(gpointer data)
{
	KsPosting *posting = data;

	g_free(posting->name);
	g_free(posting->group);
	g_free(posting->branch);
	g_free(posting->tip);
	g_free(posting->dir);
	g_free(posting);
}

char *ks_posting_group(const char *dir)
{
	static const struct {
		const char *path, *name;
	} tops[] = {
		{"drivers/net/ethernet/", ""},
		{"drivers/net/wireless/", "wireless-"},
		{"drivers/net/", ""},
	};

	for (guint i = 0; i < G_N_ELEMENTS(tops); i++) {
		const char *below = dir + strlen(tops[i].path);
		g_autofree char *name = NULL;

		if (!g_str_has_prefix(dir, tops[i].path))
			continue;
		name = g_strndup(below, strcspn(below, "/"));
		return g_strconcat(tops[i].name, name, NULL);
	}
	return g_path_get_basename(dir);
}

static bool run_updates(const KsContext *context, const GString *updates,
			GError **error)
{
	static const char *const argv[] = {"update-ref", "--stdin", NULL};
	g_autoptr(GBytes) input = g_bytes_new(updates->str, updates->len);

	return !updates->len ||
	       ks_git_run(context, argv, NULL, input, NULL, error);
}

/* Where the refs of the series are to point: ref -> commit. */
static GHashTable *wanted_refs(const GPtrArray *postings, const char *base_ref,
			       const char *base)
{
	GHashTable *refs =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);

	for (guint i = 0; i < postings->len; i++) {
		const KsPosting *posting = postings->pdata[i];

		g_hash_table_insert(refs, g_strdup(posting->branch),
				    g_strdup(posting->tip));
	}
	g_hash_table_insert(refs, g_strdup(base_ref), g_strdup(base));
	return refs;
}

/*
 * A ref and those below it (the series was one and is split now, or the other
 * way) cannot change places in one transaction: what goes goes first.  What
 * points there already is not touched: others may be reading.
 */
bool ks_postings_publish(const KsContext *context, const GPtrArray *postings,
			 const char *branch, const char *base, GError **error)
{
	g_autofree char *base_ref =
		g_strconcat(BASES, branch + strlen(HEADS), NULL);
	g_autoptr(GHashTable) refs = wanted_refs(postings, base_ref, base);
	g_autoptr(GString) old = g_string_new(NULL);
	g_autoptr(GString) new = g_string_new(NULL);
	g_autofree char *there = ks_git(context, error, "for-each-ref",
					"--format=%(refname) %(objectname)",
					branch, base_ref, NULL);
	g_auto(GStrv) lines = there ? g_strsplit(there, "\n", -1) : NULL;
	GHashTableIter iter;
	gpointer ref, commit;

	for (char **line = lines; line && *line && **line; line++) {
		g_auto(GStrv) words = g_strsplit(*line, " ", 2);
		const char *want = g_hash_table_lookup(refs, words[0]);

		if (!want)
			g_string_append_printf(old, "delete %s\n", words[0]);
		else if (!g_strcmp0(want, words[1]))
			g_hash_table_remove(refs, words[0]);
	}
	g_hash_table_iter_init(&iter, refs);
	while (g_hash_table_iter_next(&iter, &ref, &commit))
		g_string_append_printf(new, "update %s %s\n", (const char *)ref,
				       (const char *)commit);
	return there && run_updates(context, old, error) &&
	       run_updates(context, new, error);
}
