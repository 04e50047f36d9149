// SPDX-License-Identifier: GPL-2.0
#include "check/stage.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "base/error.h"
#include "base/foreign.h"
#include "base/prune.h"
#include "check/modules.h"
#include "check/workshop_private.h"

#define STAGES "stages"
#define LIST   "stage"
#define GROUP  "stage"

/* A stage is some 30 MB; one of this day may be waiting for its boot. */
#define KEEP   40
#define KEEP_S (24 * 3600)

void ks_stage_free(KsStage *stage)
{
	g_free(stage->kernel);
	g_free(stage->module);
	g_strfreev(stage->deps);
	g_free(stage->netconsole);
	g_strfreev(stage->netconsole_deps);
	g_free(stage);
}

/* A copy under its own name; the names of modules are unique. */
static char *copy(const char *path, const char *dir, GError **error)
{
	g_autofree char *name = g_path_get_basename(path);
	g_autofree char *to = g_build_filename(dir, name, NULL);

	if (g_file_test(to, G_FILE_TEST_EXISTS) ||
	    ks_foreign_copy(path, to, error))
		return g_steal_pointer(&name);
	return NULL;
}

/* Copy the module @ko and what it needs; note them as KEY and KEY-deps. */
static bool copy_module(const KsModules *modules, const char *ko,
			const char *dir, GKeyFile *list, const char *key,
			GError **error)
{
	g_auto(GStrv) needed = ks_modules_needed(modules, ko, error);
	g_autofree char *name = needed ? copy(ko, dir, error) : NULL;
	g_autofree char *deps_key = g_strconcat(key, "-deps", NULL);

	if (!name)
		return false;
	g_key_file_set_string(list, GROUP, key, name);
	for (guint i = 0; needed[i]; i++) {
		g_autofree char *path = g_steal_pointer(&needed[i]);

		needed[i] = copy(path, dir, error);
		if (!needed[i])
			return false;
	}
	g_key_file_set_string_list(list, GROUP, deps_key,
				   (const char *const *)needed,
				   g_strv_length(needed));
	return true;
}

static bool fill(KsWork *work, const char *dir, GError **error)
{
	KsTarget *target = work->workshop->target;
	g_autoptr(KsModules) modules = ks_modules_read(target->obj, error);
	g_autoptr(GKeyFile) list = g_key_file_new();
	g_autofree char *path = g_build_filename(dir, LIST, NULL);
	g_autofree char *image = ks_target_image(target);
	g_autofree char *ko = NULL, *kernel = NULL, *text = NULL;
	const char *netconsole;

	if (!modules)
		return false;
	ko = ks_target_module(target, work->patch->driver, error);
	kernel = ko ? copy(image, dir, error) : NULL;
	if (!kernel || !copy_module(modules, ko, dir, list, "module", error))
		return false;
	g_key_file_set_string(list, GROUP, "kernel", kernel);
	netconsole = ks_modules_path(modules, "netconsole");
	if (netconsole &&
	    !copy_module(modules, netconsole, dir, list, "netconsole", error))
		return false;
	text = g_key_file_to_data(list, NULL, NULL);
	return ks_write_file(path, text, -1, error);
}

static char *stage_path(KsWork *work, guint at)
{
	const char *id = ks_link_id(work, at);
	g_autofree char *below = id ? g_strdup_printf(STAGES "/%s", id) : NULL;

	return below ? ks_target_path(work->workshop->target, below) : NULL;
}

char *ks_stage_find(KsWork *work, guint at)
{
	g_autofree char *path = stage_path(work, at);
	g_autofree char *list = path ? g_build_filename(path, LIST, NULL) :
				       NULL;

	if (!list || !g_file_test(list, G_FILE_TEST_EXISTS) ||
	    !ks_target_may_use(work->workshop->target, list))
		return NULL;
	ks_prune_touch(path);
	return g_steal_pointer(&path);
}

bool ks_stage_make(KsWork *work, guint at, GError **error)
{
	KsTarget *target = work->workshop->target;
	g_autofree char *path = stage_path(work, at);
	g_autofree char *new = ks_target_path(target, STAGES "/new");
	g_autofree char *stages = NULL, *list = NULL;

	if (!path)
		return true;
	ks_rmtree(new);
	if (!ks_mkdir(new, error) || !fill(work, new, error))
		return false;
	ks_rmtree(path);
	if (g_rename(new, path) != 0) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot rename: %s", new, g_strerror(errno));
		return false;
	}
	list = g_build_filename(path, LIST, NULL);
	ks_target_made(target, list);
	stages = g_path_get_dirname(path);
	ks_prune(stages, KEEP, KEEP_S);
	return true;
}

/* The names in @names as paths below @dir. */
static char **paths_of(const char *dir, char **names)
{
	for (guint i = 0; names && names[i]; i++) {
		g_autofree char *name = names[i];

		names[i] = g_build_filename(dir, name, NULL);
	}
	return names ? names : g_new0(char *, 1);
}

static char *path_of(const char *dir, GKeyFile *list, const char *key)
{
	g_autofree char *name = g_key_file_get_string(list, GROUP, key, NULL);

	return name ? g_build_filename(dir, name, NULL) : NULL;
}

KsStage *ks_stage_read(const char *dir, GError **error)
{
	g_autofree char *path = g_build_filename(dir, LIST, NULL);
	g_autoptr(GKeyFile) list = g_key_file_new();
	g_autoptr(KsStage) stage = g_new0(KsStage, 1);
	g_autoptr(GError) why = NULL;

	if (!g_key_file_load_from_file(list, path, G_KEY_FILE_NONE, &why)) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: %s", path,
			    why->message);
		return NULL;
	}
	stage->kernel = path_of(dir, list, "kernel");
	stage->module = path_of(dir, list, "module");
	stage->deps = paths_of(dir, g_key_file_get_string_list(list, GROUP,
							       "module-deps",
							       NULL, NULL));
	stage->netconsole = path_of(dir, list, "netconsole");
	stage->netconsole_deps = paths_of(
		dir, g_key_file_get_string_list(list, GROUP, "netconsole-deps",
						NULL, NULL));
	if (stage->kernel && stage->module)
		return g_steal_pointer(&stage);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: no kernel or no module is named; delete the folder",
		    path);
	return NULL;
}
