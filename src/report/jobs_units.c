// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "report/jobs_private.h"
#include "report/json.h"
#include "report/text.h"

/* GitHub's limit for the jobs of one matrix. */
#define GITHUB_JOBS_MAX 256U
#define TITLE_MAX	80

static void unit_free(gpointer data)
{
	KsJobsUnit *unit = data;

	g_free(unit->id);
	g_free(unit->slug);
	g_free(unit->title);
	g_free(unit);
}

static char *unit_id(const KsJobsCell *cell, KsJobsBy by)
{
	if (by == KS_JOBS_BY_TARGET)
		return g_strdup(cell->target->name);
	if (by == KS_JOBS_BY_PATCH)
		return g_strdup_printf("%s:%u", cell->target->name,
				       cell->number);
	return g_strdup(cell->id);
}

static KsJobsUnit *unit_new(const KsJobsCell *cell, KsJobsBy by)
{
	KsJobsUnit *unit = g_new0(KsJobsUnit, 1);
	g_autofree char *subject = ks_text_clip(cell->subject, TITLE_MAX);

	unit->id = unit_id(cell, by);
	unit->slug = g_strdelimit(g_strdup(unit->id), ":", '-');
	unit->title = by == KS_JOBS_BY_TARGET ?
			      g_strdup(unit->id) :
			      g_strdup_printf("%s %s", unit->id, subject);
	unit->cell = cell;
	return unit;
}

GPtrArray *ks_jobs_units(const KsJobs *jobs, KsJobsBy by)
{
	GPtrArray *units = g_ptr_array_new_with_free_func(unit_free);
	const char *last = "";

	for (guint i = 0; i < jobs->cells->len; i++) {
		KsJobsUnit *unit = unit_new(jobs->cells->pdata[i], by);

		if (g_str_equal(unit->id, last)) {
			unit_free(unit);
			continue;
		}
		g_ptr_array_add(units, unit);
		last = unit->id;
	}
	return units;
}

static void add_unit(JsonBuilder *json, const KsJobsUnit *unit)
{
	const KsJobsTarget *target = unit->cell->target;

	json_builder_begin_object(json);
	ks_json_string(json, "id", unit->id);
	ks_json_string(json, "slug", unit->slug);
	ks_json_string(json, "title", unit->title);
	ks_json_string(json, "target", target->name);
	ks_json_string(json, "tree", target->tree);
	ks_json_string(json, "source", target->source);
	json_builder_end_object(json);
}

char *ks_jobs_github(const KsJobs *jobs, KsJobsBy by, GError **error)
{
	g_autoptr(GPtrArray) units = ks_jobs_units(jobs, by);
	g_autoptr(JsonBuilder) json = json_builder_new();
	g_autoptr(JsonNode) root = NULL;
	g_autofree char *line = NULL;

	if (units->len > GITHUB_JOBS_MAX) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"these are %u jobs, and a matrix of GitHub has at most %u: take --by patch or --by target, or fewer targets",
			units->len, GITHUB_JOBS_MAX);
		return NULL;
	}
	json_builder_begin_object(json);
	json_builder_set_member_name(json, "include");
	json_builder_begin_array(json);
	for (guint i = 0; i < units->len; i++)
		add_unit(json, units->pdata[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
	root = json_builder_get_root(json);
	/* on one line: a step of a workflow hands it on as NAME=VALUE */
	line = json_to_string(root, FALSE);
	return g_strconcat(line, "\n", NULL);
}
