// SPDX-License-Identifier: GPL-2.0
#include "check/run.h"

static void cell_free(gpointer cell)
{
	ks_cell_free(cell);
}

KsRun *ks_run_new(const char *series, const char *tree, const char *version,
		  const char *target)
{
	KsRun *run = g_new0(KsRun, 1);

	run->series = g_strdup(series);
	run->tree = g_strdup(tree);
	run->version = g_strdup(version);
	run->target = g_strdup(target);
	run->started = g_get_real_time() / G_USEC_PER_SEC;
	run->cells = g_ptr_array_new_with_free_func(cell_free);
	return run;
}

void ks_run_free(KsRun *run)
{
	g_free(run->series);
	g_free(run->tree);
	g_free(run->version);
	g_free(run->target);
	g_free(run->dir);
	g_ptr_array_unref(run->cells);
	g_free(run);
}

KsCell *ks_cell_new(const KsPatch *patch, const char *check)
{
	KsCell *cell = g_new0(KsCell, 1);

	cell->number = patch->number;
	cell->subject = g_strdup(patch->subject);
	cell->commit = g_strdup(patch->commit ? patch->commit : "");
	cell->check = g_strdup(check);
	return cell;
}

void ks_cell_free(KsCell *cell)
{
	g_free(cell->subject);
	g_free(cell->commit);
	g_free(cell->check);
	g_free(cell->key);
	if (cell->outcome)
		ks_outcome_free(cell->outcome);
	g_free(cell);
}

bool ks_run_good(const KsRun *run)
{
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!ks_verdict_good(cell->outcome->verdict))
			return false;
	}
	return run->finished && run->cells->len;
}
