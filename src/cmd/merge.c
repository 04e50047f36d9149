// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "check/db.h"
#include "cmd/cmd.h"
#include "report/jobs_result.h"
#include "report/run.h"
#include "report/text.h"

#define LOG_NAME      "merged.log"
#define MISSING_SHOWN 20

/* Results on the way into one run. */
typedef struct {
	KsContext *context;
	const char *plan_path; /* NULL: without a plan */
	KsJobs *plan;
	char *plan_id;
	guint plan_cells;
	const char *first; /* the file that plan_id is of, without a plan */
	KsRun *run;
	GHashTable *taken; /* id -> the Taken */
	KsTmpDir *staging; /* becomes the run's folder */
} Merge;

typedef struct {
	const char *path;
	KsCell *cell; /* the run's */
	bool logged;
} Taken;

static void merge_clear(Merge *merge)
{
	g_clear_pointer(&merge->plan, ks_jobs_free);
	g_clear_pointer(&merge->run, ks_run_free);
	g_clear_pointer(&merge->taken, g_hash_table_unref);
	g_clear_pointer(&merge->staging, ks_tmpdir_free);
	g_free(merge->plan_id);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Merge, merge_clear)

static char *cell_id(const KsCell *cell)
{
	return g_strdup_printf("%s:%u:%s", cell->target, cell->number,
			       cell->check);
}

/* Where its log is, below the run's folder; all of it are checked names. */
static char *log_place(const char *dir, const KsCell *cell)
{
	return g_strdup_printf("%s/%s/%02u-%s", dir, cell->target, cell->number,
			       cell->check);
}

static bool write_log(const Merge *merge, const KsResultCell *from,
		      GError **error)
{
	g_autofree char *dir = log_place(merge->staging, from->cell);
	g_autofree char *path = g_build_filename(dir, LOG_NAME, NULL);
	g_autofree char *clean = ks_text_clean(from->log, -1);
	g_autofree char *text = g_strconcat(
		from->clipped ? "[the beginning was not sent]\n" : "", clean,
		NULL);

	return ks_mkdir(dir, error) && ks_write_file(path, text, -1, error);
}

static void add_targets(KsRun *run, const KsJobs *jobs)
{
	for (guint i = 0; i < jobs->targets->len; i++) {
		const KsJobsTarget *from = jobs->targets->pdata[i];
		KsRunTarget *target = ks_run_add_target(
			run, from->name, from->tree, from->version);

		for (guint j = 0; j < from->left->len; j++) {
			const KsLeft *left = from->left->pdata[j];

			ks_run_target_leave(target, left->subject,
					    left->reason);
		}
	}
}

/* All results are of one plan: the one that was named, or the first's. */
static bool check_plan(Merge *merge, const KsResult *result, const char *path,
		       GError **error)
{
	if (!merge->plan_id) {
		g_autofree char *title = ks_text_line(result->jobs->title);

		merge->plan_id = g_strdup(result->plan);
		merge->plan_cells = result->plan_cells;
		merge->first = path;
		merge->run = ks_run_new(title);
		add_targets(merge->run, result->jobs);
	}
	if (g_str_equal(merge->plan_id, result->plan) &&
	    merge->plan_cells == result->plan_cells)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s: a result of another plan (%.12s) than %s (%.12s); merge those of one plan",
		path, result->plan,
		merge->plan_path ? merge->plan_path : merge->first,
		merge->plan_id);
	return false;
}

static bool in_run(const KsRun *run, const char *target)
{
	for (guint i = 0; i < run->targets->len; i++)
		if (g_str_equal(((KsRunTarget *)run->targets->pdata[i])->name,
				target))
			return true;
	return false;
}

/* The cell is the one that the plan means. */
static bool check_cell(const Merge *merge, const KsCell *cell, const char *id,
		       const char *path, GError **error)
{
	const KsJobsCell *planned =
		merge->plan ? ks_jobs_cell(merge->plan, id) : NULL;

	if (merge->plan ? !planned : !in_run(merge->run, cell->target))
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: the plan has no cell %s", path, id);
	else if (planned && strcmp(planned->commit, cell->commit))
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: %s is about commit %.12s, in the plan it is %.12s",
			path, id, *cell->commit ? cell->commit : "none",
			*planned->commit ? planned->commit : "none");
	else if (planned && strcmp(planned->subject, cell->subject))
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: %s has another subject than in the plan", path,
			    id);
	else
		return true;
	return false;
}

