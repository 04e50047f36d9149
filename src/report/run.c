// SPDX-License-Identifier: GPL-2.0
#include "report/run.h"

#include <stdio.h>

#include "report/matrix.h"
#include "report/table.h"
#include "report/text.h"

#define FINDINGS_SHOWN 10

static void print_table(const KsMatrix *matrix, const KsMatrixTarget *target)
{
	guint checks = matrix->checks->len;
	g_autoptr(GPtrArray) headers = g_ptr_array_new();
	g_autoptr(KsTable) table = NULL;

	g_ptr_array_add(headers, (gpointer) ">#");
	g_ptr_array_add(headers, (gpointer) "patch");
	for (guint i = 0; i < checks; i++)
		g_ptr_array_add(headers, matrix->checks->pdata[i]);
	g_ptr_array_add(headers, NULL);
	table = ks_table_new((const char *const *)headers->pdata);
	for (guint i = 0; i < target->rows->len; i++) {
		const KsMatrixRow *row = target->rows->pdata[i];
		g_autofree char *subject = ks_text_line(row->subject);

		ks_table_add(table, "%u", row->number);
		ks_table_add(table, "%s", subject);
		for (guint j = 0; j < checks; j++)
			ks_table_add(table, "%s", ks_cell_word(row->cells[j]));
	}
	ks_table_print(table);
}

static void print_tables(const KsMatrix *matrix)
{
	bool several = matrix->targets->len > 1;

	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];
		g_autofree char *title = ks_matrix_target_title(target);

		if (several)
			printf("%s%s\n", i ? "\n" : "", title);
		if (target->rows->len || !several)
			print_table(matrix, target);
		else
			printf("no cell\n");
	}
}

static void print_reason(const KsMatrix *matrix, const KsCell *cell)
{
	const GPtrArray *findings = cell->outcome->findings;
	g_autofree char *reason = ks_text_line(cell->outcome->reason);
	bool several = matrix->targets->len > 1;

	printf("\n%s%s%u %s: %s: %s\n", several ? cell->target : "",
	       several ? " " : "", cell->number, cell->check,
	       ks_cell_word(cell), reason);
	for (guint i = 0; i < findings->len && i < FINDINGS_SHOWN; i++) {
		g_autofree char *text = ks_finding_format(findings->pdata[i]);
		g_autofree char *line = ks_text_line(text);

		printf("    %s\n", line);
	}
	if (findings->len > FINDINGS_SHOWN)
		printf("    ... and %u more\n", findings->len - FINDINGS_SHOWN);
	if (cell->outcome->log)
		printf("    log: %s\n", cell->outcome->log);
}

static void print_left(const KsMatrix *matrix)
{
	bool first = true;

	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];
		GPtrArray *left = target->target ? target->target->left : NULL;

		for (guint j = 0; left && j < left->len; j++) {
			const KsLeft *patch = left->pdata[j];
			g_autofree char *subject = ks_text_line(patch->subject);
			g_autofree char *reason = ks_text_line(patch->reason);

			printf("%sleft out on %s: %s: %s\n", first ? "\n" : "",
			       target->name, subject, reason);
			first = false;
		}
	}
}

/* What the `load` verdicts have in common is said once. */
static void print_load_note(const KsRun *run)
{
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!ks_cell_done(cell) ||
		    g_strcmp0(cell->outcome->word, "load"))
			continue;
		printf("\nload: %s\n", cell->outcome->reason);
		return;
	}
}

static void print_total(const KsRun *run, const KsCellCounts *counts)
{
	g_autofree char *names = ks_run_target_names(run);

	printf("\nrun %" G_GINT64_FORMAT
	       ": %s on %s: %u of %u cells pass, %u known from earlier runs, %.1f s",
	       run->id, run->series, names, counts->of[KS_VERDICT_PASS],
	       counts->all, counts->reused, run->wall_us / 1e6);
	if (counts->of[KS_NOT_DONE])
		printf("; %u not done", counts->of[KS_NOT_DONE]);
	printf("%s\n", run->finished ? "" : "; the run did not finish");
}

void ks_report_run_text(const KsRun *run)
{
	g_autoptr(KsMatrix) matrix = ks_matrix_new(run);
	KsCellCounts counts = {0};

	print_tables(matrix);
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		ks_cell_count(&counts, cell);
		if (ks_cell_done(cell) && !ks_cell_good(cell))
			print_reason(matrix, cell);
	}
	print_load_note(run);
	print_left(matrix);
	print_total(run, &counts);
}
