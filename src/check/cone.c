// SPDX-License-Identifier: GPL-2.0
#include "check/cone.h"

#include <fcntl.h>
#include <fts.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/foreign.h"
#include "base/names.h"
#include "tree/filekind.h"

/* What one .cmd or .mod file said. */
typedef struct {
	gint64 mtime_ns;
	guint64 seen; /* in which refresh */
	char *object; /* .cmd only */
	char *source; /* interned, relative to the sources */
	bool builtin; /* .cmd only: compiled for vmlinux */
	GPtrArray *deps; /* .cmd: interned paths; .mod: its objects (owned) */
	char *module; /* .mod only */
} Note;

struct KsCone {
	char *src, *obj;
	GStringChunk *paths; /* every path is kept once */
	GHashTable *notes; /* file -> Note */
	guint64 refreshes;
	/* derived from the notes: */
	GHashTable *objects; /* object -> Note */
	GHashTable *users; /* path -> GPtrArray of objects (not owned) */
	GHashTable *modules; /* object -> .ko */
};

static void note_free(gpointer data)
{
	Note *note = data;

	g_free(note->object);
	g_free(note->module);
	if (note->deps)
		g_ptr_array_unref(note->deps);
	g_free(note);
}

KsCone *ks_cone_new(const char *src, const char *obj)
{
	KsCone *cone = g_new0(KsCone, 1);

	cone->src = g_strdup(src);
	cone->obj = g_strdup(obj);
	cone->paths = g_string_chunk_new(64 * 1024);
	cone->notes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					    note_free);
	cone->objects = g_hash_table_new(g_str_hash, g_str_equal);
	cone->users = g_hash_table_new_full(g_str_hash, g_str_equal, NULL,
					    (GDestroyNotify)g_ptr_array_unref);
	cone->modules = g_hash_table_new(g_str_hash, g_str_equal);
	return cone;
}

void ks_cone_free(KsCone *cone)
{
	g_free(cone->src);
	g_free(cone->obj);
	g_hash_table_unref(cone->objects);
	g_hash_table_unref(cone->users);
	g_hash_table_unref(cone->modules);
	g_hash_table_unref(cone->notes);
	g_string_chunk_free(cone->paths);
	g_free(cone);
}

/* A path of the sources, or NULL for one that kbuild made or that is not ours. */
static char *source_path(KsCone *cone, const char *path, gsize len)
{
	gsize top = strlen(cone->src);
	g_autofree char *copy = NULL;

	if (len <= top + 1 || strncmp(path, cone->src, top) || path[top] != '/')
		return NULL;
	copy = g_strndup(path + top + 1, len - top - 1);
	/* gcc writes "a/../b" when an include says so */
	if (strstr(copy, "/../") || strstr(copy, "/./")) {
		g_autofree char *full = g_strndup(path, len);
		g_autofree char *plain = g_canonicalize_filename(full, "/");

		if (strncmp(plain, cone->src, top) || plain[top] != '/')
			return NULL;
		return g_string_chunk_insert_const(cone->paths,
						   plain + top + 1);
	}
	return g_string_chunk_insert_const(cone->paths, copy);
}

/* "source_OBJECT := FILE" and the lines after "deps_OBJECT := \". */
static void parse_cmd(KsCone *cone, Note *note, const char *text)
{
	static const char source[] = "source_";
	const char *line = strstr(text, "\nsource_");
	const char *eol, *assign;

	if (!line)
		return; /* linked, not compiled */
	/* KBUILD_CFLAGS_MODULE and KBUILD_AFLAGS_MODULE of the top Makefile */
	note->builtin = !g_strstr_len(text, line - text, " -DMODULE ");
	line++;
	eol = strchrnul(line, '\n');
	assign = strstr(line, " := ");
	if (!assign || assign > eol)
		return;
	note->object = g_strndup(line + strlen(source),
				 assign - line - strlen(source));
	assign += strlen(" := ");
	note->source = source_path(cone, assign, eol - assign);
	note->deps = g_ptr_array_new();
	if (note->source)
		g_ptr_array_add(note->deps, note->source);
	for (line = eol; *line; line = eol) {
		gsize len;
		char *path;

		line++;
		eol = strchrnul(line, '\n');
		if (*line != ' ')
			continue;
		line += strspn(line, " ");
		len = strcspn(line, " \\\n");
		path = source_path(cone, line, len);
		if (path)
			g_ptr_array_add(note->deps, path);
	}
}

/* A module's objects, blank-separated: paths (5.19 on: one a line). */
static void parse_mod(const char *path, Note *note, const char *text)
{
	g_auto(GStrv) words = g_strsplit_set(text, " \n", -1);

	note->module = g_strconcat(path, NULL);
	strcpy(note->module + strlen(note->module) - strlen("mod"), "ko");
	note->deps = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; words[i]; i++)
		if (g_str_has_suffix(words[i], ".o"))
			g_ptr_array_add(note->deps, g_strdup(words[i]));
}

static bool is_cmd(const char *name)
{
	return *name == '.' && g_str_has_suffix(name, ".o.cmd") &&
	       !g_str_has_suffix(name, ".mod.o.cmd");
}

static bool is_mod(const char *name)
{
	return *name != '.' && g_str_has_suffix(name, ".mod");
}

