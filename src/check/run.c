// SPDX-License-Identifier: GPL-2.0
#include "check/run.h"

static void cell_free(gpointer cell)
{
	ks_cell_free(cell);
}

KsLeft *ks_left_new(const char *subject, const char *reason)
{
	KsLeft *left = g_new0(KsLeft, 1);

	left->subject = g_strdup(subject);
	left->reason = g_strdup(reason);
	return left;
}

void ks_left_free(gpointer data)
{
	KsLeft *left = data;

	g_free(left->subject);
	g_free(left->reason);
	g_free(left);
}

static void target_free(gpointer data)
{
	KsRunTarget *target = data;

	g_free(target->name);
	g_free(target->tree);
	g_free(target->version);
	g_ptr_array_unref(target->left);
	g_free(target);
}

KsRun *ks_run_new(const char *series)
{
	KsRun *run = g_new0(KsRun, 1);

	run->series = g_strdup(series);
	run->started = g_get_real_time() / G_USEC_PER_SEC;
	run->targets = g_ptr_array_new_with_free_func(target_free);
	run->cells = g_ptr_array_new_with_free_func(cell_free);
	return run;
}

void ks_run_free(KsRun *run)
{
	g_free(run->series);
	g_free(run->dir);
	g_ptr_array_unref(run->targets);
	g_ptr_array_unref(run->cells);
	g_free(run);
}

KsRunTarget *ks_run_add_target(KsRun *run, const char *name, const char *tree,
			       const char *version)
{
	KsRunTarget *target = g_new0(KsRunTarget, 1);

	target->name = g_strdup(name);
	target->tree = g_strdup(tree);
	target->version = g_strdup(version);
	target->left = g_ptr_array_new_with_free_func(ks_left_free);
	g_ptr_array_add(run->targets, target);
	return target;
}

void ks_run_target_leave(KsRunTarget *target, const char *subject,
			 const char *reason)
{
	g_ptr_array_add(target->left, ks_left_new(subject, reason));
}

char *ks_run_target_names(const KsRun *run)
{
	g_autoptr(GString) names = g_string_new(NULL);

	for (guint i = 0; i < run->targets->len; i++) {
		const KsRunTarget *target = run->targets->pdata[i];

		g_string_append_printf(names, "%s%s", i ? ", " : "",
				       target->name);
	}
	return g_string_free(g_steal_pointer(&names), FALSE);
}

KsCell *ks_cell_new(const char *target, const KsPatch *patch, const char *check)
{
	KsCell *cell = g_new0(KsCell, 1);

	cell->target = g_strdup(target);
	cell->number = patch->number;
	cell->subject = g_strdup(patch->subject);
	cell->commit = g_strdup(patch->commit ? patch->commit : "");
	cell->check = g_strdup(check);
	return cell;
}

void ks_cell_free(KsCell *cell)
{
	g_free(cell->target);
	g_free(cell->subject);
	g_free(cell->commit);
	g_free(cell->check);
	g_free(cell->key);
	g_free(cell->content);
	if (cell->outcome)
		ks_outcome_free(cell->outcome);
	g_free(cell);
}

static bool has_cell(const KsRun *run, const char *target)
{
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (g_str_equal(cell->target, target))
			return true;
	}
	return false;
}

bool ks_run_good(const KsRun *run)
{
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!cell->outcome || !ks_verdict_good(cell->outcome->verdict))
			return false;
	}
	for (guint i = 0; i < run->targets->len; i++) {
		const KsRunTarget *target = run->targets->pdata[i];

		if (!has_cell(run, target->name))
			return false;
	}
	return run->finished && run->cells->len;
}
