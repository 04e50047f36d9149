// SPDX-License-Identifier: GPL-2.0
#include "check/compared.h"

#include "base/error.h"
#include "check/blame.h"
#include "check/dist.h"
#include "check/locate.h"
#include "tree/filekind.h"

static void object_free(gpointer object)
{
	ks_object_free(object);
}

static GPtrArray *load(KsWork *work, guint at, GError **error)
{
	const KsWorkshop *workshop = work->workshop;
	g_autoptr(GPtrArray)
		objects = g_ptr_array_new_with_free_func(object_free);
	g_auto(GStrv) names = ks_work_objects(work, at);

	for (guint i = 0; names[i]; i++) {
		KsObject *object = ks_object_load(
			workshop->target, workshop->blobs, at, names[i]);

		if (!object) {
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
				    "%s: %s of commit %.12s was not compiled",
				    workshop->target->name, names[i],
				    ks_blobs_commit(workshop->blobs, at));
			return NULL;
		}
		g_ptr_array_add(objects, object);
	}
	return g_steal_pointer(&objects);
}

bool ks_compared_load(KsWork *work, KsCompared *compared, GError **error)
{
	compared->before = load(work, work->at - 1, error);
	compared->after = compared->before ? load(work, work->at, error) : NULL;
	return compared->after != NULL;
}

void ks_compared_clear(KsCompared *compared)
{
	g_clear_pointer(&compared->before, g_ptr_array_unref);
	g_clear_pointer(&compared->after, g_ptr_array_unref);
}

const KsObject *ks_first_failed(const GPtrArray *objects)
{
	for (guint i = 0; i < objects->len; i++) {
		const KsObject *object = objects->pdata[i];

		if (object->status)
			return object;
	}
	return NULL;
}

GPtrArray *ks_objects_findings(KsWork *work, const GPtrArray *objects, guint at,
			       KsObjectWords words, GError **error)
{
	const KsWorkshop *workshop = work->workshop;
	g_autoptr(GPtrArray) all = ks_findings_new();

	for (guint i = 0; i < objects->len; i++) {
		g_autoptr(GPtrArray)
			some = words(objects->pdata[i], workshop->target->src);

		for (guint j = 0; j < some->len; j++)
			g_ptr_array_add(all, ks_finding_copy(some->pdata[j]));
	}
	if (all->len &&
	    !ks_locate(workshop->context, ks_blobs_commit(workshop->blobs, at),
		       all, error))
		return NULL;
	return g_steal_pointer(&all);
}

static void add_objects(GString *text, const char *head, const char *commit,
			const GPtrArray *objects, bool sparse)
{
	g_string_append_printf(text, "=== %s %s\n", head, commit);
	if (!objects->len)
		g_string_append(text, "nothing to compile\n");
	for (guint i = 0; i < objects->len; i++) {
		const KsObject *object = objects->pdata[i];

		if (sparse)
			g_string_append_printf(text, "  CHECK   %s\n",
					       object->object);
		g_string_append(text, sparse ? object->sparse : object->log);
	}
}

bool ks_compared_log(const KsWork *work, const KsCompared *compared,
		     bool sparse, const char *link, const char *log,
		     GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	add_objects(text, "parent", work->patch->parent, compared->before,
		    sparse);
	add_objects(text, "patch", work->patch->commit, compared->after,
		    sparse);
	if (link)
		g_string_append_printf(text, "=== link\n%s", link);
	return ks_write_file(log, text->str, text->len, error);
}

KsOutcome *ks_work_blocked(const KsWork *work)
{
	const KsBreak *broken = ks_work_break(work);
	const KsWork *culprit;

	if (!broken)
		return NULL;
	if (broken->foreign)
		return ks_dist_blocked(work, broken);
	if (work->at == broken->lo)
		return ks_outcome_new(broken->verdict, "does not build: %s",
				      broken->reason);
	if (!broken->lo)
		return ks_outcome_new(
			KS_VERDICT_ERROR,
			"what the series starts from does not build: %s",
			broken->reason);
	culprit = work->workshop->works->pdata[broken->lo - 1];
	return ks_outcome_new(
		KS_VERDICT_SKIP,
		"not built: patch %u of the series does not build: %s",
		culprit->patch->number, broken->reason);
}

const char *ks_work_config_hint(const KsWork *work)
{
	return work->workshop->conf->package ?
		       ", which is the distribution's" :
		       "; turn its CONFIG_ symbol on in ci/config";
}

KsOutcome *ks_work_untouched(const KsWork *work)
{
	for (guint i = 0; work->files[i]; i++) {
		KsFileKind kind = ks_file_kind(work->files[i]);

		if (kind == KS_FILE_UNIT || kind == KS_FILE_HEADER)
			return ks_outcome_new(
				KS_VERDICT_SKIP,
				"%s is not compiled in this configuration%s",
				work->files[i], ks_work_config_hint(work));
	}
	return ks_outcome_new(KS_VERDICT_SKIP,
			      "the patch changes nothing that is compiled");
}
