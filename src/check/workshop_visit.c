// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/blame.h"
#include "check/words.h"
#include "tree/git.h"

/* One visit: what it is for, and what make said. */
typedef struct {
	KsWorkshop *workshop;
	guint at;
	GPtrArray *objects; /* names, to be compiled here */
	bool link;
	int status; /* make's */
	KsWords *words;
} Visit;

static void visit_clear(Visit *visit)
{
	g_clear_pointer(&visit->objects, g_ptr_array_unref);
	g_clear_pointer(&visit->words, ks_words_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Visit, visit_clear)

static bool meets(const Visit *visit, const KsSpan *span)
{
	return span->lo <= visit->at && visit->at <= span->hi;
}

/* What can be met here of all that is open. */
static bool choose(Visit *visit)
{
	g_autoptr(GPtrArray) spans = ks_workshop_spans(visit->workshop);

	visit->objects = g_ptr_array_new_with_free_func(g_free);
	if (!ks_spans_first(spans, &visit->at))
		return false;
	for (guint i = 0; i < spans->len; i++) {
		KsSpan *span = spans->pdata[i];

		if (!meets(visit, span))
			continue;
		visit->link |= !span->object;
		if (span->object &&
		    !g_ptr_array_find_with_equal_func(
			    visit->objects, span->object, g_str_equal, NULL))
			g_ptr_array_add(visit->objects, g_strdup(span->object));
	}
	g_ptr_array_add(visit->objects, NULL);
	return true;
}

static bool run(Visit *visit, GError **error)
{
	KsTarget *target = visit->workshop->target;
	KsRebuild rebuild = {
		.commit = ks_blobs_commit(visit->workshop->blobs, visit->at),
		.objects = (const char *const *)visit->objects->pdata,
		.link = visit->link,
	};

	visit->words =
		ks_target_rebuild(target, &rebuild, &visit->status, error);
	if (!visit->words)
		return false;
	if (visit->status && ks_build_is_machine(visit->words->all)) {
		g_autofree char *why =
			ks_build_failure(visit->words->all, target->src);

		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: the build broke, and not by the sources: %s",
			    target->name, why ? why : "see the log");
		return false;
	}
	ks_link_forget(visit->workshop);
	return ks_cone_refresh(target->cone, error);
}

static void mark_made(KsWorkshop *workshop, const char *object)
{
	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];

		if (!work->objects ||
		    !g_strv_contains((const char *const *)work->objects,
				     object))
			continue;
		work->touched = true;
		work->known = false;
	}
}

/* Keep what was said of one object; one that failed may leave an old .o. */
static bool save_object(Visit *visit, const char *name, GError **error)
{
	KsTarget *target = visit->workshop->target;
	g_autoptr(KsObject) object = g_new0(KsObject, 1);
	g_autofree char *path = g_build_filename(target->obj, name, NULL);
	g_autoptr(GPtrArray) deps = g_ptr_array_new();
	const GPtrArray *known = ks_cone_deps(target->cone, name);
	bool there = known && g_file_test(path, G_FILE_TEST_EXISTS) &&
		     !g_hash_table_contains(visit->words->failed, name);
	const char *log = g_hash_table_lookup(visit->words->objects, name);
	const char *sparse = g_hash_table_lookup(visit->words->sparse, name);

	for (guint i = 0; there && i < known->len; i++)
		g_ptr_array_add(deps, g_strdup(known->pdata[i]));
	g_ptr_array_add(deps, NULL);
	object->object = g_strdup(name);
	object->status = there ? 0 : 1;
	object->log = g_strdup(log ? log : "");
	object->sparse = g_strdup(sparse ? sparse : "");
	object->deps = (char **)g_ptr_array_free(g_steal_pointer(&deps), FALSE);
	mark_made(visit->workshop, name);
	return ks_object_save(target, visit->workshop->blobs, visit->at, object,
			      error);
}

/*
 * What was asked for here and is not known now although it was built for
 * another commit: it is not the same there, after all.
 */
static void settle_object(Visit *visit, const char *name)
{
	KsWorkshop *workshop = visit->workshop;

	if (!g_hash_table_contains(visit->words->objects, name)) {
		/* make was asked, and has no word of it */
		if (!visit->status || visit->words->reached)
			g_hash_table_add(workshop->absent,
					 g_strdup_printf("%u %s", visit->at,
							 name));
		return;
	}
	for (guint at = 0; at < ks_blobs_len(workshop->blobs); at++) {
		g_autoptr(KsObject) known = ks_object_load(
			workshop->target, workshop->blobs, at, name);

		if (!known && at != visit->at)
			g_hash_table_add(workshop->exact,
					 g_strdup_printf("%u %s", at, name));
	}
}

