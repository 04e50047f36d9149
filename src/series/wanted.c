// SPDX-License-Identifier: GPL-2.0
#include "series/wanted.h"

#include <string.h>

#include "series/posting.h"
#include "tree/git.h"

KsWanted *ks_wanted_new(const KsPatchDef *def)
{
	KsWanted *wanted = g_new0(KsWanted, 1);

	wanted->def = def;
	return wanted;
}

void ks_wanted_free(gpointer data)
{
	KsWanted *wanted = data;

	ks_patch_def_free(wanted->own);
	g_free(wanted->group);
	g_free(wanted->idle);
	g_free(wanted);
}

static void add_dirs(GHashTable *dirs, char **files)
{
	for (; files && *files; files++)
		g_hash_table_add(dirs, g_path_get_dirname(*files));
}

/* git grep -l of @how and @words, where the drivers have files. */
static GPtrArray *grep_words(const char *how, const char *const *words,
			     const char *commit, const GPtrArray *drivers)
{
	g_autoptr(GHashTable) dirs =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
	GHashTableIter iter;
	gpointer dir;

	for (guint i = 0; i < drivers->len; i++) {
		const KsDriver *driver = drivers->pdata[i];

		add_dirs(dirs, driver->sources);
		add_dirs(dirs, driver->headers);
	}
	g_ptr_array_add(argv, g_strdup("grep"));
	g_ptr_array_add(argv, g_strdup("-lF"));
	g_ptr_array_add(argv, g_strdup(how));
	for (; *words; words++) {
		g_ptr_array_add(argv, g_strdup("-e"));
		g_ptr_array_add(argv, g_strdup(*words));
	}
	g_ptr_array_add(argv, g_strdup(commit));
	g_ptr_array_add(argv, g_strdup("--"));
	g_hash_table_iter_init(&iter, dirs);
	while (g_hash_table_iter_next(&iter, &dir, NULL))
		g_ptr_array_add(argv, g_strdup(dir));
	g_ptr_array_add(argv, NULL);
	return argv;
}

/* The set of files that have one of @words; "COMMIT:path" are git's answers. */
static GHashTable *files_with(const KsContext *context, const char *how,
			      const char *const *words, const char *commit,
			      const GPtrArray *drivers, GError **error)
{
	g_autoptr(GPtrArray) argv = grep_words(how, words, commit, drivers);
	g_autoptr(GHashTable) files =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) why = NULL;
	g_auto(GStrv) lines = NULL;

	if (!ks_git_run(context, (const char *const *)argv->pdata, NULL, NULL,
			&result, &why) &&
	    (result.status != 1 || result.err->len)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return NULL;
	}
	lines = g_strsplit(result.out->str, "\n", -1);
	for (char **line = lines; *line; line++) {
		const char *path = strchr(*line, ':');

		if (path)
			g_hash_table_add(files, g_strdup(path + 1));
	}
	return g_steal_pointer(&files);
}

static bool has_any(const KsDriver *driver, GHashTable *files)
{
	char **const lists[] = {driver->sources, driver->headers};

	for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
		for (char **path = lists[i]; path && *path; path++)
			if (g_hash_table_contains(files, *path))
				return true;
	return false;
}

static bool is_named(const KsSeries *series, const KsPatchDef *all,
		     const char *module)
{
	for (guint i = 0; i < series->patches->len; i++) {
		const KsPatchDef *def = series->patches->pdata[i];

		if (!g_strcmp0(def->driver, module) &&
		    !g_strcmp0(def->rule, all->rule))
			return true;
	}
	return false;
}

bool ks_wanted_add_all(GPtrArray *wanted, const KsContext *context,
		       const KsSeries *series, const KsPatchDef *all,
		       const KsRule *rule, const char *commit,
		       const GPtrArray *drivers, GError **error)
{
	static const char *const napi[] = {"napi", NULL};
	g_autoptr(GHashTable) with_token =
		files_with(context, "-w", (const char *const *)rule->tokens,
			   commit, drivers, error);
	g_autoptr(GHashTable)
		with_napi = with_token ? files_with(context, "-i", napi, commit,
						    drivers, error) :
					 NULL;

	for (guint i = 0; with_napi && i < drivers->len; i++) {
		const KsDriver *driver = drivers->pdata[i];
		KsWanted *one;

		if (!has_any(driver, with_token) ||
		    is_named(series, all, driver->module))
			continue;
		one = ks_wanted_new(NULL);
		one->own = ks_patch_def_for(all, driver->module);
		one->def = one->own;
		if (!has_any(driver, with_napi))
			one->idle = g_strdup_printf(
				"no file of %s names NAPI: there is no poll whose budget could arrive",
				driver->module);
		g_ptr_array_add(wanted, one);
	}
	return with_napi != NULL;
}

static char *group_of(const KsPatchDef *def, const GPtrArray *drivers)
{
	for (guint i = 0; def->driver && i < drivers->len; i++) {
		const KsDriver *driver = drivers->pdata[i];

		if (g_str_equal(driver->module, def->driver))
			return ks_posting_group(driver->dir);
	}
	return g_strdup("other");
}

static gint compare(gconstpointer a, gconstpointer b)
{
	const KsWanted *left = *(const KsWanted *const *)a;
	const KsWanted *right = *(const KsWanted *const *)b;
	int order = strcmp(left->group, right->group);

	if (!order)
		order = (left->own != NULL) - (right->own != NULL);
	if (!order && !left->own)
		order = left->def->line - right->def->line;
	return order ? order : strcmp(left->def->id, right->def->id);
}

void ks_wanted_group(GPtrArray *wanted, const GPtrArray *drivers)
{
	for (guint i = 0; i < wanted->len; i++) {
		KsWanted *one = wanted->pdata[i];

		one->group = group_of(one->def, drivers);
	}
	g_ptr_array_sort(wanted, compare);
}
