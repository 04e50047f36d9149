// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "report/jobs_private.h"

static void write_left(KsJsonWriter *json, const GPtrArray *lefts)
{
	ks_jsonw_open(json, "left", '[');
	for (guint i = 0; i < lefts->len; i++) {
		const KsLeft *left = lefts->pdata[i];

		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "subject", left->subject);
		ks_jsonw_string(json, "reason", left->reason);
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
}

void ks_jobs_write_targets(KsJsonWriter *json, const KsJobs *jobs)
{
	ks_jsonw_open(json, "targets", '[');
	for (guint i = 0; i < jobs->targets->len; i++) {
		const KsJobsTarget *target = jobs->targets->pdata[i];

		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "name", target->name);
		ks_jsonw_string(json, "tree", target->tree);
		ks_jsonw_string(json, "version", target->version);
		ks_jsonw_string(json, "source", target->source);
		ks_jsonw_string(json, "commit", target->commit);
		ks_jsonw_string(json, "base", target->base);
		write_left(json, target->left);
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
}

static void write_cell(KsJsonWriter *json, const KsJobs *jobs,
		       const KsJobsCell *cell)
{
	g_autoptr(GPtrArray) needs = ks_jobs_needs(jobs, cell);

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "id", cell->id);
	ks_jsonw_string(json, "target", cell->target->name);
	ks_jsonw_int(json, "patch", cell->number);
	ks_jsonw_string(json, "subject", cell->subject);
	ks_jsonw_string(json, "parent", cell->parent);
	ks_jsonw_string(json, "commit", cell->commit);
	ks_jsonw_string(json, "check", cell->check->name);
	ks_jsonw_open(json, "needs", '[');
	for (guint i = 0; i < needs->len; i++)
		ks_jsonw_string(json, NULL,
				((KsJobsCell *)needs->pdata[i])->id);
	ks_jsonw_close(json, ']');
	ks_jsonw_close(json, '}');
}

char *ks_jobs_json(const KsJobs *jobs)
{
	KsJsonWriter json = {.text = g_string_new(NULL)};

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_string(&json, "plan", jobs->id);
	ks_jsonw_string(&json, "kseries", jobs->kseries);
	ks_jsonw_string(&json, "series", jobs->series);
	ks_jsonw_string(&json, "title", jobs->title);
	ks_jsonw_string(&json, "author", jobs->author);
	ks_jsonw_string(&json, "email", jobs->email);
	ks_jsonw_string(&json, "date", jobs->date);
	ks_jsonw_bool(&json, "without", jobs->without);
	ks_jobs_write_targets(&json, jobs);
	ks_jsonw_open(&json, "cells", '[');
	for (guint i = 0; i < jobs->cells->len; i++)
		write_cell(&json, jobs, jobs->cells->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	return g_string_free(json.text, FALSE);
}

static void read_target(KsInput *input, KsJobs *jobs, JsonObject *object)
{
	KsJobsTarget *target = ks_jobs_add_target(jobs);
	guint lefts = ks_input_array(input, object, "left");

	target->name = g_strdup(ks_input_string(input, object, "name"));
	target->tree = g_strdup(ks_input_string(input, object, "tree"));
	target->version = g_strdup(ks_input_optional(input, object, "version"));
	target->source = g_strdup(ks_input_string(input, object, "source"));
	target->commit = g_strdup(ks_input_hash(input, object, "commit", 40));
	target->base = g_strdup(ks_input_hash(input, object, "base", 40));
	for (guint i = 0; i < lefts; i++) {
		JsonObject *left = ks_input_element(object, "left", i);
		const char *subject = ks_input_string(input, left, "subject");
		const char *reason = ks_input_string(input, left, "reason");

		g_ptr_array_add(target->left, ks_left_new(subject, reason));
	}
	if (!ks_jobs_is_name(target->name) || !ks_jobs_is_name(target->tree))
		ks_input_wrong(input, "name", "is not a name of a target");
	if (target->version && !ks_jobs_is_name(target->version))
		ks_input_wrong(input, "version", "is not a version");
}

bool ks_jobs_read_targets(KsInput *input, KsJobs *jobs)
{
	guint n = ks_input_array(input, input->root, "targets");

	for (guint i = 0; i < n && !input->why; i++)
		read_target(input, jobs,
			    ks_input_element(input->root, "targets", i));
	return !input->why;
}

const KsCheck *ks_jobs_check(const char *name)
{
	for (const KsCheck *c = ks_checks(); c->name; c++)
		if (g_str_equal(c->name, name))
			return c;
	return NULL;
}

const char *ks_jobs_read_commit(KsInput *input, JsonObject *object)
{
	const char *text = ks_input_string(input, object, "commit");

	return *text ? ks_input_hash(input, object, "commit", 40) : text;
}

static void read_cell(KsInput *input, KsJobs *jobs, JsonObject *object)
{
	const char *name = ks_input_string(input, object, "target");
	const char *check_name = ks_input_string(input, object, "check");
	const char *commit = ks_jobs_read_commit(input, object);
	const KsJobsTarget *target = ks_jobs_target(jobs, name);
	const KsCheck *check = ks_jobs_check(check_name);
	const KsPatch patch = {
		.number = ks_input_int(input, object, "patch", 1,
				       KS_JOBS_MAX_PATCHES),
		.subject = (char *)ks_input_string(input, object, "subject"),
		.parent = (char *)ks_input_hash(input, object, "parent", 40),
		.commit = *commit ? (char *)commit : NULL,
	};

	if (!target)
		ks_input_wrong(input, "target", "is not among its targets");
	if (!check)
		ks_input_wrong(input, "check", "is no check of this kseries");
	if (!input->why && !ks_jobs_add_cell(jobs, target, &patch, check))
		ks_input_wrong(input, "cells", "holds a cell twice");
}

KsJobs *ks_jobs_load(const char *path, GError **error)
{
	g_auto(KsInput) input = {0};
	g_autoptr(KsJobs) jobs = ks_jobs_new();
	g_autofree char *sum = NULL;
	guint cells;

	if (!ks_input_open(&input, path, error))
		return NULL;
	jobs->id = g_strdup(ks_input_hash(&input, input.root, "plan", 64));
	jobs->kseries =
		g_strdup(ks_input_string(&input, input.root, "kseries"));
	jobs->series = g_strdup(ks_input_string(&input, input.root, "series"));
	jobs->title = g_strdup(ks_input_string(&input, input.root, "title"));
	jobs->author = g_strdup(ks_input_string(&input, input.root, "author"));
	jobs->email = g_strdup(ks_input_string(&input, input.root, "email"));
	jobs->date = g_strdup(ks_input_optional(&input, input.root, "date"));
	jobs->without = ks_input_bool(&input, input.root, "without");
	ks_jobs_read_targets(&input, jobs);
	cells = ks_input_array(&input, input.root, "cells");
	for (guint i = 0; i < cells && !input.why; i++)
		read_cell(&input, jobs,
			  ks_input_element(input.root, "cells", i));
	if (!cells)
		ks_input_wrong(&input, "cells", "is empty");
	sum = input.why ? NULL : ks_jobs_sum(jobs);
	if (sum && strcmp(sum, jobs->id))
		ks_input_wrong(
			&input, "plan",
			"is not the checksum of the rest: the file was changed; make it again with 'kseries plan'");
	return ks_input_ok(&input, error) ? g_steal_pointer(&jobs) : NULL;
}
