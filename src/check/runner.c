// SPDX-License-Identifier: GPL-2.0
#include "check/runner.h"

#include <string.h>

#include "base/error.h"
#include "base/sandbox.h"
#include "check/runner_private.h"

#define LIGHT_MIB 128

static void job_free(gpointer data)
{
	Job *job = data;

	g_ptr_array_unref(job->followers);
	g_free(job->stage);
	g_free(job);
}

static void place_free(gpointer data)
{
	Place *place = data;

	g_clear_pointer(&place->workshop, ks_workshop_close);
	g_ptr_array_unref(place->jobs);
	g_free(place);
}

static void runner_clear(Runner *runner)
{
	g_clear_pointer(&runner->sched, ks_sched_free);
	g_clear_pointer(&runner->places, g_ptr_array_unref);
	g_clear_pointer(&runner->leaders, g_hash_table_unref);
	g_clear_pointer(&runner->keys, ks_keys_free);
	g_clear_pointer(&runner->db, ks_db_close);
	g_clear_pointer(&runner->run, ks_run_free);
	g_mutex_clear(&runner->lock);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Runner, runner_clear)

bool ks_plan_wants(const KsPlan *plan, const KsCheck *check)
{
	return !plan->only ||
	       g_strv_contains((const char *const *)plan->only, check->name);
}

char *ks_job_title(const Job *job)
{
	return g_strdup_printf("%s %u %s: %s", job->cell->target,
			       job->cell->number,
			       job->patch->driver ? job->patch->driver : "-",
			       job->cell->check);
}

char *ks_job_dir(const Job *job, GError **error)
{
	g_autofree char *name = g_strdup_printf("%s/%02u-%s", job->cell->target,
						job->cell->number,
						job->cell->check);
	g_autofree char *dir =
		g_build_filename(job->runner->run->dir, name, NULL);

	return ks_mkdir(dir, error) ? g_steal_pointer(&dir) : NULL;
}

Job *ks_job_sibling(const Job *job, const char *check)
{
	for (guint i = 0; i < job->place->jobs->len; i++) {
		Job *other = job->place->jobs->pdata[i];

		if (other->patch == job->patch &&
		    g_str_equal(other->cell->check, check))
			return other;
	}
	return NULL;
}

static KsOutcome *copy_outcome(const KsOutcome *outcome)
{
	KsOutcome *copy =
		ks_outcome_new(outcome->verdict, "%s", outcome->reason);

	copy->word = g_strdup(outcome->word);
	copy->log = g_strdup(outcome->log);
	for (guint i = 0; i < outcome->findings->len; i++)
		g_ptr_array_add(copy->findings,
				ks_finding_copy(outcome->findings->pdata[i]));
	return copy;
}

/* Whether other cells of the patch wait for this one. */
static bool is_gate(const Job *job)
{
	return g_str_equal(job->cell->check, "apply");
}

KsOutcome *ks_job_blocked(const Job *job)
{
	static const char *const gates[] = {"apply", "build"};

	for (guint i = 0; i < G_N_ELEMENTS(gates); i++) {
		const Job *gate = ks_job_sibling(job, gates[i]);
		KsVerdict verdict;

		if (!gate || gate == job || !gate->cell->outcome ||
		    (i == 1 && job->check->kind != KS_CHECK_BOOTED))
			continue;
		verdict = gate->cell->outcome->verdict;
		if (verdict != KS_VERDICT_PASS && verdict != KS_VERDICT_WARN)
			return ks_outcome_new(KS_VERDICT_SKIP,
					      "not run: %s of this patch is %s",
					      gates[i],
					      ks_verdict_name(verdict));
	}
	if (!job->patch->commit && !job->check->reads_mail)
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "not run: the patch does not apply");
	return NULL;
}

static void say_done(Job *job)
{
	Runner *runner = job->runner;
	g_autofree char *title = ks_job_title(job);
	guint done;

	g_mutex_lock(&runner->lock);
	done = ++runner->done;
	g_mutex_unlock(&runner->lock);
	ks_progress_done(runner->context->progress, job->expected_us);
	ks_progress_item(runner->context->progress, "[%u/%u] %s: %s%s (%.1f s)",
			 done, runner->run->cells->len, title,
			 ks_verdict_name(job->cell->outcome->verdict),
			 job->cell->reused ? ", known" : "",
			 job->cell->wall_us / 1e6);
}

static bool light_run(gpointer data, GError **error);

static void add_light(Job *job)
{
	const KsJob light = {KS_JOB_LIGHT, LIGHT_MIB, job->place->rank,
			     light_run, job};

	ks_sched_add(job->runner->sched, &light);
}

