// SPDX-License-Identifier: GPL-2.0
#include "report/diff.h"
#include "report/json_writer.h"
#include "report/run_json.h"
#include "report/text.h"

#define FINDINGS_SHOWN 10

/* The order in which the groups are shown: the worst first. */
static const KsChange groups[] = {KS_CHANGE_WORSE, KS_CHANGE_BETTER,
				  KS_CHANGE_OTHER, KS_CHANGE_NEW,
				  KS_CHANGE_GONE};

static void add_findings(GString *text, const char *what,
			 const GPtrArray *findings)
{
	for (guint i = 0; i < findings->len && i < FINDINGS_SHOWN; i++) {
		g_autofree char *full = ks_finding_format(findings->pdata[i]);
		g_autofree char *line = ks_text_line(full);

		g_string_append_printf(text, "    %s: %s\n", what, line);
	}
	if (findings->len > FINDINGS_SHOWN)
		g_string_append_printf(text, "    %s: ... and %u more\n", what,
				       findings->len - FINDINGS_SHOWN);
}

static void add_cell(GString *text, const KsCellChange *cell)
{
	g_autofree char *subject = ks_text_line(cell->subject);
	g_autofree char *reason = NULL;
	bool both = cell->change != KS_CHANGE_NEW &&
		    cell->change != KS_CHANGE_GONE;
	const KsCell *shown = cell->change == KS_CHANGE_GONE ? cell->before :
							       cell->after;

	g_string_append_printf(text, "  %s  %s  %s: ", cell->target, subject,
			       cell->check);
	if (both)
		g_string_append_printf(text, "%s -> ",
				       ks_cell_verdict(cell->before));
	g_string_append(text, ks_cell_verdict(shown));
	if (cell->left)
		reason = g_strconcat("left out: ", cell->left, NULL);
	else if (both && !ks_cell_good(shown))
		reason = g_strdup(ks_cell_reason(shown));
	else if (cell->change == KS_CHANGE_NEW && !ks_cell_good(shown))
		reason = g_strdup(ks_cell_reason(shown));
	if (reason) {
		g_autofree char *line = ks_text_line(reason);

		g_string_append_printf(text, ": %s", line);
	}
	g_string_append_c(text, '\n');
	if (!both)
		return;
	add_findings(text, "new finding", cell->new_findings);
	add_findings(text, "gone", cell->gone_findings);
}

static void add_group(GString *text, const KsRunDiff *diff, KsChange change)
{
	if (!diff->count[change])
		return;
	g_string_append_printf(text, "%s%s (%u)\n", text->len ? "\n" : "",
			       ks_change_name(change), diff->count[change]);
	for (guint i = 0; i < diff->cells->len; i++) {
		const KsCellChange *cell = diff->cells->pdata[i];

		if (cell->change == change)
			add_cell(text, cell);
	}
}

static void count_target(const KsMatrixTarget *target, KsCellCounts *counts)
{
	for (guint i = 0; i < target->rows->len; i++) {
		const KsMatrixRow *row = target->rows->pdata[i];

		for (guint j = 0; j < target->checks; j++)
			if (row->cells[j])
				ks_cell_count(counts, row->cells[j]);
	}
}

static void add_alone(GString *text, const KsRun *run, const GPtrArray *targets)
{
	for (guint i = 0; i < targets->len; i++) {
		const KsMatrixTarget *target = targets->pdata[i];
		KsCellCounts counts = {0};

		count_target(target, &counts);
		g_string_append_printf(
			text,
			"%snot compared: only run %" G_GINT64_FORMAT
			" has %s: %u of %u cells pass\n",
			text->len ? "\n" : "", run->id, target->name,
			counts.of[KS_VERDICT_PASS], counts.all);
	}
}

