// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/blame.h"
#include "tree/filekind.h"

/* a/b.o is made of a/b.c as long as nothing else is known. */
char *ks_workshop_source(const KsWorkshop *workshop, const char *object)
{
	const char *known = ks_cone_source(workshop->target->cone, object);
	g_autofree char *stem = g_strndup(object, strlen(object) - 2);

	return known ? g_strdup(known) : g_strconcat(stem, ".c", NULL);
}

/* An object, of which is asked where it is the same. */
typedef struct {
	const KsBlobs *blobs;
	const GPtrArray *deps; /* NULL: it was not compiled yet, and ... */
	char *source; /* ... its source is all that is known */
} Wanted;

static bool same_object(guint at, gpointer data)
{
	const Wanted *wanted = data;

	if (ks_blobs_moves_ground(wanted->blobs, at))
		return false;
	if (!wanted->deps)
		return !ks_blobs_changes(wanted->blobs, at, wanted->source);
	for (guint i = 0; i < wanted->deps->len; i++)
		if (ks_blobs_changes(wanted->blobs, at, wanted->deps->pdata[i]))
			return false;
	return true;
}

/*
 * The first and last commit that are as @at for the object: none between
 * changes a file that it reads, or the ground.
 */
static KsSpan object_span(const KsWorkshop *workshop, guint at,
			  const char *object)
{
	g_autofree char *key = g_strdup_printf("%u %s", at, object);
	g_autofree char *source = ks_workshop_source(workshop, object);
	Wanted wanted = {workshop->blobs,
			 ks_cone_deps(workshop->target->cone, object), source};

	if (g_hash_table_contains(workshop->exact, key))
		return (KsSpan){.lo = at, .hi = at};
	return ks_span_around(at, ks_blobs_len(workshop->blobs), same_object,
			      &wanted);
}

/* Without a kernel an object is named after its C file. */
static char **objects_by_name(const KsWork *work)
{
	g_autoptr(GPtrArray) objects = g_ptr_array_new();

	for (guint i = 0; work->files[i]; i++)
		if (g_str_has_suffix(work->files[i], ".c"))
			g_ptr_array_add(
				objects,
				g_strdup_printf("%.*so",
						(int)strlen(work->files[i]) - 1,
						work->files[i]));
	g_ptr_array_add(objects, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&objects), FALSE);
}

/*
 * What make was seen to rebuild, and, as long as it was not seen, what the C
 * files and headers among the changed ones come to.
 */
static char **observed_objects(const KsWork *work)
{
	g_autoptr(GPtrArray) files = g_ptr_array_new();

	if (work->observed)
		return g_strdupv(work->observed);
	for (guint i = 0; work->files[i]; i++) {
		KsFileKind kind = ks_file_kind(work->files[i]);

		if (kind == KS_FILE_UNIT || kind == KS_FILE_HEADER)
			g_ptr_array_add(files, work->files[i]);
	}
	g_ptr_array_add(files, NULL);
	return ks_cone_objects(work->workshop->target->cone,
			       (const char *const *)files->pdata);
}

/* The objects that the patch touches, as far as is known now. */
static void find_objects(KsWork *work)
{
	KsWorkshop *workshop = work->workshop;

	if (work->objects)
		return;
	if (work->moves_ground)
		work->objects = observed_objects(work);
	else if (workshop->whole)
		work->objects =
			ks_cone_objects(workshop->target->cone,
					(const char *const *)work->files);
	else
		work->objects = objects_by_name(work);
}

char **ks_work_objects(KsWork *work, guint at)
{
	g_autoptr(GPtrArray) present = g_ptr_array_new();

	find_objects(work);
	for (guint i = 0; work->objects[i]; i++) {
		g_autofree char *source =
			ks_workshop_source(work->workshop, work->objects[i]);
		g_autofree char *key =
			g_strdup_printf("%u %s", at, work->objects[i]);

		if (ks_blobs_id(work->workshop->blobs, at, source) &&
		    !g_hash_table_contains(work->workshop->absent, key))
			g_ptr_array_add(present, g_strdup(work->objects[i]));
	}
	g_ptr_array_add(present, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&present), FALSE);
}

static void add_object_spans(KsWork *work, guint at, GPtrArray *spans)
{
	const KsWorkshop *workshop = work->workshop;
	g_auto(GStrv) objects = ks_work_objects(work, at);

	for (guint i = 0; objects[i]; i++) {
		g_autoptr(KsObject) known = ks_object_load(
			workshop->target, workshop->blobs, at, objects[i]);
		KsSpan span;

		if (known)
			continue;
		span = object_span(workshop, at, objects[i]);
		ks_break_clip(workshop, at, true, &span);
		ks_spans_add(spans, span.lo, span.hi, objects[i]);
	}
}

/* Whether what the patch links to is known, and kept if it is to boot. */
static bool is_linked(KsWork *work)
{
	g_autofree char *log = ks_link_load(work, work->at);

	if (!log)
		return false;
	return !work->workshop->wants.boot || !work->patch->driver ||
	       ks_work_stage(work) != NULL;
}

/* What modpost says is compared with what it said before, if it speaks. */
static bool needs_parents_link(KsWork *work)
{
	g_autofree char *log = ks_link_load(work, work->at);
	g_autofree char *before = NULL;
	g_autoptr(GPtrArray) findings = NULL;

	if (!log || ks_workshop_break(work->workshop, work->at - 1, false))
		return false;
	findings = ks_link_findings(work, log);
	if (!findings->len)
		return false;
	before = ks_link_load(work, work->at - 1);
	return !before;
}

static void add_link_span(KsWork *work, GPtrArray *spans)
{
	const KsWorkshop *workshop = work->workshop;
	guint at = work->at;
	g_autofree char *exact = NULL;
	KsSpan span;

	if (!workshop->wants.link || ks_workshop_break(workshop, at, false) ||
	    (!work->objects[0] && !work->moves_ground))
		return;
	if (is_linked(work)) {
		if (!needs_parents_link(work))
			return;
		at--;
	}
	if (!ks_link_span(work, at, &span))
		return;
	exact = g_strdup_printf("%u ", at);
	ks_break_clip(workshop, at, false, &span);
	if (work->moves_ground || g_hash_table_contains(workshop->exact, exact))
		span.lo = span.hi = at;
	ks_spans_add(spans, span.lo, span.hi, NULL);
}

/* All that is still to be met for the patch. */
static void add_spans(KsWork *work, GPtrArray *spans)
{
	add_object_spans(work, work->at - 1, spans);
	add_object_spans(work, work->at, spans);
	add_link_span(work, spans);
}

GPtrArray *ks_workshop_spans(KsWorkshop *workshop)
{
	GPtrArray *spans = ks_spans_new();

	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];

		if (!work->wanted || ks_work_break(work))
			continue;
		add_spans(work, spans);
	}
	return spans;
}

bool ks_work_ready(KsWork *work)
{
	g_autoptr(GPtrArray) spans = NULL;

	if (ks_work_break(work))
		return true;
	if (work->moves_ground && work->workshop->whole && !work->observed)
		return false;
	spans = ks_spans_new();
	add_spans(work, spans);
	return spans->len == 0;
}
