// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "base/error.h"
#include "check/db.h"
#include "cmd/cmd.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/ktap.h"
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
		g_autofree char *names = ks_run_target_names(run);

		json_builder_begin_object(json);
		ks_json_int(json, "run", run->id);
		ks_json_string(json, "series", run->series);
		ks_json_string(json, "targets", names);
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
	static const char *const headers[] = {">run",	 "started",  "series",
					      "targets", ">seconds", "state",
					      NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < runs->len; i++) {
		const KsRun *run = runs->pdata[i];
		g_autofree char *started = when(run);
		g_autofree char *names = ks_run_target_names(run);

		ks_table_add(table, "%" G_GINT64_FORMAT, run->id);
		ks_table_add(table, "%s", started);
		ks_table_add(table, "%s", run->series);
		ks_table_add(table, "%s", names);
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

typedef struct {
	const char *name;
	char *(*write)(const KsRun *run);
} Format;

static const Format *find_format(const char *name, GError **error)
{
	static const Format formats[] = {
		{"html", ks_report_html},
		{"junit", ks_report_junit},
		{"ktap", ks_report_ktap},
	};

	for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
		if (g_str_equal(name, formats[i].name))
			return &formats[i];
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "there is no format '%s'; there are html, junit, ktap",
		    name);
	return NULL;
}

/* To the file, or to standard output. */
static bool write_as(const Format *format, const KsRun *run, const char *output,
		     GError **error)
{
	g_autofree char *text = format->write(run);

	if (output)
		return ks_write_file(output, text, -1, error);
	fputs(text, stdout);
	return true;
}

static bool show(const KsContext *context, const Format *format,
		 const KsRun *run, const char *output, GError **error)
{
	if (format)
		return write_as(format, run, output, error);
	(context->json ? ks_report_run_json : ks_report_run_text)(run);
	return true;
}

/* All runs, or one of them. */
static int report(KsContext *context, bool list, gint64 id,
		  const Format *format, const char *output, GError **error)
{
	g_autoptr(GPtrArray) runs = NULL;
	g_autoptr(KsRun) run = NULL;
	g_autoptr(KsDb) db = ks_db_open(context, error);

	if (!db)
		return KS_EXIT_BROKEN;
	if (list) {
		runs = ks_db_list_runs(db, error);
		if (runs)
			(context->json ? list_json : list_text)(runs);
		return runs ? KS_EXIT_OK : KS_EXIT_BROKEN;
	}
	run = ks_db_load_run(db, id, error);
	if (!run || !show(context, format, run, output, error))
		return KS_EXIT_BROKEN;
	return ks_run_good(run) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}

int ks_cmd_report(KsContext *context, int argc, char **argv, GError **error)
{
	gboolean list = FALSE, last = FALSE;
	g_autofree char *name = NULL;
	g_autofree char *output = NULL;
	const GOptionEntry entries[] = {
		{"list", 0, 0, G_OPTION_ARG_NONE, &list, "All runs", NULL},
		{"last", 0, 0, G_OPTION_ARG_NONE, &last,
		 "The last run (the default)", NULL},
		{"format", 0, 0, G_OPTION_ARG_STRING, &name,
		 "html, junit or ktap instead of a table", "FORMAT"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &output,
		 "Write the format to a file", "FILE"},
		G_OPTION_ENTRY_NULL};
	const Format *format = NULL;
	gint64 id = 0;

	if (!ks_cmd_options("report", "[RUN|--last|--list]", entries, &argc,
			    &argv, error))
		return KS_EXIT_USAGE;
	if (argc > 2 || (argc > 1 && (list || last))) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"usage: kseries report [RUN|--last|--list] [--format FORMAT [-o FILE]]");
		return KS_EXIT_USAGE;
	}
	if (output && !name) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "-o goes with --format html, junit or ktap");
		return KS_EXIT_USAGE;
	}
	if (argc > 1 && !parse_run(argv[1], &id, error))
		return KS_EXIT_USAGE;
	format = name ? find_format(name, error) : NULL;
	if (name && !format)
		return KS_EXIT_USAGE;
	return report(context, list, id, format, output, error);
}
