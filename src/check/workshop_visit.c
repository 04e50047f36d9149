// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/words.h"
#include "check/workshop_private.h"
#include "tree/git.h"

/* One visit: what it is for, and what make said. */
typedef struct {
	KsWorkshop *workshop;
	guint at;
	GPtrArray *spans; /* all that were open */
	GPtrArray *objects; /* names, to be compiled here (not owned) */
	bool link;
	int status; /* make's */
	KsWords *words;
} Visit;

static void visit_clear(Visit *visit)
{
	g_clear_pointer(&visit->spans, g_ptr_array_unref);
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
	visit->spans = ks_workshop_spans(visit->workshop);
	visit->objects = g_ptr_array_new();
	if (!ks_spans_first(visit->spans, &visit->at))
		return false;
	for (guint i = 0; i < visit->spans->len; i++) {
		KsSpan *span = visit->spans->pdata[i];

		if (!meets(visit, span))
			continue;
		visit->link |= !span->object;
		if (span->object &&
		    !g_ptr_array_find_with_equal_func(
			    visit->objects, span->object, g_str_equal, NULL))
			g_ptr_array_add(visit->objects, span->object);
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

/* Keep what was said of one object; one that failed has left no .o behind. */
static bool save_object(Visit *visit, const char *name, GError **error)
{
	KsTarget *target = visit->workshop->target;
	g_autoptr(KsObject) object = g_new0(KsObject, 1);
	g_autofree char *path = g_build_filename(target->obj, name, NULL);
	g_autoptr(GPtrArray) deps = g_ptr_array_new();
	const GPtrArray *known = ks_cone_deps(target->cone, name);
	bool there = g_file_test(path, G_FILE_TEST_EXISTS) && known;
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

static void set_barrier(KsWorkshop *workshop, guint at, bool hard,
			KsVerdict verdict, const char *reason, const char *log)
{
	KsBarrier *barrier = &workshop->barrier;

	if (at >= barrier->at)
		return;
	g_free(barrier->reason);
	g_free(barrier->log);
	*barrier = (KsBarrier){.at = at,
			       .hard = hard,
			       .verdict = at ? verdict : KS_VERDICT_ERROR,
			       .reason = g_strdup(reason),
			       .log = g_strdup(log)};
}

/* Nobody can be blamed yet: go on one commit after the other. */
static void blame(Visit *visit, KsVerdict verdict, const char *reason,
		  const char *log)
{
	if (visit->workshop->careful)
		set_barrier(visit->workshop, visit->at, true, verdict, reason,
			    log);
	visit->workshop->careful = true;
}

/* The first commit that has one of the objects that failed here as it is. */
static bool blame_object(Visit *visit)
{
	KsWorkshop *workshop = visit->workshop;
	const KsSpan *first = NULL;
	g_autoptr(KsObject) known = NULL;
	g_autofree char *why = NULL;

	for (guint i = 0; i < visit->spans->len; i++) {
		const KsSpan *span = visit->spans->pdata[i];
		g_autoptr(KsObject) object = NULL;

		if (!span->object || !meets(visit, span))
			continue;
		object = ks_object_load(workshop->target, workshop->blobs,
					visit->at, span->object);
		if (object && object->status &&
		    (!first || span->lo < first->lo))
			first = span;
	}
	if (!first)
		return false;
	known = ks_object_load(workshop->target, workshop->blobs, visit->at,
			       first->object);
	why = ks_object_failure(known, workshop->target->src);
	set_barrier(workshop, first->lo, false, KS_VERDICT_FAIL,
		    why ? why : "make says no reason", NULL);
	return true;
}

/* modpost names the module: ERROR: modpost: "f" [dir/x.ko] undefined! */
static bool blame_module(Visit *visit)
{
	KsWorkshop *workshop = visit->workshop;
	g_autoptr(GPtrArray) findings = ks_findings_parse(
		"ld", visit->words->all, workshop->target->src);
	bool found = false;

	for (guint i = 0; i < workshop->works->len; i++) {
		KsWork *work = workshop->works->pdata[i];
		KsSpan span;

		if (!work->patch->driver ||
		    !ks_link_span(work, work->at, &span) ||
		    !meets(visit, &span))
			continue;
		for (guint j = 0; j < findings->len; j++) {
			const KsFinding *finding = findings->pdata[j];
			g_autofree char *ko =
				g_strdup_printf("/%s.ko]", work->patch->driver);

			if (!g_str_equal(finding->tool, "modpost") ||
			    !strstr(finding->text, ko))
				continue;
			set_barrier(workshop, span.lo, false, KS_VERDICT_FAIL,
				    finding->text, visit->words->all);
			found = true;
		}
	}
	return found;
}

static bool take_results(Visit *visit, GError **error)
{
	if (!save_objects(visit, error))
		return false;
	if (visit->link && !visit->status)
		return save_links(visit, error);
	if (visit->status && visit->link &&
	    (blame_object(visit) || blame_module(visit)))
		return true;
	if (visit->status && (visit->link || !visit->words->reached)) {
		g_autofree char *why = ks_build_failure(
			visit->words->all, visit->workshop->target->src);

		blame(visit, KS_VERDICT_FAIL, why ? why : "make says no reason",
		      visit->words->all);
	}
	return true;
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

static bool take_failure(Visit *visit, GError *why, GError **error)
{
	KsVerdict verdict = KS_VERDICT_FAIL;

	if (g_error_matches(why, KS_ERROR, KS_ERROR_TIMEOUT)) {
		verdict = KS_VERDICT_TIMEOUT;
	} else if (!g_error_matches(why, KS_ERROR, KS_ERROR_LIMIT) &&
		   !g_error_matches(why, KS_ERROR, KS_ERROR_USAGE)) {
		g_propagate_error(error, g_error_copy(why));
		return false;
	}
	blame(visit, verdict, why->message, NULL);
	return true;
}

/* Have everything as in commit @at; a visit that nobody asked for. */
static bool build_at(Visit *visit, guint at, GError **error)
{
	g_autoptr(GError) why = NULL;

	visit->at = at;
	visit->link = true;
	visit->spans = ks_spans_new();
	visit->objects = g_ptr_array_new();
	g_ptr_array_add(visit->objects, NULL);
	return run(visit, &why) || take_failure(visit, why, error);
}

/* Build before and after a patch that moves the ground, and see. */
static bool observe(KsWork *work, GError **error)
{
	KsWorkshop *workshop = work->workshop;
	g_auto(Visit) before = {.workshop = workshop};
	g_auto(Visit) after = {.workshop = workshop};

	if (!build_at(&before, work->at - 1, error) ||
	    (before.words && !take_results(&before, error)))
		return false;
	if (workshop->barrier.at < work->at)
		return true;
	remember_objects(workshop);
	if (!build_at(&after, work->at, error))
		return false;
	return !after.words || (take_observed(&after, work, error) &&
				take_results(&after, error));
}

/* Each of the two builds is to blame for itself. */
static bool observe_carefully(KsWork *work, KsTask *task, GError **error)
{
	KsWorkshop *workshop = work->workshop;
	bool careful = workshop->careful;
	bool ok;

	ks_task_step(task, 0, 0, "modules, before and after");
	workshop->careful = true;
	ok = observe(work, error);
	workshop->careful = careful;
	return ok;
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

	*more = true;
	if (unseen)
		return observe_carefully(unseen, task, error);
	*more = choose(&visit);
	if (!*more)
		return true;
	note = g_strdup_printf("%u objects at patch %u%s",
			       visit.objects->len - 1, visit.at,
			       visit.link ? ", modules" : "");
	ks_task_step(task, 0, 0, note);
	if (!run(&visit, &why))
		return take_failure(&visit, why, error);
	if (!workshop->whole && visit.words->unsure)
		return want_kernel(workshop, task, error);
	if (!take_results(&visit, error))
		return false;
	share_time(&visit, g_get_monotonic_time() - start);
	return true;
}
