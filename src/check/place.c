// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/boot_check.h"
#include "check/runner_private.h"

/* A make of two or so compilers, and the linker of a kernel. */
#define MAKE_MIB 1500
/* QEMU beside its guest's memory. */
#define QEMU_MIB 200

static bool boot_run(gpointer data, GError **error);
static bool visit_run(gpointer data, GError **error);

static bool is_open(const Job *job)
{
	return job->check->kind != KS_CHECK_LIGHT && !job->cell->outcome;
}

static void add_visit(Place *place)
{
	const KsJob visit = {KS_JOB_COMPILE, MAKE_MIB, place->rank, visit_run,
			     place};

	ks_sched_add(place->runner->sched, &visit);
}

static void add_boot(Job *job, const char *stage)
{
	const KsJob boot = {KS_JOB_BOOT,
			    job->place->target->conf->memory + QEMU_MIB,
			    job->place->rank, boot_run, job};

	job->stage = g_strdup(stage);
	ks_sched_add(job->runner->sched, &boot);
}

void ks_place_unblock(Place *place)
{
	Runner *runner = place->runner;
	bool go;

	g_mutex_lock(&runner->lock);
	go = place->started && place->waiting && --place->waiting == 0;
	g_mutex_unlock(&runner->lock);
	if (go)
		add_visit(place);
}

/* Our side broke: what is still open can only say so. */
static bool fail_all(Place *place, const GError *why, GError **error)
{
	for (guint i = 0; i < place->jobs->len; i++) {
		Job *job = place->jobs->pdata[i];

		if (is_open(job) && !job->stage &&
		    !ks_job_finish(job, ks_outcome_from_error(why), 0, false,
				   error))
			return false;
	}
	g_clear_pointer(&place->workshop, ks_workshop_close);
	return true;
}

/* Take an error of the workshop: cells that say so, or the end of the run. */
static bool take_error(Place *place, GError *why, GError **error)
{
	if (!g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED))
		return fail_all(place, why, error);
	g_propagate_error(error, g_error_copy(why));
	return false;
}

static bool open_workshop(Place *place, KsTask *task, GError **error)
{
	const Runner *runner = place->runner;
	const KsPlanTarget *target = place->target;
	bool linked = runner->linked && target->conf->image;
	const KsWorkshopWants wants = {
		.link = linked, .boot = linked, .fresh = runner->plan->fresh};

	place->workshop = ks_workshop_open(runner->context, target->conf,
					   target->base, target->patches, wants,
					   error);
	return place->workshop &&
	       ks_workshop_prepare(place->workshop, task, error);
}

static bool prepare_run(gpointer data, GError **error)
{
	Place *place = data;
	g_autoptr(KsTask)
		task = ks_task_begin(place->runner->context->progress, 0,
				     "%s kernel", place->target->conf->name);
	g_autoptr(GError) why = NULL;

	if (!open_workshop(place, task, &why))
		return take_error(place, why, error);
	ks_place_unblock(place);
	return true;
}

void ks_place_start(Place *place)
{
	const KsJob prepare = {KS_JOB_COMPILE, MAKE_MIB, place->rank,
			       prepare_run, place};

	for (guint i = 0; i < place->jobs->len; i++) {
		const Job *job = place->jobs->pdata[i];

		place->started |= is_open(job);
		place->waiting += g_str_equal(job->cell->check, "apply") &&
				  !job->cell->outcome;
	}
	if (!place->started)
		return;
	place->waiting++;
	ks_sched_add(place->runner->sched, &prepare);
}

/* Ask the workshop for what is open and not blocked; finish what is. */
static bool want_all(Place *place, GError **error)
{
	for (guint i = 0; i < place->jobs->len; i++) {
		Job *job = place->jobs->pdata[i];
		KsOutcome *blocked;

		if (!is_open(job))
			continue;
		blocked = ks_job_blocked(job);
		if (blocked) {
			if (!ks_job_finish(job, blocked, 0, false, error))
				return false;
			continue;
		}
		ks_work_want(ks_workshop_work(place->workshop, job->patch));
	}
	return true;
}