/* A result that came twice may not say two things. */
static bool check_again(const Taken *before, const KsCell *cell, const char *id,
			const char *path, GError **error)
{
	const char *then = ks_verdict_name(before->cell->outcome->verdict);
	const char *now = ks_verdict_name(cell->outcome->verdict);

	if (then == now)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s: %s is %s here and %s in %s: leave out the one that does not count",
		path, id, now, then, before->path);
	return false;
}

static bool take_cell(Merge *merge, KsResultCell *from, const char *path,
		      GError **error)
{
	g_autofree char *id = cell_id(from->cell);
	const Taken *before = g_hash_table_lookup(merge->taken, id);
	Taken *taken;

	if (!check_cell(merge, from->cell, id, path, error))
		return false;
	if (before)
		return check_again(before, from->cell, id, path, error);
	if (g_hash_table_size(merge->taken) == merge->plan_cells) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: there are more cells than its plan has", path);
		return false;
	}
	if (from->log && !write_log(merge, from, error))
		return false;
	taken = g_new0(Taken, 1);
	taken->path = path;
	taken->cell = g_steal_pointer(&from->cell);
	taken->logged = from->log != NULL;
	g_ptr_array_add(merge->run->cells, taken->cell);
	g_hash_table_insert(merge->taken, g_steal_pointer(&id), taken);
	return true;
}

static bool take_file(Merge *merge, const char *path, GError **error)
{
	g_autoptr(KsResult) result = ks_result_load(path, error);

	if (!result || !check_plan(merge, result, path, error))
		return false;
	for (guint i = 0; i < result->cells->len; i++)
		if (!take_cell(merge, result->cells->pdata[i], path, error))
			return false;
	return true;
}

/* What no result was of is in the run as not done, if there is a plan. */
static void add_missing(Merge *merge)
{
	for (guint i = 0; merge->plan && i < merge->plan->cells->len; i++) {
		const KsJobsCell *planned = merge->plan->cells->pdata[i];
		const KsPatch patch = {.number = planned->number,
				       .subject = planned->subject,
				       .commit = planned->commit};

		if (!g_hash_table_contains(merge->taken, planned->id))
			g_ptr_array_add(merge->run->cells,
					ks_cell_new(planned->target->name,
						    &patch,
						    planned->check->name));
	}
}

static guint target_place(const KsRun *run, const char *name)
{
	guint i = 0;

	while (i < run->targets->len &&
	       strcmp(((KsRunTarget *)run->targets->pdata[i])->name, name))
		i++;
	return i;
}

static guint check_place(const char *name)
{
	guint i = 0;

	while (ks_checks()[i].name && strcmp(ks_checks()[i].name, name))
		i++;
	return i;
}

static int by_place(gconstpointer a, gconstpointer b, gpointer data)
{
	const KsCell *x = *(KsCell *const *)a, *y = *(KsCell *const *)b;
	const KsRun *run = data;
	int order = (int)target_place(run, x->target) -
		    (int)target_place(run, y->target);

	if (!order)
		order = x->number > y->number ? 1 : -(x->number < y->number);
	return order ? order :
		       (int)check_place(x->check) - (int)check_place(y->check);
}

