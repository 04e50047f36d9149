// SPDX-License-Identifier: GPL-2.0
#include "report/run.h"

#include <stdio.h>

#include "report/json.h"
#include "report/table.h"

#define FINDINGS_SHOWN 10

const char *ks_cell_word(const KsCell *cell)
{
	return cell->outcome->word ? cell->outcome->word :
				     ks_verdict_name(cell->outcome->verdict);
}

GPtrArray *ks_run_checks(const KsRun *run)
{
	GPtrArray *names = g_ptr_array_new();

	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!g_ptr_array_find_with_equal_func(names, cell->check,
						      g_str_equal, NULL))
			g_ptr_array_add(names, cell->check);
	}
	return names;
}

static void print_table(const KsRun *run)
{
	g_autoptr(GPtrArray) checks = ks_run_checks(run);
	g_autoptr(GPtrArray) headers = g_ptr_array_new();
	g_autoptr(KsTable) table = NULL;
	guint last = 0;

	g_ptr_array_add(headers, (gpointer) ">#");
	g_ptr_array_add(headers, (gpointer) "patch");
	for (guint i = 0; i < checks->len; i++)
		g_ptr_array_add(headers, checks->pdata[i]);
	g_ptr_array_add(headers, NULL);
	table = ks_table_new((const char *const *)headers->pdata);
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (cell->number != last) {
			ks_table_add(table, "%u", cell->number);
			ks_table_add(table, "%s", cell->subject);
			last = cell->number;
		}
		ks_table_add(table, "%s", ks_cell_word(cell));
	}
	ks_table_print(table);
}

static void print_cell_reason(const KsCell *cell)
{
	const GPtrArray *findings = cell->outcome->findings;

	printf("\n%u %s: %s: %s\n", cell->number, cell->check,
	       ks_cell_word(cell), cell->outcome->reason);
	for (guint i = 0; i < findings->len && i < FINDINGS_SHOWN; i++) {
		g_autofree char *text = ks_finding_format(findings->pdata[i]);

		printf("    %s\n", text);
	}
	if (findings->len > FINDINGS_SHOWN)
		printf("    ... and %u more\n", findings->len - FINDINGS_SHOWN);
	if (cell->outcome->log)
		printf("    log: %s\n", cell->outcome->log);
}

/* What the `load` verdicts have in common is said once. */
static void print_load_note(const KsRun *run)
{
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (g_strcmp0(cell->outcome->word, "load"))
			continue;
		printf("\nload: %s\n", cell->outcome->reason);
		return;
	}
}

void ks_report_run_text(const KsRun *run)
{
	g_autofree char *names = ks_run_target_names(run);
	guint good = 0, reused = 0;

	print_table(run);
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		reused += cell->reused;
		if (ks_verdict_good(cell->outcome->verdict))
			good++;
		else
			print_cell_reason(cell);
	}
	print_load_note(run);
	printf("\nrun %" G_GINT64_FORMAT
	       ": %s on %s: %u of %u cells pass, %u known from earlier runs, %.1f s%s\n",
	       run->id, run->series, names, good, run->cells->len, reused,
	       run->wall_us / 1e6,
	       run->finished ? "" : "; the run did not finish");
}

static void add_finding(JsonBuilder *json, const KsFinding *finding)
{
	json_builder_begin_object(json);
	ks_json_string(json, "tool", finding->tool);
	ks_json_string(json, "level", finding->level);
	ks_json_string(json, "file", finding->file);
	ks_json_int(json, "line", finding->line);
	ks_json_string(json, "function", finding->function);
	ks_json_string(json, "text", finding->text);
	json_builder_end_object(json);
}

static void add_cell(JsonBuilder *json, const KsCell *cell)
{
	const KsOutcome *outcome = cell->outcome;

	json_builder_begin_object(json);
	ks_json_string(json, "target", cell->target);
	ks_json_int(json, "patch", cell->number);
	ks_json_string(json, "subject", cell->subject);
	ks_json_string(json, "commit", cell->commit);
	ks_json_string(json, "check", cell->check);
	ks_json_string(json, "verdict", ks_verdict_name(outcome->verdict));
	ks_json_string(json, "word", outcome->word);
	ks_json_string(json, "reason", outcome->reason);
	ks_json_string(json, "log", outcome->log);
	ks_json_int(json, "wall_us", cell->wall_us);
	json_builder_set_member_name(json, "reused");
	json_builder_add_boolean_value(json, cell->reused);
	json_builder_set_member_name(json, "findings");
	json_builder_begin_array(json);
	for (guint i = 0; i < outcome->findings->len; i++)
		add_finding(json, outcome->findings->pdata[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
}

void ks_report_run_json(const KsRun *run)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_object(json);
	ks_json_int(json, "run", run->id);
	ks_json_string(json, "series", run->series);
	ks_json_int(json, "started", run->started);
	ks_json_int(json, "wall_us", run->wall_us);
	json_builder_set_member_name(json, "finished");
	json_builder_add_boolean_value(json, run->finished);
	json_builder_set_member_name(json, "cells");
	json_builder_begin_array(json);
	for (guint i = 0; i < run->cells->len; i++)
		add_cell(json, run->cells->pdata[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
	ks_json_print(json);
}
