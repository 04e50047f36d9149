// SPDX-License-Identifier: GPL-2.0
#include "report/jobs_result.h"

#include <string.h>

#include "base/error.h"
#include "report/jobs_private.h"
#include "report/log.h"
#include "report/run_json.h"

static void result_cell_free(gpointer data)
{
	KsResultCell *cell = data;

	g_clear_pointer(&cell->cell, ks_cell_free);
	g_free(cell->log);
	g_free(cell);
}

void ks_result_free(KsResult *result)
{
	g_free(result->plan);
	ks_jobs_free(result->jobs);
	g_ptr_array_unref(result->cells);
	g_free(result);
}

static void write_cell(KsJsonWriter *json, const KsContext *context,
		       const KsCell *cell)
{
	const KsOutcome *outcome = cell->outcome;
	guint64 size = 0;
	g_autofree char *log = outcome->log ?
				       ks_log_tail(context, outcome->log,
						   KS_RESULT_LOG_MAX, &size) :
				       NULL;

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_cell_name(json, cell);
	ks_jsonw_string(json, "key", cell->key);
	ks_jsonw_string(json, "verdict", ks_verdict_name(outcome->verdict));
	ks_jsonw_string(json, "word", outcome->word);
	ks_jsonw_string(json, "reason", outcome->reason);
	ks_jsonw_int(json, "wall_us", cell->wall_us);
	ks_jsonw_bool(json, "reused", cell->reused);
	ks_jsonw_findings(json, "findings", outcome->findings);
	ks_jsonw_string(json, "log", log);
	ks_jsonw_bool(json, "clipped", size > KS_RESULT_LOG_MAX);
	ks_jsonw_close(json, '}');
}

char *ks_result_json(const KsContext *context, const KsJobs *jobs,
		     GPtrArray *cells)
{
	KsJsonWriter json = {.text = g_string_new(NULL)};

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_string(&json, "result_of", jobs->id);
	ks_jsonw_int(&json, "plan_cells", jobs->cells->len);
	ks_jsonw_string(&json, "kseries", KS_VERSION);
	ks_jsonw_string(&json, "title", jobs->title);
	ks_jobs_write_targets(&json, jobs);
	ks_jsonw_open(&json, "cells", '[');
	for (guint i = 0; i < cells->len; i++)
		write_cell(&json, context, cells->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	return g_string_free(json.text, FALSE);
}

/*
 * A word stands in the table in the verdict's place, so that it must not say
 * another verdict, and "load" only what it stands for.
 */
static const char *read_word(KsInput *input, JsonObject *object,
			     KsVerdict verdict)
{
	const char *word = ks_input_optional(input, object, "word");

	if (!word || (g_str_equal(word, "load") && verdict == KS_VERDICT_PASS))
		return word;
	ks_input_wrong(input, "word", "does not go with the verdict");
	return NULL;
}

static void read_findings(KsInput *input, JsonObject *object,
			  KsOutcome *outcome)
{
	guint n = ks_input_array(input, object, "findings");

	for (guint i = 0; i < n && !input->why; i++) {
		JsonObject *from = ks_input_element(object, "findings", i);

		g_ptr_array_add(
			outcome->findings,
			ks_finding_new(ks_input_string(input, from, "tool"),
				       ks_input_string(input, from, "level"),
				       ks_input_string(input, from, "file"),
				       ks_input_int(input, from, "line", 0,
						    G_MAXINT),
				       ks_input_string(input, from, "function"),
				       ks_input_string(input, from, "text")));
	}
}

static KsOutcome *read_outcome(KsInput *input, JsonObject *object)
{
	const char *name = ks_input_string(input, object, "verdict");
	KsVerdict verdict = KS_VERDICT_ERROR;
	KsOutcome *outcome;

	if (!ks_verdict_parse(name, &verdict))
		ks_input_wrong(input, "verdict", "is no verdict");
	outcome = ks_outcome_new(verdict, "%s",
				 ks_input_string(input, object, "reason"));
	outcome->word = g_strdup(read_word(input, object, verdict));
	read_findings(input, object, outcome);
	return outcome;
}

/* The key is for readers: it must never be found by a later run. */
static char *read_key(KsInput *input, JsonObject *object)
{
	return g_strconcat(
		"elsewhere:", ks_input_hash(input, object, "key", 64), NULL);
}

static void read_cell(KsInput *input, KsResult *result, JsonObject *object)
{
	KsResultCell *cell = g_new0(KsResultCell, 1);
	const char *target = ks_input_string(input, object, "target");
	const char *check = ks_input_string(input, object, "check");
	const KsPatch patch = {
		.number = ks_input_int(input, object, "patch", 1,
				       KS_JOBS_MAX_PATCHES),
		.subject = (char *)ks_input_string(input, object, "subject"),
		.commit = (char *)ks_jobs_read_commit(input, object),
	};

	if (!ks_jobs_target(result->jobs, target))
		ks_input_wrong(input, "target", "is not among its targets");
	if (!ks_jobs_check(check))
		ks_input_wrong(input, "check", "is no check of this kseries");
	cell->path = input->path;
	cell->cell = ks_cell_new(target, &patch, check);
	g_ptr_array_add(result->cells, cell);
	cell->cell->key = read_key(input, object);
	cell->cell->outcome = read_outcome(input, object);
	cell->cell->wall_us =
		ks_input_int(input, object, "wall_us", 0, G_MAXINT64 >> 20);
	cell->cell->reused = ks_input_bool(input, object, "reused");
	cell->log = g_strdup(ks_input_optional(input, object, "log"));
	cell->clipped = ks_input_bool(input, object, "clipped");
	if (cell->log && strlen(cell->log) > 4 * KS_RESULT_LOG_MAX)
		ks_input_wrong(input, "log", "is longer than a log may be");
}

KsResult *ks_result_load(const char *path, GError **error)
{
	g_auto(KsInput) input = {0};
	g_autoptr(KsResult) result = g_new0(KsResult, 1);
	guint n;

	result->jobs = ks_jobs_new();
	result->cells = g_ptr_array_new_with_free_func(result_cell_free);
	if (!ks_input_open(&input, path, error))
		return NULL;
	result->plan =
		g_strdup(ks_input_hash(&input, input.root, "result_of", 64));
	result->plan_cells =
		ks_input_int(&input, input.root, "plan_cells", 1, G_MAXINT);
	result->jobs->title =
		g_strdup(ks_input_string(&input, input.root, "title"));
	ks_jobs_read_targets(&input, result->jobs);
	n = ks_input_array(&input, input.root, "cells");
	for (guint i = 0; i < n && !input.why; i++)
		read_cell(&input, result,
			  ks_input_element(input.root, "cells", i));
	if (!n)
		ks_input_wrong(&input, "cells", "is empty");
	return ks_input_ok(&input, error) ? g_steal_pointer(&result) : NULL;
}