static bool is_leader(const Job *job)
{
	return g_hash_table_lookup(job->runner->leaders, job->cell->key) == job;
}

/* The patch applies or does not: its other light checks, and the workshop. */
static void open_gate(Job *job)
{
	for (const KsCheck *c = ks_checks(); c->name; c++) {
		Job *other = ks_job_sibling(job, c->name);

		if (c->kind == KS_CHECK_LIGHT && other && other != job &&
		    !other->cell->outcome && is_leader(other))
			add_light(other);
	}
	ks_place_unblock(job->place);
}

bool ks_job_finish(Job *job, KsOutcome *outcome, gint64 wall_us, bool reused,
		   GError **error)
{
	job->cell->wall_us = wall_us;
	job->cell->reused = reused;
	job->cell->outcome = outcome;
	say_done(job);
	if (!ks_db_add_cell(job->runner->db, job->runner->run, job->cell,
			    error))
		return false;
	for (guint i = 0; i < job->followers->len; i++)
		if (!ks_job_finish(job->followers->pdata[i],
				   copy_outcome(outcome), wall_us, true, error))
			return false;
	if (is_gate(job))
		open_gate(job);
	return true;
}

KsOutcome *ks_job_outcome(KsOutcome *outcome, GError *why, GError **error)
{
	if (outcome || !why)
		return outcome;
	if (!g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED))
		return ks_outcome_from_error(why);
	g_propagate_error(error, g_error_copy(why));
	return NULL;
}

KsOutcome *ks_job_run(Job *job, KsJobCheckFn check, GError **error)
{
	g_autofree char *dir = ks_job_dir(job, error);
	g_autofree char *title = ks_job_title(job);
	g_autoptr(KsTask) task = NULL;
	g_autoptr(GError) why = NULL;
	KsOutcome *outcome;

	if (!dir)
		return NULL;
	task = ks_task_begin(job->runner->context->progress, job->expected_us,
			     "%s", title);
	outcome = check(job, dir, &why);
	return ks_job_outcome(outcome, why, error);
}

static KsOutcome *check_light(Job *job, const char *dir, GError **error)
{
	return job->check->run(job->runner->context, job->patch, dir, error);
}

static bool light_run(gpointer data, GError **error)
{
	Job *job = data;
	gint64 start = g_get_monotonic_time();
	KsOutcome *outcome = ks_job_blocked(job);

	if (!outcome)
		outcome = ks_job_run(job, check_light, error);
	return outcome &&
	       ks_job_finish(job, outcome, g_get_monotonic_time() - start,
			     false, error);
}

/* Give the cell its key, and its outcome if that is known. */
static bool plan_job(Runner *runner, Place *place, const KsPatch *patch,
		     const KsCheck *check, GError **error)
{
	Job *job = g_new0(Job, 1);
	g_autoptr(GError) why = NULL;
	KsCell *cell;

	job->runner = runner;
	job->place = place;
	job->patch = patch;
	job->check = check;
	job->followers = g_ptr_array_new();
	g_ptr_array_add(place->jobs, job);
	cell = ks_cell_new(place->target->conf->name, patch, check->name);
	cell->position = runner->run->cells->len;
	g_ptr_array_add(runner->run->cells, cell);
	job->cell = cell;
	cell->key = ks_keys_cell(runner->keys, place->target->conf, patch,
				 check, runner->linked, error);
	if (!cell->key)
		return false;
	if (!runner->plan->fresh)
		cell->outcome =
			ks_db_find(runner->db, cell->key, &cell->wall_us, &why);
	if (why) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	cell->reused = cell->outcome != NULL;
	if (!cell->outcome)
		job->expected_us = ks_db_expected(runner->db, cell->target,
						  cell->check, cell->subject);
	return true;
}

static bool plan_place(Runner *runner, const KsPlanTarget *target,
		       GError **error)
{
	Place *place = g_new0(Place, 1);

	place->runner = runner;
	place->target = target;
	/* verdicts of the first target come before the kernel of the next */
	place->rank = runner->places->len;
	place->jobs = g_ptr_array_new_with_free_func(job_free);
	g_ptr_array_add(runner->places, place);
	for (guint i = 0; i < target->patches->len; i++)
		for (const KsCheck *c = ks_checks(); c->name; c++)
			if (ks_plan_wants(runner->plan, c) &&
			    (c->kind != KS_CHECK_BOOTED ||
			     target->conf->image) &&
			    !plan_job(runner, place, target->patches->pdata[i],
				      c, error))
				return false;
	return true;
}

