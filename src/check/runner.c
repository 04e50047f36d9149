// SPDX-License-Identifier: GPL-2.0
#include "check/runner.h"

#include <string.h>

#include "base/error.h"
#include "check/db.h"
#include "check/key.h"
#include "check/target.h"

/* One run under way. */
typedef struct {
	KsContext *context;
	const KsPlan *plan;
	KsDb *db;
	KsRun *run;
	KsTarget *target;
	char *target_name;
	char *key; /* the target's part of every cell's key */
	char **fragments; /* paths of the configuration's parts */
	guint done;
} Runner;

static void runner_clear(Runner *runner)
{
	g_clear_pointer(&runner->target, ks_target_close);
	g_clear_pointer(&runner->db, ks_db_close);
	g_clear_pointer(&runner->run, ks_run_free);
	g_clear_pointer(&runner->target_name, g_free);
	g_clear_pointer(&runner->key, g_free);
	g_clear_pointer(&runner->fragments, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Runner, runner_clear)

static bool wanted(const KsPlan *plan, const KsCheck *check)
{
	return !plan->only ||
	       g_strv_contains((const char *const *)plan->only, check->name);
}

static char **find_fragments(const KsContext *context)
{
	static const char *const names[] = {"base.config", "intel.config"};
	GPtrArray *paths = g_ptr_array_new();

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		g_ptr_array_add(paths, ks_data_path(context, "ci", "config",
						    names[i], NULL));
	g_ptr_array_add(paths, NULL);
	return (char **)g_ptr_array_free(paths, FALSE);
}

/* Give every wanted cell its key, and its outcome if that is known. */
static bool plan_cells(Runner *runner, guint *missing, GError **error)
{
	const KsPlan *plan = runner->plan;

	*missing = 0;
	for (guint i = 0; i < plan->patches->len; i++) {
		const KsPatch *patch = plan->patches->pdata[i];

		for (const KsCheck *c = ks_checks(); c->name; c++) {
			KsCell *cell;
			g_autoptr(GError) why = NULL;

			if (!wanted(plan, c))
				continue;
			cell = ks_cell_new(runner->target_name, patch, c->name);
			cell->position = runner->run->cells->len;
			g_ptr_array_add(runner->run->cells, cell);
			cell->key = ks_key_of_cell(runner->context, patch, c,
						   runner->key, error);
			if (!cell->key)
				return false;
			if (!plan->fresh)
				cell->outcome =
					ks_db_find(runner->db, cell->key,
						   &cell->wall_us, &why);
			if (why) {
				g_propagate_error(error, g_steal_pointer(&why));
				return false;
			}
			cell->reused = cell->outcome != NULL;
			*missing += !cell->reused;
		}
	}
	return true;
}

static bool prepare_target(Runner *runner, GError **error)
{
	if (!runner->context->no_sandbox &&
	    !ks_sandbox_probe(runner->context->cancel, error))
		return false;
	runner->target =
		ks_target_open(runner->context, runner->target_name, error);
	return runner->target &&
	       ks_target_prepare(runner->target, runner->plan->base,
				 (const char *const *)runner->fragments, error);
}

/*
 * Nothing is worth its time for a patch that does not apply, and no boot for
 * one that does not build.  sparse says itself what does not compile.
 */
static bool blocks(const KsCell *earlier, const char *check)
{
	if (earlier->outcome->verdict == KS_VERDICT_PASS ||
	    earlier->outcome->verdict == KS_VERDICT_WARN)
		return false;
	return g_str_equal(earlier->check, "apply") ||
	       (g_str_equal(earlier->check, "build") &&
		g_str_equal(check, "boot"));
}

/* The earlier check of the same patch that keeps this one from running. */
static const KsCell *blocker(const Runner *runner, const KsCell *cell)
{
	for (guint i = 0; i < runner->run->cells->len; i++) {
		const KsCell *other = runner->run->cells->pdata[i];

		if (other == cell || other->number > cell->number)
			return NULL;
		if (other->number == cell->number && blocks(other, cell->check))
			return other;
	}
	return NULL;
}

static KsOutcome *run_check(Runner *runner, const KsCheck *check,
			    const KsPatch *patch, GError **error)
{
	g_autofree char *name =
		g_strdup_printf("%02u-%s", patch->number, check->name);
	g_autofree char *dir = g_build_filename(runner->run->dir, name, NULL);
	g_autoptr(GError) why = NULL;
	KsOutcome *outcome;

	if (!patch->commit && !check->reads_mail)
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "not run: the patch does not apply");
	if (!ks_mkdir(dir, error))
		return NULL;
	outcome = check->run(runner->context, runner->target, patch, dir, &why);
	if (outcome)
		return outcome;
	if (g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return NULL;
	}
	return ks_outcome_from_error(why);
}

