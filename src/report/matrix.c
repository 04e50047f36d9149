// SPDX-License-Identifier: GPL-2.0
#include "report/matrix.h"

static void row_free(gpointer data)
{
	KsMatrixRow *row = data;

	g_free(row->key);
	g_free(row->cells);
	g_free(row);
}

static void target_free(gpointer data)
{
	KsMatrixTarget *target = data;

	g_ptr_array_unref(target->rows);
	g_free(target);
}

static bool find_name(GPtrArray *names, const char *name, guint *index)
{
	return g_ptr_array_find_with_equal_func(names, name, g_str_equal,
						index);
}

/* The checks that the run has: those we know in their order, then others. */
static GPtrArray *find_checks(const KsRun *run)
{
	g_autoptr(GPtrArray) seen = g_ptr_array_new();
	GPtrArray *checks = g_ptr_array_new();

	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!find_name(seen, cell->check, NULL))
			g_ptr_array_add(seen, cell->check);
	}
	for (const KsCheck *c = ks_checks(); c->name; c++)
		if (find_name(seen, c->name, NULL))
			g_ptr_array_add(checks, (gpointer)c->name);
	for (guint i = 0; i < seen->len; i++)
		if (!find_name(checks, seen->pdata[i], NULL))
			g_ptr_array_add(checks, seen->pdata[i]);
	return checks;
}

static KsMatrixTarget *add_target(KsMatrix *matrix, const char *name,
				  const KsRunTarget *of)
{
	KsMatrixTarget *target = g_new0(KsMatrixTarget, 1);

	target->name = name;
	target->checks = matrix->checks->len;
	target->target = of;
	target->rows = g_ptr_array_new_with_free_func(row_free);
	g_ptr_array_add(matrix->targets, target);
	return target;
}

static KsMatrixTarget *target_of(KsMatrix *matrix, const KsCell *cell)
{
	for (guint i = 0; i < matrix->targets->len; i++) {
		KsMatrixTarget *target = matrix->targets->pdata[i];

		if (g_str_equal(target->name, cell->target))
			return target;
	}
	return add_target(matrix, cell->target, NULL);
}

/* Rows come nearly in order: look from the end. */
static KsMatrixRow *row_of(const KsMatrix *matrix, KsMatrixTarget *target,
			   const KsCell *cell)
{
	KsMatrixRow *row;
	guint at = target->rows->len;

	for (; at > 0; at--) {
		row = target->rows->pdata[at - 1];
		if (row->number == cell->number)
			return row;
		if (row->number < cell->number)
			break;
	}
	row = g_new0(KsMatrixRow, 1);
	row->number = cell->number;
	row->subject = cell->subject;
	row->cells = g_new0(const KsCell *, matrix->checks->len);
	g_ptr_array_insert(target->rows, at, row);
	return row;
}

static void set_keys(const KsMatrixTarget *target)
{
	g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < target->rows->len; i++) {
		KsMatrixRow *row = target->rows->pdata[i];
		gpointer subject = (gpointer)row->subject;
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(seen, subject));

		row->key = n ? g_strdup_printf("%s\x1f%u", row->subject, n) :
			       g_strdup(row->subject);
		g_hash_table_insert(seen, subject, GUINT_TO_POINTER(n + 1));
	}
}

KsMatrix *ks_matrix_new(const KsRun *run)
{
	KsMatrix *matrix = g_new0(KsMatrix, 1);

	matrix->run = run;
	matrix->checks = find_checks(run);
	matrix->targets = g_ptr_array_new_with_free_func(target_free);
	for (guint i = 0; i < run->targets->len; i++) {
		const KsRunTarget *target = run->targets->pdata[i];

		add_target(matrix, target->name, target);
	}
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];
		KsMatrixTarget *target = target_of(matrix, cell);
		guint check;

		if (find_name(matrix->checks, cell->check, &check))
			row_of(matrix, target, cell)->cells[check] = cell;
	}
	for (guint i = 0; i < matrix->targets->len; i++)
		set_keys(matrix->targets->pdata[i]);
	return matrix;
}

void ks_matrix_free(KsMatrix *matrix)
{
	g_ptr_array_unref(matrix->checks);
	g_ptr_array_unref(matrix->targets);
	g_free(matrix);
}

char *ks_matrix_target_title(const KsMatrixTarget *target)
{
	if (!target->target || !target->target->version)
		return g_strdup(target->name);
	return g_strdup_printf("%s (%s)", target->name,
			       target->target->version);
}

bool ks_matrix_told(const KsMatrix *matrix, const KsCell *cell)
{
	return cell || !matrix->run->finished;
}

bool ks_cell_done(const KsCell *cell)
{
	return cell && cell->outcome;
}

bool ks_cell_good(const KsCell *cell)
{
	return ks_cell_done(cell) && ks_verdict_good(cell->outcome->verdict);
}

const char *ks_cell_word(const KsCell *cell)
{
	if (!ks_cell_done(cell))
		return "-";
	return cell->outcome->word ? cell->outcome->word :
				     ks_verdict_name(cell->outcome->verdict);
}

const char *ks_cell_verdict(const KsCell *cell)
{
	return ks_cell_done(cell) ? ks_verdict_name(cell->outcome->verdict) :
				    "not done";
}

const char *ks_cell_reason(const KsCell *cell)
{
	return ks_cell_done(cell) ? cell->outcome->reason :
				    "the run ended before this cell was done";
}

void ks_cell_count(KsCellCounts *counts, const KsCell *cell)
{
	counts->all++;
	counts->of[ks_cell_done(cell) ? cell->outcome->verdict : KS_NOT_DONE]++;
	counts->reused += cell && cell->reused;
}