/* The run's folder is there with all logs, or not at all. */
static bool place_logs(Merge *merge, GError **error)
{
	g_autofree char *id =
		g_strdup_printf("%" G_GINT64_FORMAT, merge->run->id);
	g_autofree char *runs = ks_home_path(merge->context, "runs", NULL);
	GHashTableIter iter;
	gpointer value;

	merge->run->dir = g_build_filename(runs, id, NULL);
	if (!ks_mkdir(runs, error))
		return false;
	/* left over from a database that was deleted: the number is new */
	ks_rmtree(merge->run->dir);
	if (g_rename(merge->staging, merge->run->dir)) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot become %s: %s", merge->staging,
			    merge->run->dir, g_strerror(errno));
		return false;
	}
	g_hash_table_iter_init(&iter, merge->taken);
	while (g_hash_table_iter_next(&iter, NULL, &value)) {
		const Taken *taken = value;
		g_autofree char *dir = log_place(merge->run->dir, taken->cell);

		if (taken->logged)
			taken->cell->outcome->log =
				g_build_filename(dir, LOG_NAME, NULL);
	}
	return true;
}

static bool store(Merge *merge, GError **error)
{
	KsRun *run = merge->run;
	g_autoptr(KsDb) db = ks_db_open(merge->context, error);
	bool whole = g_hash_table_size(merge->taken) == merge->plan_cells;

	if (!db || !ks_db_add_run(db, run, error) || !place_logs(merge, error))
		return false;
	for (guint i = 0; i < run->cells->len; i++) {
		KsCell *cell = run->cells->pdata[i];

		cell->position = i;
		run->wall_us += cell->reused ? 0 : cell->wall_us;
		if (cell->outcome && !ks_db_add_cell(db, run, cell, error))
			return false;
	}
	run->finished = whole;
	return !whole || ks_db_finish_run(db, run, error);
}

static void print_missing(const Merge *merge)
{
	guint missing = merge->plan_cells - g_hash_table_size(merge->taken);
	guint shown = 0;

	if (!missing)
		return;
	printf("%u of %u cells of the plan are missing", missing,
	       merge->plan_cells);
	if (!merge->plan)
		printf("; --plan names them");
	for (guint i = 0; i < merge->run->cells->len && shown < MISSING_SHOWN;
	     i++) {
		const KsCell *cell = merge->run->cells->pdata[i];
		g_autofree char *id = cell_id(cell);

		if (!cell->outcome)
			printf("%s %s", shown++ ? "," : ":", id);
	}
	printf("%s\n",
	       shown == MISSING_SHOWN && missing > shown ? ", ..." : "");
}

static bool parse(int *argc, char ***argv, char **plan, GError **error)
{
	const GOptionEntry entries[] = {
		{"plan", 0, 0, G_OPTION_ARG_FILENAME, plan,
		 "The plan that the results are of", "FILE"},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("merge", "RESULT... [--plan FILE]", entries, argc,
			    argv, error))
		return false;
	if (*argc >= 2)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "usage: kseries merge RESULT... [--plan FILE]");
	return false;
}

static bool begin(Merge *merge, GError **error)
{
	merge->taken =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	merge->staging = ks_tmpdir(merge->context, error);
	if (!merge->staging)
		return false;
	if (!merge->plan_path)
		return true;
	merge->plan = ks_jobs_load(merge->plan_path, error);
	if (!merge->plan)
		return false;
	merge->plan_id = g_strdup(merge->plan->id);
	merge->plan_cells = merge->plan->cells->len;
	merge->run = ks_run_new(merge->plan->title);
	add_targets(merge->run, merge->plan);
	return true;
}

int ks_cmd_merge(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Merge) merge = {.context = context};
	g_autofree char *plan = NULL;

	if (!parse(&argc, &argv, &plan, error))
		return KS_EXIT_USAGE;
	merge.plan_path = plan;
	if (!begin(&merge, error))
		return KS_EXIT_BROKEN;
	for (int i = 1; i < argc; i++)
		if (!take_file(&merge, argv[i], error))
			return KS_EXIT_USAGE;
	add_missing(&merge);
	g_ptr_array_sort_with_data(merge.run->cells, by_place, merge.run);
	if (!store(&merge, error))
		return KS_EXIT_BROKEN;
	if (context->json) {
		ks_report_run_json(merge.run);
	} else {
		ks_report_run_text(merge.run);
		print_missing(&merge);
		printf("logs:    %s\nreport:  kseries report %" G_GINT64_FORMAT
		       "\n",
		       merge.run->dir, merge.run->id);
	}
	return ks_run_good(merge.run) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}