/* Read @path (as fts gives it) unless it is as it was. */
static bool take_file(KsCone *cone, const FTSENT *entry, GError **error)
{
	const char *relative = entry->fts_path + strlen(cone->obj) + 1;
	const struct timespec *at = &entry->fts_statp->st_mtim;
	gint64 mtime = at->tv_sec * G_GINT64_CONSTANT(1000000000) + at->tv_nsec;
	Note *note = g_hash_table_lookup(cone->notes, relative);
	g_autofree char *text = NULL;

	if (note && note->mtime_ns == mtime) {
		note->seen = cone->refreshes;
		return true;
	}
	text = ks_foreign_read(entry->fts_path, NULL, error);
	if (!text)
		return false;
	note = g_new0(Note, 1);
	note->mtime_ns = mtime;
	note->seen = cone->refreshes;
	if (is_mod(entry->fts_name))
		parse_mod(relative, note, text);
	else
		parse_cmd(cone, note, text);
	g_hash_table_replace(cone->notes, g_strdup(relative), note);
	return true;
}

static gboolean is_gone(gpointer path, gpointer note, gpointer cone)
{
	(void)path;
	return ((Note *)note)->seen != ((KsCone *)cone)->refreshes;
}

static void add_user(KsCone *cone, char *path, char *object)
{
	GPtrArray *users = g_hash_table_lookup(cone->users, path);

	if (!users) {
		users = g_ptr_array_new();
		g_hash_table_insert(cone->users, path, users);
	}
	g_ptr_array_add(users, object);
}

static void derive(KsCone *cone)
{
	GHashTableIter iter;
	gpointer value;

	g_hash_table_remove_all(cone->objects);
	g_hash_table_remove_all(cone->users);
	g_hash_table_remove_all(cone->modules);
	g_hash_table_iter_init(&iter, cone->notes);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		Note *note = value;

		if (note->object)
			g_hash_table_insert(cone->objects, note->object, note);
		for (guint i = 0; note->deps && i < note->deps->len; i++) {
			char *path = note->deps->pdata[i];

			if (note->module)
				g_hash_table_insert(cone->modules, path,
						    note->module);
			else
				add_user(cone, path, note->object);
		}
	}
}

bool ks_cone_refresh(KsCone *cone, GError **error)
{
	char *roots[] = {cone->obj, NULL};
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;
	bool ok = fts != NULL;

	cone->refreshes++;
	while (ok && (entry = fts_read(fts))) {
		/* programs of the build itself: make looks after them */
		if (entry->fts_info == FTS_D && entry->fts_level == 1 &&
		    (g_str_equal(entry->fts_name, "scripts") ||
		     g_str_equal(entry->fts_name, "tools")))
			fts_set(fts, entry, FTS_SKIP);
		if (entry->fts_info == FTS_F &&
		    (is_cmd(entry->fts_name) || is_mod(entry->fts_name)))
			ok = take_file(cone, entry, error);
	}
	if (!fts)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot be read", cone->obj);
	else
		fts_close(fts);
	if (!ok)
		return false;
	g_hash_table_foreach_remove(cone->notes, is_gone, cone);
	derive(cone);
	return true;
}

/* The objects of the file's folder, with @below those of its subfolders too. */
static void add_folder(KsCone *cone, const char *file, bool below,
		       GHashTable *found)
{
	g_autofree char *dir = g_path_get_dirname(file);
	gsize len = g_str_equal(dir, ".") ? 0 : strlen(dir) + 1;
	GHashTableIter iter;
	gpointer object;

	g_hash_table_iter_init(&iter, cone->objects);
	while (g_hash_table_iter_next(&iter, &object, NULL)) {
		const char *path = object;

		if (strncmp(path, file, len) == 0 &&
		    (below || !strchr(path + len, '/')))
			g_hash_table_add(found, object);
	}
}

char **ks_cone_objects(KsCone *cone, const char *const *files)
{
	g_autoptr(GHashTable) found = g_hash_table_new(g_str_hash, g_str_equal);

	for (; *files; files++) {
		GPtrArray *users = g_hash_table_lookup(cone->users, *files);
		KsFileKind kind = ks_file_kind(*files);

		for (guint i = 0; users && i < users->len; i++)
			g_hash_table_add(found, users->pdata[i]);
		if (kind == KS_FILE_MAKEFILE || kind == KS_FILE_KCONFIG)
			add_folder(cone, *files, true, found);
		else if (kind == KS_FILE_UNIT && !users)
			add_folder(cone, *files, false, found);
	}
	return ks_sorted_keys(found);
}

char **ks_cone_all(KsCone *cone)
{
	return ks_sorted_keys(cone->objects);
}

bool ks_cone_has_file(KsCone *cone, const char *file)
{
	return g_hash_table_contains(cone->users, file);
}

const GPtrArray *ks_cone_deps(KsCone *cone, const char *object)
{
	const Note *note = g_hash_table_lookup(cone->objects, object);

	return note ? note->deps : NULL;
}

void ks_cone_each(KsCone *cone, const char *module, KsConeFn fn, gpointer data)
{
	GHashTableIter iter;
	gpointer object, note;

	g_hash_table_iter_init(&iter, cone->objects);
	while (g_hash_table_iter_next(&iter, &object, &note)) {
		const char *ko = g_hash_table_lookup(cone->modules, object);

		if (module ? g_strcmp0(ko, module) == 0 :
			     ((Note *)note)->builtin)
			fn(object, data);
	}
}

const char *ks_cone_source(KsCone *cone, const char *object)
{
	const Note *note = g_hash_table_lookup(cone->objects, object);

	return note ? note->source : NULL;
}

bool ks_cone_is_builtin(KsCone *cone, const char *object)
{
	const Note *note = g_hash_table_lookup(cone->objects, object);

	return note && note->builtin;
}

const char *ks_cone_module(KsCone *cone, const char *object)
{
	return g_hash_table_lookup(cone->modules, object);
}
