// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>

#include "base/error.h"
#include "check/db.h"
#include "cmd/cmd.h"
#include "report/diff.h"
#include "report/html.h"
#include "report/json.h"
#include "report/junit.h"
#include "report/ktap.h"
#include "report/run.h"
#include "report/run_json.h"
#include "report/sarif.h"
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
	char *(*write)(const KsRun *run); /* NULL: html, which reads logs */
} Format;

#define FORMATS "html, json, junit, ktap, sarif"

static const Format *find_format(const char *name, GError **error)
{
	static const Format formats[] = {
		{"html", NULL},
		{"json", ks_report_json},
		{"junit", ks_report_junit},
		{"ktap", ks_report_ktap},
		{"sarif", ks_report_sarif},
	};

	for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
		if (g_str_equal(name, formats[i].name))
			return &formats[i];
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "there is no format '%s'; there are " FORMATS, name);
	return NULL;
}

typedef struct {
	gboolean list, last, diff;
	char *format_name, *output;
	const Format *format; /* NULL: as --json says */
	gint64 runs[2]; /* 0: the last */
} Options;

static void options_clear(Options *options)
{
	g_free(options->format_name);
	g_free(options->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

/* To the file, or to standard output. */
static bool put(const Options *options, const char *text, GError **error)
{
	if (options->output)
		return ks_write_file(options->output, text, -1, error);
	if (fputs(text, stdout) >= 0 && fflush(stdout) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "standard output: %s",
		    g_strerror(errno));
	return false;
}

static bool show(const KsContext *context, const Options *options,
		 const KsRun *run, GError **error)
{
	g_autofree char *text = NULL;

	if (!options->format) {
		(context->json ? ks_report_run_json : ks_report_run_text)(run);
		return true;
	}
	text = options->format->write ? options->format->write(run) :
					ks_report_html(context, run);
	return put(options, text, error);
}

static int report_list(KsContext *context, KsDb *db, GError **error)
{
	g_autoptr(GPtrArray) runs = ks_db_list_runs(db, error);

	if (!runs)
		return KS_EXIT_BROKEN;
	(context->json ? list_json : list_text)(runs);
	return KS_EXIT_OK;
}

static int report_diff(KsContext *context, KsDb *db, const Options *options,
		       GError **error)
{
	g_autoptr(KsRun) before = ks_db_load_run(db, options->runs[0], error);
	g_autoptr(KsRun) after = NULL;
	g_autoptr(KsRunDiff) diff = NULL;
	g_autofree char *text = NULL;

	after = before ? ks_db_load_run(db, options->runs[1], error) : NULL;
	if (!after)
		return KS_EXIT_BROKEN;
	diff = ks_run_diff_new(before, after);
	text = (context->json ? ks_run_diff_json : ks_run_diff_text)(diff);
	if (!put(options, text, error))
		return KS_EXIT_BROKEN;
	return ks_run_diff_good(diff) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}

static int report(KsContext *context, const Options *options, GError **error)
{
	g_autoptr(KsRun) run = NULL;
	g_autoptr(KsDb) db = ks_db_open(context, error);

	if (!db)
		return KS_EXIT_BROKEN;
	if (options->list)
		return report_list(context, db, error);
	if (options->diff)
		return report_diff(context, db, options, error);
	run = ks_db_load_run(db, options->runs[0], error);
	if (!run || !show(context, options, run, error))
		return KS_EXIT_BROKEN;
	return ks_run_good(run) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}

/* Whether the words go together. */
static bool check_words(const Options *options, int words, GError **error)
{
	bool other = options->list || options->diff;

	if (options->list + options->last + options->diff > 1 ||
	    (other && options->format_name) ||
	    words > (options->diff ? 2 : 1) || (options->diff && words < 2) ||
	    (words && (options->list || options->last))) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"usage: kseries report [RUN|--last|--list|--diff RUN RUN] [--format FORMAT [-o FILE]]");
		return false;
	}
	if (options->output && !options->format_name) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "-o goes with --format: " FORMATS);
		return false;
	}
	return true;
}

static bool parse(int argc, char **argv, Options *options, GError **error)
{
	const GOptionEntry entries[] = {
		{"list", 0, 0, G_OPTION_ARG_NONE, &options->list, "All runs",
		 NULL},
		{"last", 0, 0, G_OPTION_ARG_NONE, &options->last,
		 "The last run (the default)", NULL},
		{"diff", 0, 0, G_OPTION_ARG_NONE, &options->diff,
		 "What is better and what is worse in the second of two runs",
		 NULL},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format_name,
		 "Instead of a table: " FORMATS, "FORMAT"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
		 "Write the format to a file", "FILE"},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("report", "[RUN|--last|--list|--diff RUN RUN]",
			    entries, &argc, &argv, error) ||
	    !check_words(options, argc - 1, error))
		return false;
	for (int i = 1; i < argc; i++)
		if (!parse_run(argv[i], &options->runs[i - 1], error))
			return false;
	if (options->format_name)
		options->format = find_format(options->format_name, error);
	return options->format || !options->format_name;
}

int ks_cmd_report(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Options) options = {0};

	if (!parse(argc, argv, &options, error))
		return KS_EXIT_USAGE;
	return report(context, &options, error);
}
