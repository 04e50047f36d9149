// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cmd/cmd.h"
#include "cmd/plan.h"
#include "report/jobs_result.h"
#include "report/matrix.h"
#include "report/text.h"

typedef struct {
	char *plan, *output;
	gboolean fresh;
	int jobs;
} Options;

static void options_clear(Options *options)
{
	g_free(options->plan);
	g_free(options->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool parse(int *argc, char ***argv, Options *options, GError **error)
{
	const GOptionEntry entries[] = {
		{"plan", 0, 0, G_OPTION_ARG_FILENAME, &options->plan,
		 "The plan, as 'kseries plan' wrote it", "FILE"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
		 "Write the result to a file", "FILE"},
		{"fresh", 0, 0, G_OPTION_ARG_NONE, &options->fresh,
		 "Do not take results of earlier runs", NULL},
		{"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs,
		 "Cores to use; all by default", "N"},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("cell", "ID --plan FILE", entries, argc, argv,
			    error))
		return false;
	if (*argc == 2 && options->plan && options->jobs >= 0)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"usage: kseries cell TARGET[:NUMBER[:CHECK]] --plan FILE [-o RESULT] [--fresh] [-j N]");
	return false;
}

/*
 * Author and date count in the commits, so they have to be the plan's.  No
 * other thread reads the environment yet.
 */
static void take_identity(const KsJobs *jobs)
{
	g_setenv("GIT_AUTHOR_NAME", jobs->author, TRUE);
	g_setenv("GIT_AUTHOR_EMAIL", jobs->email, TRUE);
	if (jobs->date)
		g_setenv("SOURCE_DATE_EPOCH", jobs->date, TRUE);
	else
		g_unsetenv("SOURCE_DATE_EPOCH");
}

/* The machine's tree is the plan's: it would be in vain to make the series. */
static bool check_tree(KsContext *context, const KsJobsTarget *target,
		       GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autoptr(KsTree) tree = ks_tree_find(context, target->tree, &why);
	g_autofree char *source = ks_text_line(target->source);
	g_autofree char *quoted = g_shell_quote(source);

	if (!tree && !g_error_matches(why, KS_ERROR, KS_ERROR_USAGE)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	if (!tree)
		g_set_error(
			error, KS_ERROR, KS_ERROR_BROKEN,
			"this machine has no tree %s; the plan's is added with 'kseries tree add %s %s'",
			target->tree, target->tree, quoted);
	else if (strcmp(tree->commit, target->commit))
		g_set_error(
			error, KS_ERROR, KS_ERROR_BROKEN,
			"the tree %s is %s (commit %.12s) here, %s (commit %.12s) in the plan: 'kseries tree rm %s', then 'kseries tree add %s %s'",
			target->tree, tree->version ? tree->version : "-",
			tree->commit, target->version ? target->version : "-",
			target->commit, target->tree, target->tree, quoted);
	return tree && strcmp(tree->commit, target->commit) == 0;
}

static bool same(const KsPatch *patch, const KsJobsCell *cell)
{
	return g_str_equal(patch->parent, cell->parent) &&
	       g_str_equal(patch->commit ? patch->commit : "", cell->commit) &&
	       g_str_equal(patch->subject, cell->subject);
}

/* The patch that the cell is about, as it was made here. */
static KsPatch *find_patch(const KsPlanTarget *target, const KsJobsCell *cell,
			   GError **error)
{
	KsPatch *patch = NULL;

	if (cell->number <= target->patches->len)
		patch = target->patches->pdata[cell->number - 1];
	if (patch && patch->number == cell->number && same(patch, cell))
		return patch;
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: patch %u is %s here and %s in the plan: rules, definition and tools (spatch, git) have to be the same on both machines",
		cell->id, cell->number,
		patch && patch->commit ? patch->commit : "not made",
		*cell->commit ? cell->commit : "not made");
	return NULL;
}

static void want(GPtrArray *names, const char *name)
{
	for (guint i = 0; i < names->len; i++)
		if (g_str_equal(names->pdata[i], name))
			return;
	g_ptr_array_add(names, (gpointer)name);
}

/* The asked checks, and those that decide whether they are run at all. */
static char **find_checks(const KsJobs *jobs, const GPtrArray *cells)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();

	for (guint i = 0; i < cells->len; i++) {
		const KsJobsCell *cell = cells->pdata[i];
		g_autoptr(GPtrArray) needs = ks_jobs_needs(jobs, cell);

		for (guint j = 0; j < needs->len; j++)
			want(names,
			     ((KsJobsCell *)needs->pdata[j])->check->name);
		want(names, cell->check->name);
	}
	g_ptr_array_add(names, NULL);
	return g_strdupv((char **)names->pdata);
}

