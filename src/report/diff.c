// SPDX-License-Identifier: GPL-2.0
#include "report/diff.h"

static void change_free(gpointer data)
{
	KsCellChange *change = data;

	g_ptr_array_unref(change->new_findings);
	g_ptr_array_unref(change->gone_findings);
	g_free(change);
}

const char *ks_change_name(KsChange change)
{
	static const char *const names[] = {
		[KS_CHANGE_SAME] = "same",     [KS_CHANGE_WORSE] = "worse",
		[KS_CHANGE_BETTER] = "better", [KS_CHANGE_OTHER] = "other",
		[KS_CHANGE_NEW] = "new",       [KS_CHANGE_GONE] = "gone",
	};

	return names[change];
}

/* 0 is the best; -1 proves nothing. */
static int rank(const KsCell *cell)
{
	if (!ks_cell_done(cell))
		return -1;
	switch (cell->outcome->verdict) {
	case KS_VERDICT_PASS:
		return 0;
	case KS_VERDICT_WARN:
		return 1;
	case KS_VERDICT_FAIL:
		return 2;
	default:
		return -1;
	}
}

static bool same_verdict(const KsCell *before, const KsCell *after)
{
	if (ks_cell_done(before) != ks_cell_done(after))
		return false;
	return !ks_cell_done(before) ||
	       before->outcome->verdict == after->outcome->verdict;
}

static KsChange compare(const KsCellChange *cell)
{
	int before = rank(cell->before), after = rank(cell->after);

	if (before < 0 && after < 0)
		return same_verdict(cell->before, cell->after) ?
			       KS_CHANGE_SAME :
			       KS_CHANGE_OTHER;
	if (after < 0)
		return KS_CHANGE_WORSE;
	if (before < 0)
		return after == 2 ? KS_CHANGE_WORSE : KS_CHANGE_BETTER;
	if (before != after)
		return after > before ? KS_CHANGE_WORSE : KS_CHANGE_BETTER;
	if (after && cell->new_findings->len)
		return KS_CHANGE_WORSE;
	if (after && cell->gone_findings->len)
		return KS_CHANGE_BETTER;
	return KS_CHANGE_SAME;
}

static GPtrArray *findings_of(const KsCell *cell)
{
	return cell && cell->outcome ?
		       g_ptr_array_ref(cell->outcome->findings) :
		       ks_findings_new();
}

static GPtrArray *findings_beyond(const KsCell *cell, const KsCell *other)
{
	g_autoptr(GPtrArray) mine = findings_of(cell);
	g_autoptr(GPtrArray) theirs = findings_of(other);

	return ks_findings_new_in(mine, theirs);
}

/* Where to look in the other run. */
typedef struct {
	KsRunDiff *diff;
	const KsMatrixTarget *before, *after;
} Pair;

static void add_change(const Pair *pair, const char *subject, const char *check,
		       const KsCell *before, const KsCell *after,
		       KsChange change)
{
	KsCellChange *cell = g_new0(KsCellChange, 1);

	cell->target = pair->after->name;
	cell->subject = subject;
	cell->check = check;
	cell->before = before;
	cell->after = after;
	cell->new_findings = findings_beyond(after, before);
	cell->gone_findings = findings_beyond(before, after);
	cell->change = change == KS_CHANGE_SAME ? compare(cell) : change;
	pair->diff->count[cell->change]++;
	if (cell->change == KS_CHANGE_SAME)
		change_free(cell);
	else
		g_ptr_array_add(pair->diff->cells, cell);
}

static const KsCell *find_cell(const KsMatrix *matrix, const KsMatrixRow *row,
			       const char *check)
{
	guint i;

	if (!row || !g_ptr_array_find_with_equal_func(matrix->checks, check,
						      g_str_equal, &i))
		return NULL;
	return row->cells[i];
}

static GHashTable *rows_by_key(const KsMatrixTarget *target)
{
	GHashTable *rows = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < target->rows->len; i++) {
		KsMatrixRow *row = target->rows->pdata[i];

		g_hash_table_insert(rows, row->key, row);
	}
	return rows;
}

