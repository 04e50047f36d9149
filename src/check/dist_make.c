// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/names.h"
#include "check/dist.h"
#include "tree/git.h"

/*
 * NOTE_STAND is the commit whose modules are in the O= folder, but for those of
 * the folders in NOTE_STALE (with blanks between), and but for the
 * distribution's own, outside of the folders in NOTE_FOLDERS.
 */

static GHashTable *read_list(const KsTarget *target, const char *note)
{
	GHashTable *set =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autofree char *text = ks_target_note(target, note);
	g_auto(GStrv) words = text ? g_strsplit(text, " ", -1) : NULL;

	for (guint i = 0; words && words[i]; i++)
		if (*words[i])
			g_hash_table_add(set, g_strdup(words[i]));
	return set;
}

static bool write_list(const KsTarget *target, const char *note,
		       GHashTable *set, GError **error)
{
	g_auto(GStrv) words = ks_sorted_keys(set);
	g_autofree char *text = g_strjoinv(" ", words);

	return ks_target_set_note(target, note, text, error);
}

static void add_all(GHashTable *to, GHashTable *from)
{
	GHashTableIter iter;
	gpointer word;

	g_hash_table_iter_init(&iter, from);
	while (g_hash_table_iter_next(&iter, &word, NULL))
		g_hash_table_add(to, g_strdup(word));
}

/* Take from @set what is in @other, or with @keep what is not. */
static void reduce(GHashTable *set, GHashTable *other, bool keep)
{
	GHashTableIter iter;
	gpointer word;

	g_hash_table_iter_init(&iter, set);
	while (g_hash_table_iter_next(&iter, &word, NULL))
		if (g_hash_table_contains(other, word) != keep)
			g_hash_table_iter_remove(&iter);
}

bool ks_dist_has_folder(const KsTarget *target, const char *folder)
{
	g_autoptr(GHashTable) known = read_list(target, NOTE_FOLDERS);

	return g_hash_table_contains(known, folder);
}

bool ks_dist_note_folders(KsTarget *target, bool *built, GError **error)
{
	g_autofree char *stand = ks_target_note(target, NOTE_STAND);
	g_autoptr(GHashTable) known = read_list(target, NOTE_FOLDERS);
	g_autoptr(GHashTable) stale = read_list(target, NOTE_STALE);
	GHashTableIter iter;
	gpointer folder;

	*built = stand != NULL;
	g_hash_table_iter_init(&iter, target->folders);
	while (g_hash_table_iter_next(&iter, &folder, NULL)) {
		if (g_hash_table_add(known, g_strdup(folder)))
			g_hash_table_add(stale, g_strdup(folder));
		*built &= !g_hash_table_contains(stale, folder);
	}
	/* stale first: a folder that is known was built, or is stale */
	return *built || (write_list(target, NOTE_STALE, stale, error) &&
			  write_list(target, NOTE_FOLDERS, known, error));
}

/* Add the nearest of @folders that @path is below, if there is one. */
static void add_folder(GHashTable *folders, const char *path, GHashTable *to)
{
	g_autofree char *dir = g_path_get_dirname(path);

	while (!g_str_equal(dir, ".") && !g_str_equal(dir, "/")) {
		char *parent;

		if (g_hash_table_contains(folders, dir)) {
			g_hash_table_add(to, g_strdup(dir));
			return;
		}
		parent = g_path_get_dirname(dir);
		g_free(dir);
		dir = parent;
	}
}

/* Add the folders whose modules are not as in @commit. */
static bool add_stale(KsTarget *target, const char *commit, GHashTable *folders,
		      GHashTable *stale, GError **error)
{
	g_autofree char *stand = ks_target_note(target, NOTE_STAND);
	g_auto(GStrv) files = NULL, objects = NULL;

	if (!stand) {
		add_all(stale, folders);
		return true;
	}
	files = ks_git_changed(target->context, stand, commit, error);
	if (!files || !ks_cone_refresh(target->cone, error))
		return false;
	objects = ks_cone_objects(target->cone, (const char *const *)files);
	for (guint i = 0; files[i]; i++)
		add_folder(folders, files[i], stale);
	for (guint i = 0; objects[i]; i++)
		add_folder(folders, objects[i], stale);
	return true;
}