/* Whether the plan boots what this cell may only compile. */
static bool is_linked(const KsJobs *jobs)
{
	for (guint i = 0; i < jobs->cells->len; i++) {
		const KsJobsCell *cell = jobs->cells->pdata[i];

		if (cell->check->kind == KS_CHECK_BOOTED)
			return true;
	}
	return false;
}

/* The patches of @cells, which stand one after the other in the series. */
static GPtrArray *find_patches(const KsPlanTarget *target,
			       const GPtrArray *cells, GError **error)
{
	g_autoptr(GPtrArray) patches = g_ptr_array_new();

	for (guint i = 0; i < cells->len; i++) {
		KsPatch *patch = find_patch(target, cells->pdata[i], error);

		if (!patch)
			return NULL;
		if (!g_ptr_array_find(patches, patch, NULL))
			g_ptr_array_add(patches, patch);
	}
	return g_steal_pointer(&patches);
}

static KsRun *run_cells(KsContext *context, const KsJobs *jobs,
			const GPtrArray *cells, const Options *options,
			GError **error)
{
	const KsJobsCell *first = cells->pdata[0];
	const KsCmdAsk ask = {.series = jobs->series,
			      .on = first->target->name,
			      .without = jobs->without};
	g_auto(KsCmdPlan) plan = {0};
	g_autoptr(GPtrArray) patches = NULL;
	KsPlanTarget *target;

	if (!ks_cmd_plan(context, &ask, &plan, error))
		return NULL;
	target = plan.plan.targets->pdata[0];
	patches = find_patches(target, cells, error);
	if (!patches)
		return NULL;
	/* the patch before is proven by its own cells */
	target->base = first->parent;
	target->patches = patches;
	plan.plan.only = find_checks(jobs, cells);
	plan.plan.fresh = options->fresh;
	plan.plan.linked = is_linked(jobs);
	plan.plan.jobs = options->jobs;
	return ks_runner_run(context, &plan.plan, error);
}

/* The asked cells of the run, in the plan's order; the run owns them. */
static GPtrArray *pick(const KsRun *run, const GPtrArray *asked)
{
	GPtrArray *cells = g_ptr_array_new();

	for (guint i = 0; i < asked->len; i++) {
		const KsJobsCell *want = asked->pdata[i];

		for (guint j = 0; j < run->cells->len; j++) {
			const KsCell *cell = run->cells->pdata[j];

			if (cell->number == want->number && cell->outcome &&
			    g_str_equal(cell->check, want->check->name))
				g_ptr_array_add(cells, (gpointer)cell);
		}
	}
	return cells;
}

static void print_cells(const GPtrArray *cells)
{
	for (guint i = 0; i < cells->len; i++) {
		const KsCell *cell = cells->pdata[i];
		g_autofree char *reason = ks_text_line(cell->outcome->reason);

		printf("%s:%u:%s: %s: %s\n", cell->target, cell->number,
		       cell->check, ks_cell_word(cell), reason);
	}
}

static int exit_status(const GPtrArray *cells)
{
	for (guint i = 0; i < cells->len; i++)
		if (!ks_cell_good(cells->pdata[i]))
			return KS_EXIT_VERDICT;
	return KS_EXIT_OK;
}

int ks_cmd_cell(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Options) options = {0};
	g_autoptr(KsJobs) jobs = NULL;
	g_autoptr(GPtrArray) asked = NULL;
	g_autoptr(GPtrArray) cells = NULL;
	g_autoptr(KsRun) run = NULL;
	g_autofree char *text = NULL;

	if (!parse(&argc, &argv, &options, error))
		return KS_EXIT_USAGE;
	jobs = ks_jobs_load(options.plan, error);
	asked = jobs ? ks_jobs_select(jobs, argv[1], error) : NULL;
	if (!asked)
		return KS_EXIT_USAGE;
	take_identity(jobs);
	if (!check_tree(context, ((KsJobsCell *)asked->pdata[0])->target,
			error))
		return KS_EXIT_BROKEN;
	run = run_cells(context, jobs, asked, &options, error);
	if (!run)
		return KS_EXIT_BROKEN;
	cells = pick(run, asked);
	text = ks_result_json(context, jobs, cells);
	if (options.output && !context->json)
		print_cells(cells);
	if ((options.output &&
	     !ks_write_file(options.output, text, -1, error)) ||
	    ((context->json || !options.output) &&
	     !ks_cmd_put(NULL, text, error)))
		return KS_EXIT_BROKEN;
	return exit_status(cells);
}