static const char *why_left(const KsMatrixTarget *target, const char *subject)
{
	GPtrArray *left = target->target ? target->target->left : NULL;

	for (guint i = 0; left && i < left->len; i++) {
		const KsLeft *patch = left->pdata[i];

		if (g_str_equal(patch->subject, subject))
			return patch->reason;
	}
	return NULL;
}

/*
 * A cell that the later run lacks.  In a run that was killed it is not done
 * (nobody knows whether it was planned), unless the patch was left out.
 */
static void add_lost(const Pair *pair, const KsMatrixRow *row,
		     const char *check, const KsCell *before)
{
	const char *left = why_left(pair->after, row->subject);
	bool killed = !pair->diff->after->finished && !left;
	KsCellChange *cell;

	add_change(pair, row->subject, check, before, NULL,
		   killed ? KS_CHANGE_SAME : KS_CHANGE_GONE);
	if (killed)
		return;
	cell = pair->diff->cells->pdata[pair->diff->cells->len - 1];
	cell->left = left;
}

static void compare_targets(const Pair *pair)
{
	const KsMatrix *of_before = pair->diff->of_before;
	const KsMatrix *of_after = pair->diff->of_after;
	g_autoptr(GHashTable) before = rows_by_key(pair->before);
	g_autoptr(GHashTable) after = rows_by_key(pair->after);

	for (guint i = 0; i < pair->after->rows->len; i++) {
		const KsMatrixRow *row = pair->after->rows->pdata[i];
		const KsMatrixRow *old = g_hash_table_lookup(before, row->key);

		for (guint j = 0; j < of_after->checks->len; j++) {
			const char *check = of_after->checks->pdata[j];
			const KsCell *was = find_cell(of_before, old, check);

			if (row->cells[j])
				add_change(pair, row->subject, check, was,
					   row->cells[j],
					   was ? KS_CHANGE_SAME :
						 KS_CHANGE_NEW);
		}
	}
	for (guint i = 0; i < pair->before->rows->len; i++) {
		const KsMatrixRow *row = pair->before->rows->pdata[i];
		const KsMatrixRow *now = g_hash_table_lookup(after, row->key);

		for (guint j = 0; j < of_before->checks->len; j++) {
			const char *check = of_before->checks->pdata[j];

			if (row->cells[j] && !find_cell(of_after, now, check))
				add_lost(pair, row, check, row->cells[j]);
		}
	}
}

static const KsMatrixTarget *find_target(const KsMatrix *matrix,
					 const char *name)
{
	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];

		if (g_str_equal(target->name, name))
			return target;
	}
	return NULL;
}

KsRunDiff *ks_run_diff_new(const KsRun *before, const KsRun *after)
{
	KsRunDiff *diff = g_new0(KsRunDiff, 1);

	diff->before = before;
	diff->after = after;
	diff->of_before = ks_matrix_new(before);
	diff->of_after = ks_matrix_new(after);
	diff->cells = g_ptr_array_new_with_free_func(change_free);
	diff->only_before = g_ptr_array_new();
	diff->only_after = g_ptr_array_new();
	for (guint i = 0; i < diff->of_after->targets->len; i++) {
		KsMatrixTarget *target = diff->of_after->targets->pdata[i];
		const Pair pair = {.diff = diff,
				   .before = find_target(diff->of_before,
							 target->name),
				   .after = target};

		if (pair.before)
			compare_targets(&pair);
		else
			g_ptr_array_add(diff->only_after, target);
	}
	for (guint i = 0; i < diff->of_before->targets->len; i++) {
		KsMatrixTarget *target = diff->of_before->targets->pdata[i];

		if (!find_target(diff->of_after, target->name))
			g_ptr_array_add(diff->only_before, target);
	}
	return diff;
}

void ks_run_diff_free(KsRunDiff *diff)
{
	ks_matrix_free(diff->of_before);
	ks_matrix_free(diff->of_after);
	g_ptr_array_unref(diff->cells);
	g_ptr_array_unref(diff->only_before);
	g_ptr_array_unref(diff->only_after);
	g_free(diff);
}

bool ks_run_diff_good(const KsRunDiff *diff)
{
	return !diff->count[KS_CHANGE_WORSE];
}