static bool save_objects(Visit *visit, GError **error)
{
	GHashTableIter iter;
	gpointer name;

	g_hash_table_iter_init(&iter, visit->words->objects);
	while (g_hash_table_iter_next(&iter, &name, NULL))
		if (!save_object(visit, name, error))
			return false;
	for (guint i = 0; visit->objects->pdata[i]; i++)
		settle_object(visit, visit->objects->pdata[i]);
	return true;
}

/* Keep what was linked here as what commit @at links to, if it does. */
static bool save_link(Visit *visit, KsWork *work, guint at, GError **error)
{
	KsWorkshop *workshop = visit->workshop;
	KsSpan span;

	if (g_strcmp0(ks_link_id(work, visit->at), ks_link_id(work, at))) {
		if (ks_link_span(work, at, &span) && meets(visit, &span))
			g_hash_table_add(workshop->exact,
					 g_strdup_printf("%u ", at));
		return true;
	}
	if (!ks_link_save(work, visit->at, visit->words->link, error))
		return false;
	if (at != work->at)
		return true;
	work->touched = true;
	work->known = false;
	return !workshop->wants.boot || !work->patch->driver ||
	       ks_work_stage(work) || ks_stage_make(work, visit->at, error);
}

static bool save_links(Visit *visit, GError **error)
{
	KsWorkshop *workshop = visit->workshop;

	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];

		if (work->wanted &&
		    (!save_link(visit, work, work->at, error) ||
		     !save_link(visit, work, work->at - 1, error)))
			return false;
	}
	return true;
}

/* Everything of this commit was to be built, or make did not come that far. */
static bool blame(Visit *visit, GError **error)
{
	KsWorkshop *workshop = visit->workshop;
	const KsWords *words = visit->words;
	bool found = false;
	KsBreak *broken;

	if (words->reached &&
	    (!ks_blame_objects(workshop, visit->at, words->objects, &found,
			       error) ||
	     found))
		return found;
	broken = g_new0(KsBreak, 1);
	broken->hard = !words->reached;
	broken->verdict = KS_VERDICT_FAIL;
	broken->reason = ks_build_failure(words->all, workshop->target->src);
	if (!broken->reason)
		broken->reason = g_strdup("make says no reason");
	broken->log = g_strdup(words->all);
	return ks_blame_build(workshop, visit->at, broken, error);
}

static bool take_results(Visit *visit, GError **error)
{
	bool all = visit->link;

	if (!save_objects(visit, error))
		return false;
	if (visit->status)
		return (!all && visit->words->reached) || blame(visit, error);
	if (!all)
		return true;
	g_hash_table_add(visit->workshop->proven, GUINT_TO_POINTER(visit->at));
	return save_links(visit, error);
}

/* Whether what the sources do made us end make, not a fault of our side. */
static bool is_own_end(const GError *why)
{
	return g_error_matches(why, KS_ERROR, KS_ERROR_TIMEOUT) ||
	       g_error_matches(why, KS_ERROR, KS_ERROR_LIMIT) ||
	       g_error_matches(why, KS_ERROR, KS_ERROR_USAGE);
}

static bool take_failure(Visit *visit, GError *why, GError **error)
{
	bool timeout = g_error_matches(why, KS_ERROR, KS_ERROR_TIMEOUT);
	KsBreak *broken;

	if (!is_own_end(why)) {
		g_propagate_error(error, g_error_copy(why));
		return false;
	}
	broken = g_new0(KsBreak, 1);
	broken->hard = true;
	broken->verdict = timeout ? KS_VERDICT_TIMEOUT : KS_VERDICT_FAIL;
	broken->reason = g_strdup(why->message);
	return ks_blame_build(visit->workshop, visit->at, broken, error);
}

/* What an observed patch had rebuilt, and was not there before it. */
static bool take_observed(Visit *visit, KsWork *work, GError **error)
{
	KsWorkshop *workshop = visit->workshop;

	if (!visit->words->reached && visit->status)
		return true; /* make did not come that far: it is to blame */
	if (!ks_rebuilt_save(work, visit->words, error))
		return false;
	work->observed = ks_rebuilt_load(work);
	g_clear_pointer(&work->objects, g_strfreev);
	for (guint i = 0; work->observed && work->observed[i]; i++)
		if (!g_hash_table_contains(workshop->before, work->observed[i]))
			g_hash_table_add(workshop->absent,
					 g_strdup_printf("%u %s", work->at - 1,
							 work->observed[i]));
	return true;
}

