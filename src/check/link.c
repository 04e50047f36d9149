// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "base/checksum.h"
#include "base/names.h"
#include "check/modules.h"
#include "check/workshop_private.h"

#define LINKS "links"

typedef struct {
	KsCone *cone;
	GHashTable *paths;
} Collect;

static void collect(const char *object, gpointer data)
{
	Collect *to = data;
	const GPtrArray *deps = ks_cone_deps(to->cone, object);

	for (guint i = 0; deps && i < deps->len; i++)
		g_hash_table_add(to->paths, deps->pdata[i]);
}

/* A module, and what must be loaded before it. */
static void collect_module(KsTarget *target, const KsModules *modules,
			   const char *ko, Collect *to)
{
	g_auto(GStrv) needed = NULL;
	gsize top = strlen(target->obj) + 1;

	if (!ko)
		return;
	needed = ks_modules_needed(modules, ko, NULL);
	ks_cone_each(to->cone, ko + top, collect, to);
	for (guint i = 0; needed && needed[i]; i++)
		ks_cone_each(to->cone, needed[i] + top, collect, to);
}

/* The paths that decide what is linked for the patch; NULL without a kernel. */
static GHashTable *linked(KsWork *work)
{
	KsTarget *target = work->workshop->target;
	g_autoptr(KsModules) modules = NULL;
	Collect to = {.cone = target->cone};

	if (work->linked || !work->workshop->whole)
		return work->linked;
	modules = ks_modules_read(target->obj, NULL);
	if (!modules)
		return NULL;
	/* the cone's own strings: they live as long as it does */
	to.paths = g_hash_table_new(g_str_hash, g_str_equal);
	ks_cone_each(target->cone, NULL, collect, &to);
	for (guint i = 0; work->objects && work->objects[i]; i++) {
		const char *ko = ks_cone_module(target->cone, work->objects[i]);
		g_autofree char *path =
			ko ? g_build_filename(target->obj, ko, NULL) : NULL;

		collect_module(target, modules, path, &to);
	}
	if (work->patch->driver)
		collect_module(target, modules,
			       ks_modules_path(modules, work->patch->driver),
			       &to);
	collect_module(target, modules, ks_modules_path(modules, "netconsole"),
		       &to);
	work->linked = to.paths;
	return work->linked;
}

void ks_link_forget(KsWorkshop *workshop)
{
	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];

		g_clear_pointer(&work->linked, g_hash_table_unref);
		g_hash_table_remove_all(work->link_ids);
	}
}

/* The name itself; NULL without a kernel. */
static char *make_id(KsWork *work, guint at)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	const KsBlobs *blobs = work->workshop->blobs;
	g_autofree gpointer *paths = NULL;
	GHashTable *all = linked(work);
	guint n;

	if (!all)
		return NULL;
	ks_sum_add(sum, work->workshop->target->identity);
	ks_sum_add(sum, ks_blobs_ground(blobs, at));
	ks_sum_add(sum, work->patch->driver);
	paths = g_hash_table_get_keys_as_array(all, &n);
	qsort(paths, n, sizeof(*paths), ks_by_name);
	for (guint i = 0; i < n; i++) {
		ks_sum_add(sum, paths[i]);
		ks_sum_add(sum, ks_blobs_id(blobs, at, paths[i]));
	}
	return g_strdup(g_checksum_get_string(sum));
}

/* It is asked for often, and a sum over thousands of paths. */
const char *ks_link_id(KsWork *work, guint at)
{
	gpointer key = GUINT_TO_POINTER(at);
	char *id = g_hash_table_lookup(work->link_ids, key);

	if (id)
		return id;
	id = make_id(work, at);
	if (id)
		g_hash_table_insert(work->link_ids, key, id);
	return id;
}

static bool changes_any(const KsBlobs *blobs, guint at, GHashTable *paths)
{
	g_auto(GStrv) changed = ks_blobs_changed(blobs, at);

	if (ks_blobs_moves_ground(blobs, at))
		return true;
	for (guint i = 0; changed[i]; i++)
		if (g_hash_table_contains(paths, changed[i]))
			return true;
	return false;
}

static bool same_link(guint at, gpointer data)
{
	KsWork *work = data;

	return !changes_any(work->workshop->blobs, at, work->linked);
}

bool ks_link_span(KsWork *work, guint at, KsSpan *span)
{
	if (!linked(work))
		return false;
	*span = ks_span_around(at, ks_blobs_len(work->workshop->blobs),
			       same_link, work);
	return true;
}

/* Whether modpost speaks of something that the patch is part of. */
static bool concerns(KsWork *work, const char *text)
{
	KsCone *cone = work->workshop->target->cone;

	for (guint i = 0; work->objects && work->objects[i]; i++) {
		const char *ko = ks_cone_module(cone, work->objects[i]);
		g_autofree char *stem =
			ko ? g_strndup(ko, strlen(ko) - strlen(".ko")) :
			     g_strdup("vmlinux");
		const char *at = strstr(text, stem);

		if (at && strchr(".]", at[strlen(stem)]))
			return true;
	}
	return false;
}

GPtrArray *ks_link_findings(KsWork *work, const char *log)
{
	g_autoptr(GPtrArray)
		all = ks_findings_parse("ld", log, work->workshop->target->src);
	GPtrArray *own = ks_findings_new();

	for (guint i = 0; i < all->len; i++) {
		const KsFinding *finding = all->pdata[i];

		if (g_str_equal(finding->tool, "modpost") &&
		    concerns(work, finding->text))
			g_ptr_array_add(own, ks_finding_copy(finding));
	}
	return own;
}

static char *link_path(KsWork *work, guint at)
{
	const char *id = ks_link_id(work, at);
	g_autofree char *below = id ? g_strdup_printf(LINKS "/%s", id) : NULL;

	return below ? ks_target_path(work->workshop->target, below) : NULL;
}

char *ks_link_load(KsWork *work, guint at)
{
	g_autofree char *path = link_path(work, at);
	char *text = NULL;

	if (path && ks_target_may_use(work->workshop->target, path))
		g_file_get_contents(path, &text, NULL, NULL);
	return text;
}

bool ks_link_save(KsWork *work, guint at, const char *log, GError **error)
{
	g_autofree char *path = link_path(work, at);

	return !path ||
	       ks_target_keep(work->workshop->target, path, log, -1, error);
}