static bool start_run(Runner *runner, GError **error)
{
	const KsPlan *plan = runner->plan;
	g_autofree char *id = NULL;

	runner->db = ks_db_open(runner->context, error);
	if (!runner->db)
		return false;
	runner->run = ks_run_new(plan->series);
	for (guint i = 0; i < plan->targets->len; i++) {
		const KsPlanTarget *target = plan->targets->pdata[i];
		KsRunTarget *shown =
			ks_run_add_target(runner->run, target->conf->name,
					  target->conf->tree, target->version);

		for (guint j = 0; j < target->left->len; j++) {
			const KsLeft *left = target->left->pdata[j];

			ks_run_target_leave(shown, left->subject, left->reason);
		}
	}
	if (!ks_db_add_run(runner->db, runner->run, error))
		return false;
	id = g_strdup_printf("%" G_GINT64_FORMAT, runner->run->id);
	runner->run->dir = ks_home_path(runner->context, "runs", id, NULL);
	return ks_mkdir(runner->run->dir, error);
}

/*
 * Of cells with one key the first decides.  Those that are known are finished,
 * which opens gates, so all must have their place first.
 */
static void find_leaders(Runner *runner)
{
	for (guint i = 0; i < runner->places->len; i++) {
		Place *place = runner->places->pdata[i];

		for (guint j = 0; j < place->jobs->len; j++) {
			Job *job = place->jobs->pdata[j];
			Job *leader = g_hash_table_lookup(runner->leaders,
							  job->cell->key);

			if (job->cell->outcome)
				continue;
			if (leader)
				g_ptr_array_add(leader->followers, job);
			else
				g_hash_table_insert(runner->leaders,
						    job->cell->key, job);
		}
	}
}

static bool start_job(Job *job, GError **error)
{
	const Job *gate = ks_job_sibling(job, "apply");

	if (job->cell->outcome) {
		say_done(job);
		return ks_db_add_cell(job->runner->db, job->runner->run,
				      job->cell, error);
	}
	if (job->check->kind == KS_CHECK_LIGHT && is_leader(job) &&
	    (is_gate(job) || !gate || gate->cell->outcome))
		add_light(job);
	return true;
}

static bool start_jobs(Runner *runner, GError **error)
{
	for (guint i = 0; i < runner->places->len; i++) {
		Place *place = runner->places->pdata[i];

		for (guint j = 0; j < place->jobs->len; j++)
			if (!start_job(place->jobs->pdata[j], error))
				return false;
	}
	for (guint i = 0; i < runner->places->len; i++)
		ks_place_start(runner->places->pdata[i]);
	return true;
}

static gint64 expected(const Runner *runner)
{
	gint64 sum = 0;

	for (guint i = 0; i < runner->places->len; i++) {
		const Place *place = runner->places->pdata[i];

		for (guint j = 0; j < place->jobs->len; j++)
			sum += ((Job *)place->jobs->pdata[j])->expected_us;
	}
	return sum;
}

/* Something will run that may run code from a patch. */
static bool needs_sandbox(const Runner *runner)
{
	for (guint i = 0; i < runner->run->cells->len; i++) {
		const KsCell *cell = runner->run->cells->pdata[i];

		if (!cell->outcome)
			return !runner->context->no_sandbox;
	}
	return false;
}

static bool plan_all(Runner *runner, GError **error)
{
	runner->linked = runner->plan->linked;
	for (const KsCheck *c = ks_checks(); c->name; c++)
		runner->linked |= c->kind == KS_CHECK_BOOTED &&
				  ks_plan_wants(runner->plan, c);
	for (guint i = 0; i < runner->plan->targets->len; i++)
		if (!plan_place(runner, runner->plan->targets->pdata[i], error))
			return false;
	find_leaders(runner);
	return !needs_sandbox(runner) ||
	       ks_sandbox_probe(runner->context->cancel, error);
}

KsRun *ks_runner_run(KsContext *context, const KsPlan *plan, GError **error)
{
	g_auto(Runner) runner = {.context = context, .plan = plan};
	gint64 start = g_get_monotonic_time();
	bool ok;

	g_mutex_init(&runner.lock);
	runner.places = g_ptr_array_new_with_free_func(place_free);
	runner.leaders = g_hash_table_new(g_str_hash, g_str_equal);
	runner.keys = ks_keys_new(context);
	runner.sched = ks_sched_new(plan->jobs, 0);
	if (!start_run(&runner, error) || !plan_all(&runner, error))
		return NULL;
	ks_progress_plan(context->progress, "check", expected(&runner));
	ok = start_jobs(&runner, error) && ks_sched_run(runner.sched, error);
	ks_progress_end(context->progress);
	if (!ok)
		return NULL;
	runner.run->wall_us = g_get_monotonic_time() - start;
	runner.run->finished = true;
	if (!ks_db_finish_run(runner.db, runner.run, error))
		return NULL;
	return g_steal_pointer(&runner.run);
}
