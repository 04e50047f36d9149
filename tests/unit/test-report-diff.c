// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "report/diff.h"

#define NOT_DONE (-1)
#define ABSENT	 (-2)

static KsCell *add(KsRun *run, const char *target, const char *subject,
		   int verdict)
{
	const KsPatch patch = {.number = run->cells->len + 1,
			       .subject = (char *)subject};
	KsCell *cell = ks_cell_new(target, &patch, "build");

	if (verdict >= 0)
		cell->outcome = ks_outcome_new(verdict, "why");
	cell->position = run->cells->len;
	g_ptr_array_add(run->cells, cell);
	return cell;
}

static void find(KsCell *cell, const char *text, int line)
{
	g_ptr_array_add(cell->outcome->findings,
			ks_finding_new("gcc", "warning", "a.c", line, "f",
				       text));
}

static KsRun *make_run(gint64 id)
{
	KsRun *run = ks_run_new("s");

	run->id = id;
	run->finished = true;
	ks_run_add_target(run, "t", "6.1", NULL);
	return run;
}

static KsChange change_of(int before, int after, bool finished)
{
	g_autoptr(KsRun) a = make_run(1);
	g_autoptr(KsRun) b = make_run(2);
	g_autoptr(KsRunDiff) diff = NULL;

	b->finished = finished;
	/* the numbers differ: a patch is known by its subject */
	add(b, "t", "other", KS_VERDICT_PASS);
	if (before != ABSENT)
		add(a, "t", "x", before);
	if (after != ABSENT)
		add(b, "t", "x", after);
	diff = ks_run_diff_new(a, b);
	for (guint i = 0; i < diff->cells->len; i++) {
		const KsCellChange *cell = diff->cells->pdata[i];

		if (g_str_equal(cell->subject, "x"))
			return cell->change;
	}
	return KS_CHANGE_SAME;
}

static void test_order(void)
{
	static const struct {
		int before, after;
		KsChange change;
	} cases[] = {
		{KS_VERDICT_PASS, KS_VERDICT_PASS, KS_CHANGE_SAME},
		{KS_VERDICT_PASS, KS_VERDICT_WARN, KS_CHANGE_WORSE},
		{KS_VERDICT_WARN, KS_VERDICT_FAIL, KS_CHANGE_WORSE},
		{KS_VERDICT_FAIL, KS_VERDICT_WARN, KS_CHANGE_BETTER},
		{KS_VERDICT_FAIL, KS_VERDICT_PASS, KS_CHANGE_BETTER},
		{KS_VERDICT_FAIL, KS_VERDICT_FAIL, KS_CHANGE_SAME},
		{KS_VERDICT_PASS, KS_VERDICT_ERROR, KS_CHANGE_WORSE},
		{KS_VERDICT_PASS, KS_VERDICT_SKIP, KS_CHANGE_WORSE},
		{KS_VERDICT_PASS, NOT_DONE, KS_CHANGE_WORSE},
		{KS_VERDICT_FAIL, KS_VERDICT_ERROR, KS_CHANGE_WORSE},
		{KS_VERDICT_ERROR, KS_VERDICT_FAIL, KS_CHANGE_WORSE},
		{KS_VERDICT_ERROR, KS_VERDICT_PASS, KS_CHANGE_BETTER},
		{NOT_DONE, KS_VERDICT_WARN, KS_CHANGE_BETTER},
		{KS_VERDICT_SKIP, KS_VERDICT_TIMEOUT, KS_CHANGE_OTHER},
		{KS_VERDICT_SKIP, KS_VERDICT_SKIP, KS_CHANGE_SAME},
		{ABSENT, KS_VERDICT_FAIL, KS_CHANGE_NEW},
		{KS_VERDICT_PASS, ABSENT, KS_CHANGE_GONE},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
		g_assert_cmpint(change_of(cases[i].before, cases[i].after,
					  true),
				==, cases[i].change);
	/* a killed run lacks the cell: nobody may think that it is gone */
	g_assert_cmpint(change_of(KS_VERDICT_PASS, ABSENT, false), ==,
			KS_CHANGE_WORSE);
}

/* A warning that moved is the same; one more of the same is not. */
static void test_findings(void)
{
	g_autoptr(KsRun) a = make_run(1);
	g_autoptr(KsRun) b = make_run(2);
	g_autoptr(KsRunDiff) same = NULL;
	g_autoptr(KsRunDiff) more = NULL;
	g_autoptr(KsRunDiff) less = NULL;
	const KsCellChange *cell;
	KsCell *before = add(a, "t", "x", KS_VERDICT_FAIL);
	KsCell *after = add(b, "t", "x", KS_VERDICT_FAIL);

	find(before, "w", 3);
	find(after, "w", 7);
	same = ks_run_diff_new(a, b);
	g_assert_cmpuint(same->cells->len, ==, 0);
	find(after, "w", 9);
	more = ks_run_diff_new(a, b);
	cell = more->cells->pdata[0];
	g_assert_cmpint(cell->change, ==, KS_CHANGE_WORSE);
	g_assert_cmpuint(cell->new_findings->len, ==, 1);
	g_assert_cmpuint(cell->gone_findings->len, ==, 0);
	g_assert_false(ks_run_diff_good(more));
	less = ks_run_diff_new(b, a);
	g_assert_cmpuint(less->count[KS_CHANGE_BETTER], ==, 1);
	g_assert_true(ks_run_diff_good(less));
}

/* Never across targets, not even for one subject. */
static void test_targets(void)
{
	g_autoptr(KsRun) a = make_run(1);
	g_autoptr(KsRun) b = make_run(2);
	g_autoptr(KsRunDiff) diff = NULL;
	g_autofree char *text = NULL;

	ks_run_add_target(a, "old", "5.10", NULL);
	ks_run_add_target(b, "new", "7.2", NULL);
	add(a, "t", "x", KS_VERDICT_PASS);
	add(a, "old", "x", KS_VERDICT_PASS);
	add(b, "t", "x", KS_VERDICT_PASS);
	add(b, "new", "x", KS_VERDICT_FAIL);
	diff = ks_run_diff_new(a, b);
	g_assert_cmpuint(diff->cells->len, ==, 0);
	g_assert_cmpuint(diff->count[KS_CHANGE_SAME], ==, 1);
	g_assert_cmpuint(diff->only_before->len, ==, 1);
	g_assert_cmpuint(diff->only_after->len, ==, 1);
	g_assert_true(ks_run_diff_good(diff));
	text = ks_run_diff_text(diff);
	g_assert_nonnull(strstr(
		text, "not compared: only run 1 has old: 1 of 1 cells pass"));
	g_assert_nonnull(strstr(
		text, "not compared: only run 2 has new: 0 of 1 cells pass"));
}

/* Why a cell is gone, where the later run says so. */
static void test_left(void)
{
	g_autoptr(KsRun) a = make_run(1);
	g_autoptr(KsRun) b = make_run(2);
	g_autoptr(KsRunDiff) diff = NULL;
	const KsCellChange *cell;

	b->finished = false;
	ks_run_target_leave(b->targets->pdata[0], "x", "merged");
	add(a, "t", "x", KS_VERDICT_PASS);
	diff = ks_run_diff_new(a, b);
	cell = diff->cells->pdata[0];
	g_assert_cmpint(cell->change, ==, KS_CHANGE_GONE);
	g_assert_cmpstr(cell->left, ==, "merged");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/report-diff/order", test_order);
	g_test_add_func("/report-diff/findings", test_findings);
	g_test_add_func("/report-diff/targets", test_targets);
	g_test_add_func("/report-diff/left", test_left);
	return g_test_run();
}