/* The verdict of a cell whose objects are there. */
static KsOutcome *judge(Job *job, KsWork *work, GError **error)
{
	g_autofree char *dir = ks_job_dir(job, error);
	g_autoptr(GError) why = NULL;
	KsOutcome *outcome;

	if (!dir)
		return NULL;
	outcome = g_str_equal(job->cell->check, "build") ?
			  ks_check_build(work, dir, &why) :
			  ks_check_sparse(work, dir, &why);
	return ks_job_outcome(outcome, why, error);
}

static bool finish_compiled(Job *job, KsWork *work, GError **error)
{
	KsOutcome *outcome = judge(job, work, error);

	return outcome && ks_job_finish(job, outcome, ks_work_wall_us(work),
					ks_work_was_known(work), error);
}

/* Why a patch cannot boot though nothing says so yet (--only boot). */
static KsOutcome *no_stage(Job *job, KsWork *work, GError **error)
{
	g_autofree char *dir = ks_job_dir(job, error);
	g_autoptr(KsOutcome) build = dir ? ks_check_build(work, dir, error) :
					   NULL;
	bool skipped;

	if (!build)
		return NULL;
	skipped = ks_verdict_good(build->verdict);
	return ks_outcome_new(KS_VERDICT_SKIP, "not booted: %s",
			      skipped ? "nothing was linked for it" :
					build->reason);
}

/* Boot the patch, unless the very same was booted before. */
static bool release_boot(Job *job, KsWork *work, GError **error)
{
	Runner *runner = job->runner;
	KsOutcome *outcome = ks_job_blocked(job);
	const char *stage = NULL;
	gint64 wall_us = 0;

	if (!outcome && !job->patch->driver)
		outcome = ks_outcome_new(KS_VERDICT_SKIP,
					 "the series names no driver for it");
	if (!outcome)
		stage = ks_work_stage(work);
	if (!outcome && !stage) {
		outcome = no_stage(job, work, error);
		if (!outcome)
			return false;
	}
	if (outcome)
		return ks_job_finish(job, outcome, 0, false, error);
	job->cell->content = ks_keys_boot(runner->keys,
					  job->place->target->conf, job->patch,
					  stage, error);
	if (!job->cell->content)
		return false;
	if (!runner->plan->fresh)
		outcome = ks_db_find_content(runner->db, job->cell->content,
					     &wall_us, error);
	if (outcome)
		return ks_job_finish(job, outcome, wall_us, true, error);
	add_boot(job, stage);
	return true;
}

/* Finish, or let boot, what a visit has made ready. */
static bool release(Place *place, GError **error)
{
	for (guint i = 0; i < place->jobs->len; i++) {
		Job *job = place->jobs->pdata[i];
		KsWork *work = ks_workshop_work(place->workshop, job->patch);

		if (!is_open(job) || job->stage || !work ||
		    !ks_work_ready(work))
			continue;
		if (!(job->check->kind == KS_CHECK_BOOTED ?
			      release_boot(job, work, error) :
			      finish_compiled(job, work, error)))
			return false;
	}
	return true;
}

static bool visit_once(Place *place, bool *more, GError **error)
{
	g_autoptr(KsTask) task = NULL;

	if (!want_all(place, error) || !release(place, error))
		return false;
	task = ks_task_begin(place->runner->context->progress, 0, "%s compile",
			     place->target->conf->name);
	return ks_workshop_visit(place->workshop, task, more, error) &&
	       release(place, error);
}

static bool visit_run(gpointer data, GError **error)
{
	Place *place = data;
	g_autoptr(GError) why = NULL;
	bool more = false;

	if (!visit_once(place, &more, &why))
		return take_error(place, why, error);
	if (more)
		add_visit(place);
	else
		g_clear_pointer(&place->workshop, ks_workshop_close);
	return true;
}

static KsOutcome *boot(Job *job, const char *dir, GError **error)
{
	return ks_check_boot(job->runner->context, job->place->target->conf,
			     job->stage, job->patch, dir, error);
}

static bool boot_run(gpointer data, GError **error)
{
	Job *job = data;
	gint64 start = g_get_monotonic_time();
	KsOutcome *outcome = ks_job_run(job, boot, error);

	return outcome &&
	       ks_job_finish(job, outcome, g_get_monotonic_time() - start,
			     false, error);
}
