// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "base/error.h"
#include "check/db.h"
#include "cmd/cmd.h"
#include "report/json.h"
#include "report/run.h"
#include "report/table.h"

static char *when(const KsRun *run)
{
	g_autoptr(GDateTime)
		time = g_date_time_new_from_unix_local(run->started);

	return g_date_time_format(time, "%Y-%m-%d %H:%M");
}

static void list_json(GPtrArray *runs)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_array(json);
	for (guint i = 0; i < runs->len; i++) {
		const KsRun *run = runs->pdata[i];

		json_builder_begin_object(json);
		ks_json_int(json, "run", run->id);
		ks_json_string(json, "series", run->series);
		ks_json_string(json, "tree", run->tree);
		ks_json_int(json, "started", run->started);
		json_builder_set_member_name(json, "finished");
		json_builder_add_boolean_value(json, run->finished);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	ks_json_print(json);
}

static void list_text(GPtrArray *runs)
{
	static const char *const headers[] = {
		">run", "started", "series", "tree", ">seconds", "state", NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < runs->len; i++) {
		const KsRun *run = runs->pdata[i];
		g_autofree char *started = when(run);

		ks_table_add(table, "%" G_GINT64_FORMAT, run->id);
		ks_table_add(table, "%s", started);
		ks_table_add(table, "%s", run->series);
		ks_table_add(table, "%s", run->tree);
		ks_table_add(table, "%.1f", run->wall_us / 1e6);
		ks_table_add(table, "%s",
			     run->finished ? "finished" : "not finished");
	}
	ks_table_print(table);
}

static bool parse_run(const char *word, gint64 *id, GError **error)
{
	guint64 number;

	if (g_ascii_string_to_unsigned(word, 10, 1, G_MAXINT64, &number,
				       NULL)) {
		*id = number;
		return true;
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"'%s' is not the number of a run; see 'kseries report --list'",
		word);
	return false;
}

int ks_cmd_report(KsContext *context, int argc, char **argv, GError **error)
{
	gboolean list = FALSE, last = FALSE;
	const GOptionEntry entries[] = {{"list", 0, 0, G_OPTION_ARG_NONE, &list,
					 "All runs", NULL},
					{"last", 0, 0, G_OPTION_ARG_NONE, &last,
					 "The last run (the default)", NULL},
					G_OPTION_ENTRY_NULL};
	g_autoptr(GPtrArray) runs = NULL;
	g_autoptr(KsRun) run = NULL;
	g_autoptr(KsDb) db = NULL;
	gint64 id = 0;

	if (!ks_cmd_options("report", "[RUN|--last|--list]", entries, &argc,
			    &argv, error))
		return KS_EXIT_USAGE;
	if (argc > 1 && !parse_run(argv[1], &id, error))
		return KS_EXIT_USAGE;
	db = ks_db_open(context, error);
	if (!db)
		return KS_EXIT_BROKEN;
	if (list) {
		runs = ks_db_list_runs(db, error);
		if (runs)
			(context->json ? list_json : list_text)(runs);
		return runs ? KS_EXIT_OK : KS_EXIT_BROKEN;
	}
	run = ks_db_load_run(db, id, error);
	if (!run)
		return KS_EXIT_USAGE;
	(context->json ? ks_report_run_json : ks_report_run_text)(run);
	return ks_run_good(run) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}
