// SPDX-License-Identifier: GPL-2.0
#include "report/sarif.h"

#include <string.h>

#include "report/json_writer.h"
#include "report/matrix.h"
#include "report/sarif_rule.h"

static char *checksum(const char *first, ...) G_GNUC_NULL_TERMINATED;

/* Of the words, told apart. */
static char *checksum(const char *first, ...)
{
	g_autoptr(GString) all = g_string_new(NULL);
	va_list ap;

	va_start(ap, first);
	for (const char *word = first; word; word = va_arg(ap, const char *))
		g_string_append_printf(all, "%s\x1f", word);
	va_end(ap);
	return g_compute_checksum_for_string(G_CHECKSUM_SHA256, all->str,
					     all->len);
}

static void add_cell(KsJsonWriter *json, const KsCell *cell)
{
	ks_jsonw_open(json, "properties", '{');
	ks_jsonw_string(json, "target", cell->target);
	ks_jsonw_int(json, "patch", cell->number);
	ks_jsonw_string(json, "subject", cell->subject);
	ks_jsonw_string(json, "commit", cell->commit);
	ks_jsonw_string(json, "check", cell->check);
	ks_jsonw_string(json, "verdict", ks_cell_verdict(cell));
	ks_jsonw_close(json, '}');
}

/* An absolute file is none of the tree: its name stays in the message. */
static void add_file(KsJsonWriter *json, const KsFinding *finding)
{
	g_autofree char *uri = g_uri_escape_string(finding->file, "/", FALSE);

	ks_jsonw_open(json, "physicalLocation", '{');
	ks_jsonw_open(json, "artifactLocation", '{');
	ks_jsonw_string(json, "uri", uri);
	ks_jsonw_string(json, "uriBaseId", "SRCROOT");
	ks_jsonw_close(json, '}');
	if (finding->line > 0) {
		ks_jsonw_open(json, "region", '{');
		ks_jsonw_int(json, "startLine", finding->line);
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, '}');
}

static void add_locations(KsJsonWriter *json, const KsFinding *finding)
{
	bool file = *finding->file && *finding->file != '/';

	if (!file && !*finding->function)
		return;
	ks_jsonw_open(json, "locations", '[');
	ks_jsonw_open(json, NULL, '{');
	if (file)
		add_file(json, finding);
	if (*finding->function) {
		ks_jsonw_open(json, "logicalLocations", '[');
		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "name", finding->function);
		ks_jsonw_string(json, "kind", "function");
		ks_jsonw_close(json, '}');
		ks_jsonw_close(json, ']');
	}
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, ']');
}

static void add_fingerprints(KsJsonWriter *json, const char *identity,
			     const KsCell *cell)
{
	g_autofree char *of_cell =
		checksum(cell->target, cell->subject, cell->check, NULL);

	ks_jsonw_open(json, "partialFingerprints", '{');
	ks_jsonw_string(json, "findingIdentity/v1", identity);
	ks_jsonw_string(json, "cell/v1", of_cell);
	ks_jsonw_close(json, '}');
}

static const char *level(const KsFinding *finding)
{
	if (g_str_equal(finding->level, "error") ||
	    g_str_equal(finding->level, "warning"))
		return finding->level;
	return "note";
}

/* @seen counts equal findings of one cell: each is a result of its own. */
static void add_finding(KsJsonWriter *json, const KsCell *cell,
			const KsFinding *finding, GHashTable *seen)
{
	g_autofree char *rule = ks_sarif_rule(finding);
	char *identity = checksum(finding->tool, finding->level, finding->file,
				  finding->function, finding->text, NULL);
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(seen, identity));
	g_autofree char *number = g_strdup_printf("%u", n);
	g_autofree char *nth = n ? checksum(identity, number, NULL) :
				   g_strdup(identity);

	g_hash_table_replace(seen, identity, GUINT_TO_POINTER(n + 1));
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "ruleId", rule);
	ks_jsonw_string(json, "level", level(finding));
	ks_sarif_add_text(json, "message", finding->text);
	add_locations(json, finding);
	add_fingerprints(json, nth, cell);
	add_cell(json, cell);
	ks_jsonw_close(json, '}');
}

static bool is_bad(const KsCell *cell)
{
	return ks_cell_done(cell) &&
	       (cell->outcome->verdict == KS_VERDICT_FAIL ||
		cell->outcome->verdict == KS_VERDICT_WARN);
}

