// SPDX-License-Identifier: GPL-2.0
#include "check/dist.h"

#include <string.h>

#include "base/error.h"
#include "base/foreign.h"
#include "check/modules.h"
#include "tree/filekind.h"
#include "tree/git.h"
#include "tree/tree.h"

#define BUILD_TIMEOUT_S 3600

/* What can be tried: folders that modules of the distribution are built in. */
typedef struct {
	KsWorkshop *workshop;
	char **order; /* the distribution's modules, below the O= folder */
	GHashTable *modules; /* folders that hold one */
	GHashTable *folders; /* those that the series touches; target's own */
} Reach;

static void reach_clear(Reach *reach)
{
	g_clear_pointer(&reach->modules, g_hash_table_unref);
	g_strfreev(reach->order);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Reach, reach_clear)

static bool read_modules(Reach *reach, GError **error)
{
	g_autofree char *path = g_build_filename(reach->workshop->target->obj,
						 "modules.order", NULL);
	g_autofree char *text = ks_foreign_read(path, NULL, error);

	if (!text)
		return false;
	reach->order = g_strsplit(g_strchomp(text), "\n", -1);
	for (guint i = 0; reach->order[i]; i++)
		g_hash_table_add(reach->modules,
				 g_path_get_dirname(reach->order[i]));
	return true;
}

static bool has_makefile(const KsBlobs *blobs, const char *dir)
{
	g_autofree char *makefile = g_build_filename(dir, "Makefile", NULL);
	g_autofree char *kbuild = g_build_filename(dir, "Kbuild", NULL);

	return ks_blobs_id(blobs, 0, makefile) || ks_blobs_id(blobs, 0, kbuild);
}

/* The folder whose Makefile builds @file, NULL if it builds no module. */
static char *folder_of(const Reach *reach, const char *file)
{
	g_autofree char *dir = g_path_get_dirname(file);

	while (!g_str_equal(dir, ".") &&
	       !has_makefile(reach->workshop->blobs, dir)) {
		char *parent = g_path_get_dirname(dir);

		g_free(dir);
		dir = parent;
	}
	return g_hash_table_contains(reach->modules, dir) ?
		       g_steal_pointer(&dir) :
		       NULL;
}

/*
 * Why a change of @file cannot be tried, NULL if it can; newly allocated.
 * @compiled: the modules of the folders are built, so that what is in none of
 * them is known, too.
 */
static char *obstacle(Reach *reach, const char *file, bool compiled)
{
	const KsWorkshop *workshop = reach->workshop;
	KsFileKind kind = ks_file_kind(file);
	g_autofree char *folder = NULL;

	if (kind == KS_FILE_TEXT)
		return NULL;
	if (kind == KS_FILE_KCONFIG)
		return g_strdup_printf("%s is of the kernel's configuration",
				       file);
	folder = folder_of(reach, file);
	if (!folder || kind == KS_FILE_OTHER)
		return g_strdup_printf("%s is outside of their folders", file);
	if (compiled && (kind == KS_FILE_UNIT || kind == KS_FILE_HEADER) &&
	    ks_blobs_id(workshop->blobs, 0, file) &&
	    !ks_cone_has_file(workshop->target->cone, file))
		return g_strdup_printf("%s is part of none of them", file);
	g_hash_table_add(reach->folders, g_steal_pointer(&folder));
	return NULL;
}

/* From commit @at on nothing can be tried. */
static void add_break(KsWorkshop *workshop, guint at, char *reason)
{
	KsBreak *broken = g_new0(KsBreak, 1);

	*broken = (KsBreak){.lo = at,
			    .hi = ks_blobs_len(workshop->blobs) - 1,
			    .hard = true,
			    .foreign = true,
			    .verdict = KS_VERDICT_SKIP,
			    .reason = reason};
	ks_workshop_add_break(workshop, broken);
}

/* The first of the commits that cannot be tried, base or patch. */
static void find_break(Reach *reach, const char *const *base, bool compiled)
{
	KsWorkshop *workshop = reach->workshop;
	char *why = NULL;

	for (; *base && !why; base++)
		why = obstacle(reach, *base, compiled);
	if (why) {
		add_break(workshop, 0, why);
		return;
	}
	for (guint i = 0; i < workshop->works->len && !why; i++) {
		const KsWork *work = workshop->works->pdata[i];

		if (ks_workshop_break(workshop, work->at, true))
			return;
		for (guint j = 0; work->files[j] && !why; j++)
			why = obstacle(reach, work->files[j], compiled);
		if (why)
			add_break(workshop, work->at, why);
	}
}

