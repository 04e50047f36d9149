// SPDX-License-Identifier: GPL-2.0
#include "report/run_json.h"

#include <stdio.h>

#include "report/run.h"

void ks_jsonw_finding(KsJsonWriter *json, const KsFinding *finding)
{
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "tool", finding->tool);
	ks_jsonw_string(json, "level", finding->level);
	ks_jsonw_string(json, "file", finding->file);
	ks_jsonw_int(json, "line", finding->line);
	ks_jsonw_string(json, "function", finding->function);
	ks_jsonw_string(json, "text", finding->text);
	ks_jsonw_close(json, '}');
}

void ks_jsonw_findings(KsJsonWriter *json, const char *name,
		       const GPtrArray *findings)
{
	ks_jsonw_open(json, name, '[');
	for (guint i = 0; findings && i < findings->len; i++)
		ks_jsonw_finding(json, findings->pdata[i]);
	ks_jsonw_close(json, ']');
}

void ks_jsonw_cell_name(KsJsonWriter *json, const KsCell *cell)
{
	ks_jsonw_string(json, "target", cell->target);
	ks_jsonw_int(json, "patch", cell->number);
	ks_jsonw_string(json, "subject", cell->subject);
	ks_jsonw_string(json, "commit", cell->commit);
	ks_jsonw_string(json, "check", cell->check);
}

void ks_jsonw_cell(KsJsonWriter *json, const KsCell *cell)
{
	const KsOutcome *outcome = cell->outcome;

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_cell_name(json, cell);
	ks_jsonw_string(json, "verdict",
			outcome ? ks_verdict_name(outcome->verdict) : NULL);
	ks_jsonw_string(json, "word", outcome ? outcome->word : NULL);
	ks_jsonw_string(json, "reason", outcome ? outcome->reason : NULL);
	ks_jsonw_string(json, "log", outcome ? outcome->log : NULL);
	ks_jsonw_int(json, "wall_us", cell->wall_us);
	ks_jsonw_bool(json, "reused", cell->reused);
	ks_jsonw_findings(json, "findings", outcome ? outcome->findings : NULL);
	ks_jsonw_close(json, '}');
}

static void add_target(KsJsonWriter *json, const KsRunTarget *target)
{
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "name", target->name);
	ks_jsonw_string(json, "tree", target->tree);
	ks_jsonw_string(json, "version", target->version);
	ks_jsonw_open(json, "left", '[');
	for (guint i = 0; i < target->left->len; i++) {
		const KsLeft *left = target->left->pdata[i];

		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "subject", left->subject);
		ks_jsonw_string(json, "reason", left->reason);
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
	ks_jsonw_close(json, '}');
}

char *ks_report_json(const KsRun *run)
{
	KsJsonWriter json = {.text = g_string_new(NULL)};

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_int(&json, "run", run->id);
	ks_jsonw_string(&json, "series", run->series);
	ks_jsonw_int(&json, "started", run->started);
	ks_jsonw_int(&json, "wall_us", run->wall_us);
	ks_jsonw_bool(&json, "finished", run->finished);
	ks_jsonw_open(&json, "targets", '[');
	for (guint i = 0; i < run->targets->len; i++)
		add_target(&json, run->targets->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_open(&json, "cells", '[');
	for (guint i = 0; i < run->cells->len; i++)
		ks_jsonw_cell(&json, run->cells->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	return g_string_free(json.text, FALSE);
}

void ks_report_run_json(const KsRun *run)
{
	g_autofree char *text = ks_report_json(run);

	fputs(text, stdout);
}