/* What no tool said: the cell itself is the result. */
static void add_verdict(KsJsonWriter *json, const KsCell *cell)
{
	g_autofree char *identity = checksum("kseries", cell->target,
					     cell->subject, cell->check, NULL);

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "ruleId", cell->check);
	ks_jsonw_string(json, "level",
			cell->outcome->verdict == KS_VERDICT_FAIL ? "error" :
								    "warning");
	ks_sarif_add_text(json, "message", cell->outcome->reason);
	add_fingerprints(json, identity, cell);
	add_cell(json, cell);
	ks_jsonw_close(json, '}');
}

static const GPtrArray *findings_of(const KsCell *cell)
{
	return ks_cell_done(cell) ? cell->outcome->findings : NULL;
}

static void add_notification(KsJsonWriter *json, const KsCell *cell)
{
	bool ours = !ks_cell_done(cell) ||
		    cell->outcome->verdict != KS_VERDICT_SKIP;

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "level", ours ? "error" : "note");
	ks_sarif_add_text(json, "message", ks_cell_reason(cell));
	add_cell(json, cell);
	ks_jsonw_close(json, '}');
}

/* Whether all that was planned was found out. */
static bool is_complete(const KsRun *run)
{
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!ks_cell_done(cell) ||
		    cell->outcome->verdict == KS_VERDICT_ERROR ||
		    cell->outcome->verdict == KS_VERDICT_TIMEOUT)
			return false;
	}
	return run->finished;
}

static void add_invocation(KsJsonWriter *json, const KsRun *run)
{
	ks_jsonw_open(json, "invocations", '[');
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_bool(json, "executionSuccessful", is_complete(run));
	ks_jsonw_open(json, "toolExecutionNotifications", '[');
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (!ks_cell_good(cell) && !is_bad(cell))
			add_notification(json, cell);
	}
	ks_jsonw_close(json, ']');
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, ']');
}

static void add_results(KsJsonWriter *json, const KsRun *run, const char *tool)
{
	g_autoptr(GHashTable) seen =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	ks_jsonw_open(json, "results", '[');
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];
		const GPtrArray *findings = findings_of(cell);

		if (!tool && is_bad(cell) && !findings->len)
			add_verdict(json, cell);
		g_hash_table_remove_all(seen);
		for (guint j = 0; tool && findings && j < findings->len; j++) {
			const KsFinding *finding = findings->pdata[j];

			if (g_str_equal(finding->tool, tool))
				add_finding(json, cell, finding, seen);
		}
	}
	ks_jsonw_close(json, ']');
}

/* One tool; NULL is kseries itself. */
static void add_run(KsJsonWriter *json, const KsRun *run, const char *tool)
{
	g_autofree char *id = g_strdup_printf("kseries/%s/%s/%" G_GINT64_FORMAT,
					      run->series,
					      tool ? tool : "cells", run->id);

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_open(json, "tool", '{');
	ks_jsonw_open(json, "driver", '{');
	ks_jsonw_string(json, "name", tool ? tool : "kseries");
	if (!tool)
		ks_jsonw_string(json, "version", KS_VERSION);
	ks_sarif_add_rules(json, run, tool);
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, '}');
	ks_jsonw_open(json, "automationDetails", '{');
	ks_jsonw_string(json, "id", id);
	ks_jsonw_close(json, '}');
	ks_jsonw_open(json, "originalUriBaseIds", '{');
	ks_jsonw_open(json, "SRCROOT", '{');
	ks_sarif_add_text(json, "description", "the top of the kernel tree");
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, '}');
	if (!tool)
		add_invocation(json, run);
	add_results(json, run, tool);
	ks_jsonw_close(json, '}');
}

/* The tools that have findings, in the order in which they first speak. */
static GPtrArray *find_tools(const KsRun *run)
{
	GPtrArray *tools = g_ptr_array_new();

	for (guint i = 0; i < run->cells->len; i++) {
		const GPtrArray *findings = findings_of(run->cells->pdata[i]);

		for (guint j = 0; findings && j < findings->len; j++) {
			const KsFinding *finding = findings->pdata[j];

			if (!g_ptr_array_find_with_equal_func(
				    tools, finding->tool, g_str_equal, NULL))
				g_ptr_array_add(tools, finding->tool);
		}
	}
	return tools;
}

char *ks_report_sarif(const KsRun *run)
{
	KsJsonWriter json = {.text = g_string_new(NULL)};
	g_autoptr(GPtrArray) tools = find_tools(run);

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_string(&json, "$schema", KS_SARIF_SCHEMA);
	ks_jsonw_string(&json, "version", "2.1.0");
	ks_jsonw_open(&json, "runs", '[');
	add_run(&json, run, NULL);
	for (guint i = 0; i < tools->len; i++)
		add_run(&json, run, tools->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	return g_string_free(json.text, FALSE);
}