static void remember_objects(KsWorkshop *workshop)
{
	g_auto(GStrv) all = ks_cone_all(workshop->target->cone);

	g_hash_table_remove_all(workshop->before);
	for (guint i = 0; all[i]; i++)
		g_hash_table_add(workshop->before, g_strdup(all[i]));
}

/* Each patch that this was for has an equal part of the time. */
static void share_time(const Visit *visit, gint64 wall_us)
{
	g_autoptr(GPtrArray) touched = g_ptr_array_new();

	for (guint i = 0; i < visit->workshop->works->len; i++) {
		KsWork *work = visit->workshop->works->pdata[i];

		if (work->touched)
			g_ptr_array_add(touched, work);
		work->touched = false;
	}
	for (guint i = 0; i < touched->len; i++) {
		KsWork *work = touched->pdata[i];

		work->wall_us += wall_us / touched->len;
	}
}

/* What makes no sense without a kernel needs one now. */
static bool want_kernel(KsWorkshop *workshop, KsTask *task, GError **error)
{
	workshop->wants.link = true;
	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];

		g_clear_pointer(&work->objects, g_strfreev);
	}
	return ks_workshop_prepare(workshop, task, error);
}

static bool run_and_take(Visit *visit, GError **error)
{
	g_autoptr(GError) why = NULL;

	if (!run(visit, &why))
		return take_failure(visit, why, error);
	return take_results(visit, error);
}

static void aim(Visit *visit, KsWorkshop *workshop, guint at,
		const char *object)
{
	visit->workshop = workshop;
	visit->at = at;
	visit->link = !object;
	visit->objects = g_ptr_array_new_with_free_func(g_free);
	if (object)
		g_ptr_array_add(visit->objects, g_strdup(object));
	g_ptr_array_add(visit->objects, NULL);
}

bool ks_visit_compile(KsWorkshop *workshop, guint at, const char *object,
		      GError **error)
{
	g_auto(Visit) visit = {0};

	aim(&visit, workshop, at, object);
	return run_and_take(&visit, error);
}

bool ks_visit_everything(KsWorkshop *workshop, guint at, GError **error)
{
	g_auto(Visit) visit = {0};

	if (g_hash_table_contains(workshop->proven, GUINT_TO_POINTER(at)))
		return true;
	aim(&visit, workshop, at, NULL);
	return run_and_take(&visit, error);
}

/* Build before and after a patch that moves the ground, and see. */
static bool observe(KsWork *work, KsTask *task, GError **error)
{
	KsWorkshop *workshop = work->workshop;
	g_auto(Visit) before = {0};
	g_auto(Visit) after = {0};
	g_autoptr(GError) why = NULL;

	ks_task_step(task, 0, 0, "modules, before and after");
	aim(&before, workshop, work->at - 1, NULL);
	if (!run_and_take(&before, error))
		return false;
	if (ks_work_break(work))
		return true;
	remember_objects(workshop);
	aim(&after, workshop, work->at, NULL);
	if (!run(&after, &why))
		return take_failure(&after, why, error);
	return take_observed(&after, work, error) &&
	       take_results(&after, error);
}

bool ks_workshop_visit(KsWorkshop *workshop, KsTask *task, bool *more,
		       GError **error)
{
	g_auto(Visit) visit = {.workshop = workshop};
	KsWork *unseen = workshop->whole ? ks_workshop_unobserved(workshop) :
					   NULL;
	gint64 start = g_get_monotonic_time();
	g_autofree char *note = NULL;
	g_autoptr(GError) why = NULL;
	bool ok;

	*more = true;
	if (unseen)
		return observe(unseen, task, error);
	*more = choose(&visit);
	if (!*more)
		return true;
	note = g_strdup_printf("%u objects at patch %u%s",
			       visit.objects->len - 1, visit.at,
			       visit.link ? ", modules" : "");
	ks_task_step(task, 0, 0, note);
	ok = run(&visit, &why);
	/* who is to blame shows in builds of everything */
	if (!workshop->whole &&
	    (ok ? visit.words->unsure ||
			     (visit.status && !visit.words->reached) :
		  is_own_end(why)))
		return want_kernel(workshop, task, error);
	if (!ok)
		return take_failure(&visit, why, error);
	if (!take_results(&visit, error))
		return false;
	share_time(&visit, g_get_monotonic_time() - start);
	return true;
}