/*
 * Have the modules of the touched folders built once from the base: what reads
 * which file is known only then.
 */
static bool build_base(Reach *reach, KsTask *task, GError **error)
{
	KsTarget *target = reach->workshop->target;
	const char *none[] = {NULL};
	KsRebuild rebuild = {.commit =
				     ks_blobs_commit(reach->workshop->blobs, 0),
			     .objects = none,
			     .link = true};
	g_autofree char *log = ks_target_path(target, "kernel.log");
	KsMake make = {.log = log, .timeout_s = BUILD_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	g_autofree char *text = NULL, *why = NULL;
	bool built;

	if (!ks_target_mend(target, error) ||
	    !ks_dist_note_folders(target, &built, error))
		return false;
	if (built)
		return true;
	if (task)
		ks_task_step(task, 0, 0, "modules");
	if (!ks_write_file(log, "", 0, error) ||
	    !ks_dist_make(target, &rebuild, &make, &result, error))
		return false;
	if (!result.status)
		return true;
	if (g_file_get_contents(log, &text, NULL, NULL))
		why = ks_build_failure(text, target->src);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: modules of commit %.12s do not build: %s; see %s",
		    target->name, rebuild.commit,
		    why ? why : "make says no reason", log);
	return false;
}

/*
 * A module that one of the touched folders needs, and that was built here once,
 * is the distribution's no longer: it has to be of the same commit, too.
 */
static bool add_needed(Reach *reach, bool *more, GError **error)
{
	const KsTarget *target = reach->workshop->target;
	g_autoptr(KsModules) modules = ks_modules_read(target->obj, error);
	gsize top = strlen(target->obj) + 1;

	*more = false;
	for (guint i = 0; modules && reach->order[i]; i++) {
		g_autofree char *dir = g_path_get_dirname(reach->order[i]);
		g_autofree char *ko =
			g_build_filename(target->obj, reach->order[i], NULL);
		g_auto(GStrv) needed = NULL;

		if (!g_hash_table_contains(reach->folders, dir))
			continue;
		needed = ks_modules_needed(modules, ko, error);
		if (!needed)
			return false;
		for (guint j = 0; needed[j]; j++) {
			char *other = g_path_get_dirname(needed[j] + top);

			if (!ks_dist_has_folder(target, other))
				g_free(other);
			else
				*more |=
					g_hash_table_add(reach->folders, other);
		}
	}
	return modules != NULL;
}

static bool build_all(Reach *reach, KsTask *task, GError **error)
{
	bool more = true;

	while (more)
		if (!build_base(reach, task, error) ||
		    !add_needed(reach, &more, error))
			return false;
	return ks_cone_refresh(reach->workshop->target->cone, error);
}

bool ks_dist_prepare(KsWorkshop *workshop, KsTask *task, GError **error)
{
	KsTarget *target = workshop->target;
	const char *base = ks_blobs_commit(workshop->blobs, 0);
	g_autofree char *version =
		ks_dist_version(workshop->context, workshop->conf, error);
	g_autoptr(KsTree)
		tree = version ? ks_tree_find(workshop->context,
					      workshop->conf->tree, error) :
				 NULL;
	g_auto(GStrv) changed = NULL;
	g_auto(Reach) reach = {.workshop = workshop};

	if (!tree)
		return false;
	reach.modules =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	target->folders =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	reach.folders = target->folders;
	changed = ks_git_changed(workshop->context, tree->commit, base, error);
	if (!changed || !ks_dist_unpack(target, version, task, error) ||
	    !read_modules(&reach, error))
		return false;
	find_break(&reach, (const char *const *)changed, false);
	workshop->whole = true;
	workshop->wants.link = true;
	if (ks_workshop_break(workshop, 0, true))
		return true;
	if (!build_all(&reach, task, error))
		return false;
	find_break(&reach, (const char *const *)changed, true);
	return true;
}

KsOutcome *ks_dist_blocked(const KsWork *work, const KsBreak *broken)
{
	const KsWork *culprit;

	if (!broken->lo)
		return ks_outcome_new(
			KS_VERDICT_SKIP,
			"the series starts from another kernel than the distribution's, of which only modules are built here: %s",
			broken->reason);
	if (work->at == broken->lo)
		return ks_outcome_new(
			KS_VERDICT_SKIP,
			"of the distribution's kernel only modules are built here, and %s",
			broken->reason);
	culprit = work->workshop->works->pdata[broken->lo - 1];
	return ks_outcome_new(
		KS_VERDICT_SKIP,
		"patch %u, which comes before it, cannot be tried on the distribution's kernel, of which only modules are built here: %s",
		culprit->patch->number, broken->reason);
}