static const KsCheck *check_named(const char *name)
{
	const KsCheck *check = ks_checks();

	while (!g_str_equal(check->name, name))
		check++;
	return check;
}

static bool run_cell(Runner *runner, KsCell *cell, GError **error)
{
	const KsPatch *patch = runner->plan->patches->pdata[cell->number - 1];
	const KsCell *block = blocker(runner, cell);
	gint64 start = g_get_monotonic_time();
	g_autofree char *note = g_strdup_printf("%u %s: %s", cell->number,
						patch->driver, cell->check);

	ks_progress_step(runner->context->progress, runner->done, note);
	if (block && !cell->outcome)
		cell->outcome = ks_outcome_new(
			KS_VERDICT_SKIP, "not run: %s of this patch is %s",
			block->check, ks_verdict_name(block->outcome->verdict));
	if (!cell->outcome) {
		cell->outcome = run_check(runner, check_named(cell->check),
					  patch, error);
		cell->wall_us = g_get_monotonic_time() - start;
	}
	if (!cell->outcome)
		return false;
	runner->done++;
	ks_progress_item(runner->context->progress, "[%u/%u] %s: %s%s (%.1f s)",
			 runner->done, runner->run->cells->len, note,
			 ks_verdict_name(cell->outcome->verdict),
			 cell->reused ? ", known from an earlier run" : "",
			 cell->wall_us / 1e6);
	return ks_db_add_cell(runner->db, runner->run, cell, error);
}

static bool start_run(Runner *runner, GError **error)
{
	KsContext *context = runner->context;
	const KsPlan *plan = runner->plan;
	g_autofree char *target = g_strconcat(plan->tree, "-x86_64", NULL);
	g_autofree char *id = NULL;

	runner->target_name = g_strdup(target);
	runner->fragments = find_fragments(context);
	runner->key = ks_key_of_target(
		context, target, (const char *const *)runner->fragments, error);
	runner->db = runner->key ? ks_db_open(context, error) : NULL;
	if (!runner->db)
		return false;
	runner->run = ks_run_new(plan->series);
	ks_run_add_target(runner->run, target, plan->tree, plan->version);
	if (!ks_db_add_run(runner->db, runner->run, error))
		return false;
	id = g_strdup_printf("%" G_GINT64_FORMAT, runner->run->id);
	runner->run->dir = ks_home_path(context, "runs", id, NULL);
	return ks_mkdir(runner->run->dir, error);
}

KsRun *ks_runner_run(KsContext *context, const KsPlan *plan, GError **error)
{
	g_auto(Runner) runner = {.context = context, .plan = plan};
	gint64 start = g_get_monotonic_time();
	guint missing;

	if (!start_run(&runner, error) || !plan_cells(&runner, &missing, error))
		return NULL;
	if (missing && !prepare_target(&runner, error))
		return NULL;
	ks_progress_begin(context->progress, "check", runner.run->cells->len);
	for (guint i = 0; i < runner.run->cells->len; i++)
		if (!run_cell(&runner, runner.run->cells->pdata[i], error))
			return NULL;
	ks_progress_end(context->progress);
	runner.run->wall_us = g_get_monotonic_time() - start;
	runner.run->finished = true;
	if (!ks_db_finish_run(runner.db, runner.run, error))
		return NULL;
	return g_steal_pointer(&runner.run);
}