/* What make is to build, of the folder: its modules, or these objects. */
static void add_goals(GPtrArray *words, const KsRebuild *rebuild,
		      GHashTable *folders, const char *folder)
{
	if (rebuild->link) {
		g_ptr_array_add(words, g_strdup("modules"));
		return;
	}
	for (guint i = 0; rebuild->objects[i]; i++) {
		const char *object = rebuild->objects[i];
		g_autoptr(GHashTable) own = g_hash_table_new_full(
			g_str_hash, g_str_equal, g_free, NULL);

		add_folder(folders, object, own);
		if (g_hash_table_contains(own, folder))
			g_ptr_array_add(words,
					g_strdup(object + strlen(folder) + 1));
	}
}

/*
 * An external module's build (M=) takes all of the O= folder as it is.  The
 * folder is one of the sources, and kbuild finds it there as it finds those of
 * a whole build, so that every path is what it would be there.  Type
 * information (BTF) of a module would need the kernel with its symbols, and
 * what debuggers read costs a third of the time and changes no instruction.
 */
static bool make_folder(KsTarget *target, const KsRebuild *rebuild,
			const KsMake *make, GHashTable *folders,
			const char *folder, KsChildResult *result,
			GError **error)
{
	g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func(g_free);
	KsMake whole = *make;

	for (guint i = 0; make->words && make->words[i]; i++)
		g_ptr_array_add(words, g_strdup(make->words[i]));
	if (g_str_equal(target->conf->compiler, "gcc"))
		g_ptr_array_add(words, g_strdup("CC=gcc"));
	g_ptr_array_add(words, g_strdup("CONFIG_DEBUG_INFO_BTF_MODULES="));
	g_ptr_array_add(words, g_strdup("CONFIG_DEBUG_INFO="));
	/* what kbuild itself says to builds in O= without M= */
	g_ptr_array_add(words, g_strdup("EXTRA_CFLAGS=-I$(srctree)/$(obj)"));
	g_ptr_array_add(words, g_strconcat("VPATH=", target->src, NULL));
	g_ptr_array_add(words, g_strconcat("M=", folder, NULL));
	add_goals(words, rebuild, folders, folder);
	g_ptr_array_add(words, NULL);
	whole.words = (const char *const *)words->pdata;
	return ks_target_run_make(target, &whole, result, error);
}

static bool make_folders(KsTarget *target, const KsRebuild *rebuild,
			 const KsMake *make, GHashTable *folders,
			 GHashTable *todo, int *status, GError **error)
{
	g_auto(GStrv) names = ks_sorted_keys(todo);

	*status = 0;
	for (char **name = names; *name; name++) {
		g_auto(KsChildResult) result = {0};

		if (!make_folder(target, rebuild, make, folders, *name, &result,
				 error))
			return false;
		if (!*status)
			*status = result.status;
	}
	return true;
}

/* What has to be made, and with @stale what is not as it should be till then. */
static bool find_todo(KsTarget *target, const KsRebuild *rebuild,
		      GHashTable *folders, GHashTable *stale, GHashTable *todo,
		      GError **error)
{
	if (rebuild->link) {
		if (!add_stale(target, rebuild->commit, folders, stale, error))
			return false;
		add_all(todo, stale);
		reduce(todo, target->folders, true);
	}
	for (guint i = 0; rebuild->objects[i]; i++)
		add_folder(folders, rebuild->objects[i], todo);
	add_all(stale, todo);
	return write_list(target, NOTE_STALE, stale, error);
}

bool ks_dist_make(KsTarget *target, const KsRebuild *rebuild,
		  const KsMake *make, KsChildResult *result, GError **error)
{
	g_autoptr(GHashTable) todo =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GHashTable) folders = NULL, stale = NULL;

	if (!ks_target_mend(target, error))
		return false;
	folders = read_list(target, NOTE_FOLDERS);
	stale = read_list(target, NOTE_STALE);
	if (!find_todo(target, rebuild, folders, stale, todo, error) ||
	    !ks_target_move(target, rebuild->commit, error) ||
	    !make_folders(target, rebuild, make, folders, todo, &result->status,
			  error))
		return false;
	if (!rebuild->link || result->status)
		return true;
	reduce(stale, todo, false);
	return ks_target_set_note(target, NOTE_STAND, rebuild->commit, error) &&
	       write_list(target, NOTE_STALE, stale, error);
}