char *ks_run_diff_text(const KsRunDiff *diff)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < G_N_ELEMENTS(groups); i++)
		add_group(text, diff, groups[i]);
	add_alone(text, diff->before, diff->only_before);
	add_alone(text, diff->after, diff->only_after);
	if (text->len)
		g_string_append_c(text, '\n');
	if (g_strcmp0(diff->before->series, diff->after->series))
		g_string_append_printf(text, "two series: %s and %s\n",
				       diff->before->series,
				       diff->after->series);
	g_string_append_printf(
		text,
		"run %" G_GINT64_FORMAT " -> run %" G_GINT64_FORMAT
		": %u worse, %u better, %u other, %u new, %u gone, %u the same%s\n",
		diff->before->id, diff->after->id, diff->count[KS_CHANGE_WORSE],
		diff->count[KS_CHANGE_BETTER], diff->count[KS_CHANGE_OTHER],
		diff->count[KS_CHANGE_NEW], diff->count[KS_CHANGE_GONE],
		diff->count[KS_CHANGE_SAME],
		diff->after->finished ? "" : "; the later run did not finish");
	return g_string_free(text, FALSE);
}

static void json_cell(KsJsonWriter *json, const KsCellChange *cell)
{
	bool before = cell->change != KS_CHANGE_NEW;
	bool after = cell->change != KS_CHANGE_GONE;
	const KsCell *shown = after ? cell->after : cell->before;

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "target", cell->target);
	ks_jsonw_string(json, "subject", cell->subject);
	ks_jsonw_string(json, "check", cell->check);
	ks_jsonw_string(json, "before",
			before ? ks_cell_verdict(cell->before) : NULL);
	ks_jsonw_string(json, "after",
			after ? ks_cell_verdict(cell->after) : NULL);
	ks_jsonw_string(json, "reason", ks_cell_reason(shown));
	ks_jsonw_string(json, "left", cell->left);
	ks_jsonw_findings(json, "new_findings", cell->new_findings);
	ks_jsonw_findings(json, "gone_findings", cell->gone_findings);
	ks_jsonw_close(json, '}');
}

static void json_alone(KsJsonWriter *json, const char *name,
		       const GPtrArray *targets)
{
	ks_jsonw_open(json, name, '[');
	for (guint i = 0; i < targets->len; i++) {
		const KsMatrixTarget *target = targets->pdata[i];

		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "target", target->name);
		ks_jsonw_open(json, "cells", '[');
		for (guint j = 0; j < target->rows->len; j++) {
			const KsMatrixRow *row = target->rows->pdata[j];

			for (guint k = 0; k < target->checks; k++)
				if (row->cells[k])
					ks_jsonw_cell(json, row->cells[k]);
		}
		ks_jsonw_close(json, ']');
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
}

static void json_run(KsJsonWriter *json, const char *name, const KsRun *run)
{
	ks_jsonw_open(json, name, '{');
	ks_jsonw_int(json, "run", run->id);
	ks_jsonw_string(json, "series", run->series);
	ks_jsonw_int(json, "started", run->started);
	ks_jsonw_bool(json, "finished", run->finished);
	ks_jsonw_close(json, '}');
}

char *ks_run_diff_json(const KsRunDiff *diff)
{
	KsJsonWriter json = {.text = g_string_new(NULL)};

	ks_jsonw_open(&json, NULL, '{');
	json_run(&json, "before", diff->before);
	json_run(&json, "after", diff->after);
	ks_jsonw_int(&json, "same", diff->count[KS_CHANGE_SAME]);
	for (guint i = 0; i < G_N_ELEMENTS(groups); i++) {
		ks_jsonw_open(&json, ks_change_name(groups[i]), '[');
		for (guint j = 0; j < diff->cells->len; j++) {
			const KsCellChange *cell = diff->cells->pdata[j];

			if (cell->change == groups[i])
				json_cell(&json, cell);
		}
		ks_jsonw_close(&json, ']');
	}
	json_alone(&json, "only_before", diff->only_before);
	json_alone(&json, "only_after", diff->only_after);
	ks_jsonw_close(&json, '}');
	return g_string_free(json.text, FALSE);
}
