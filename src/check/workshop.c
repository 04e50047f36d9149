// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/blame.h"
#include "check/dist.h"
#include "tree/filekind.h"

#define GREP_TIMEOUT_S 600

static void work_free(gpointer data)
{
	KsWork *work = data;

	g_strfreev(work->files);
	g_strfreev(work->objects);
	g_strfreev(work->observed);
	g_clear_pointer(&work->linked, g_hash_table_unref);
	g_hash_table_unref(work->link_ids);
	g_free(work->stage);
	g_free(work);
}

static void break_free(gpointer data)
{
	ks_break_free(data);
}

static bool load_blobs(KsWorkshop *workshop, const char *base,
		       GPtrArray *patches, GError **error)
{
	g_autoptr(GPtrArray) commits = g_ptr_array_new();

	for (guint i = 0; i < patches->len; i++) {
		const KsPatch *patch = patches->pdata[i];

		if (patch->commit)
			g_ptr_array_add(commits, patch->commit);
	}
	g_ptr_array_add(commits, NULL);
	workshop->blobs = ks_blobs_load(workshop->context, base,
					(const char *const *)commits->pdata,
					error);
	return workshop->blobs != NULL;
}

static void add_works(KsWorkshop *workshop, GPtrArray *patches)
{
	guint at = 0;

	for (guint i = 0; i < patches->len; i++) {
		const KsPatch *patch = patches->pdata[i];
		KsWork *work;

		if (!patch->commit)
			continue;
		at++;
		work = g_new0(KsWork, 1);
		work->workshop = workshop;
		work->patch = patch;
		work->at = at;
		work->known = true;
		work->link_ids = g_hash_table_new_full(
			g_direct_hash, g_direct_equal, NULL, g_free);
		work->files = ks_blobs_changed(workshop->blobs, at);
		work->moves_ground = ks_blobs_moves_ground(workshop->blobs, at);
		g_ptr_array_add(workshop->works, work);
	}
}

KsWorkshop *ks_workshop_open(KsContext *context, const KsTargetConf *conf,
			     const char *base, GPtrArray *patches,
			     KsWorkshopWants wants, GError **error)
{
	g_autoptr(KsWorkshop) workshop = g_new0(KsWorkshop, 1);

	workshop->context = context;
	workshop->conf = conf;
	workshop->wants = wants;
	workshop->breaks = g_ptr_array_new_with_free_func(break_free);
	workshop->proven = g_hash_table_new(g_direct_hash, g_direct_equal);
	workshop->works = g_ptr_array_new_with_free_func(work_free);
	workshop->exact =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	workshop->before =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	workshop->absent =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	if (!load_blobs(workshop, base, patches, error))
		return NULL;
	add_works(workshop, patches);
	workshop->target = ks_target_open(context, conf->name, error);
	if (!workshop->target)
		return NULL;
	workshop->target->conf = conf;
	workshop->target->fresh = wants.fresh;
	return g_steal_pointer(&workshop);
}

void ks_workshop_close(KsWorkshop *workshop)
{
	g_clear_pointer(&workshop->target, ks_target_close);
	g_clear_pointer(&workshop->blobs, ks_blobs_free);
	g_ptr_array_unref(workshop->works);
	g_hash_table_unref(workshop->exact);
	g_hash_table_unref(workshop->absent);
	g_hash_table_unref(workshop->before);
	g_ptr_array_unref(workshop->breaks);
	g_hash_table_unref(workshop->proven);
	g_free(workshop);
}

KsWork *ks_workshop_work(KsWorkshop *workshop, const KsPatch *patch)
{
	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];

		if (work->patch == patch)
			return work;
	}
	return NULL;
}

void ks_work_want(KsWork *work)
{
	work->wanted = true;
}

bool ks_work_was_known(const KsWork *work)
{
	return work->known;
}

gint64 ks_work_wall_us(const KsWork *work)
{
	return work->wall_us;
}

const char *ks_work_stage(KsWork *work)
{
	if (!work->stage)
		work->stage = ks_stage_find(work, work->at);
	return work->stage;
}

/*
 * The C files that others include, by their last parts: what they are part of
 * cannot be told by their names.  Looked for in the checkout: one grep.
 */
static char **included_units(KsWorkshop *workshop, GError **error)
{
	const char *argv[] = {
		"grep",
		"-rhoE",
		"--include=*.[chS]",
		"^[[:space:]]*#[[:space:]]*include[[:space:]]*[\"<][^\">]*\\.c[\">]",
		workshop->target->src,
		NULL};
	KsChildSpec spec = {.argv = argv,
			    .timeout_s = GREP_TIMEOUT_S,
			    .cancel = workshop->context->cancel};
	g_auto(KsChildResult) result = {0};
	char **lines;

	if (!ks_target_move(workshop->target,
			    ks_blobs_commit(workshop->blobs, 0), error) ||
	    !ks_child_run(&spec, &result, error))
		return NULL;
	lines = g_strsplit(result.out->str, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		g_autofree char *line = lines[i];

		g_strdelimit(line, "\"<>", '/');
		g_strchomp(line);
		line[strlen(line) - (*line ? 1 : 0)] = '\0';
		lines[i] = g_path_get_basename(line);
	}
	return lines;
}

/* Whether a file's change is the change of one object, named like it. */
static bool is_plain_unit(const char *file, const char *const *included)
{
	g_autofree char *name = g_path_get_basename(file);

	return ks_file_kind(file) == KS_FILE_TEXT ||
	       (g_str_has_suffix(file, ".c") &&
		!g_strv_contains(included, name));
}

/*
 * Whether the patches change nothing but C files, so that which objects they
 * touch is known without a kernel.
 */
static bool only_units(KsWorkshop *workshop, bool *only, GError **error)
{
	g_auto(GStrv) included = included_units(workshop, error);

	if (!included)
		return false;
	*only = true;
	for (guint i = 0; i < workshop->works->len && *only; i++) {
		const KsWork *work = workshop->works->pdata[i];

		for (guint j = 0; work->files[j] && *only; j++)
			*only = is_plain_unit(work->files[j],
					      (const char *const *)included);
	}
	return true;
}

bool ks_workshop_prepare(KsWorkshop *workshop, KsTask *task, GError **error)
{
	KsTarget *target = workshop->target;
	const char *base = ks_blobs_commit(workshop->blobs, 0);
	bool only = false;

	if (!ks_target_configure(target, error))
		return false;
	if (workshop->conf->package)
		return ks_dist_prepare(workshop, task, error);
	if (!workshop->wants.link && !ks_target_has_kernel(target) &&
	    !only_units(workshop, &only, error))
		return false;
	if (only)
		return ks_target_prepare_objects(target, base, task, error);
	workshop->whole = true;
	workshop->wants.link = true;
	return ks_target_prepare(target, base, task, error) &&
	       ks_cone_refresh(target->cone, error);
}
