// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cmd/cmd.h"
#include "cmd/plan.h"
#include "report/jobs.h"
#include "series/commit.h"

typedef char *(*Writer)(const KsJobs *jobs, KsJobsBy by, GError **error);

typedef struct {
	char *on, *only, *format, *by, *output;
	gboolean without;
	Writer write; /* NULL: json */
	KsJobsBy unit;
} Options;

static void options_clear(Options *options)
{
	g_free(options->on);
	g_free(options->only);
	g_free(options->format);
	g_free(options->by);
	g_free(options->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool find_format(Options *options, GError **error)
{
	static const struct {
		const char *name;
		Writer write;
		KsJobsBy by; /* where a job has a machine of its own: more */
	} formats[] = {
		{"json", NULL, KS_JOBS_BY_CELL},
		{"gitlab", ks_jobs_gitlab, KS_JOBS_BY_PATCH},
		{"github", ks_jobs_github, KS_JOBS_BY_PATCH},
		{"slurm", ks_jobs_slurm, KS_JOBS_BY_CELL},
	};
	const char *name = options->format ? options->format : "json";

	for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
		if (!g_str_equal(name, formats[i].name))
			continue;
		options->write = formats[i].write;
		options->unit = formats[i].by;
		return true;
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"there is no format '%s'; there are json, gitlab, github, slurm",
		name);
	return false;
}

static bool find_by(Options *options, GError **error)
{
	static const char *const names[] = {"cell", "patch", "target"};

	for (guint i = 0; options->by && i < G_N_ELEMENTS(names); i++) {
		if (!g_str_equal(options->by, names[i]))
			continue;
		options->unit = (KsJobsBy)i;
		return true;
	}
	if (options->by)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "--by %s: a job can be a cell, a patch or a target",
			    options->by);
	return !options->by;
}

static bool parse(int *argc, char ***argv, Options *options, GError **error)
{
	const GOptionEntry entries[] = {
		{"on", 0, 0, G_OPTION_ARG_STRING, &options->on,
		 "Trees or targets of ci/targets.conf, with commas between",
		 "TARGETS"},
		{"without", 0, 0, G_OPTION_ARG_NONE, &options->without,
		 "First take out the conversions that the tree has", NULL},
		{"only", 0, 0, G_OPTION_ARG_STRING, &options->only,
		 "Only these checks, with commas between", "CHECKS"},
		{"format", 0, 0, G_OPTION_ARG_STRING, &options->format,
		 "json (the default), gitlab, github or slurm", "FORMAT"},
		{"by", 0, 0, G_OPTION_ARG_STRING, &options->by,
		 "What one job of the engine is: cell, patch or target",
		 "UNIT"},
		{"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output,
		 "Write to a file", "FILE"},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("plan", "SERIES --on TARGET,...", entries, argc,
			    argv, error))
		return false;
	if (*argc == 2 && options->on)
		return find_format(options, error) && find_by(options, error);
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"usage: kseries plan SERIES --on TARGET,... [--without] [--only CHECK,...] [--format json|gitlab|github|slurm] [--by cell|patch|target] [-o FILE]");
	return false;
}

/* The package's own version, so that another machine takes the same. */
static char *exact_source(const KsTree *tree)
{
	if (tree->package && !strchr(tree->source, '='))
		return g_strdup_printf("%s=%s", tree->source, tree->package);
	return g_strdup(tree->source);
}

static const KsTree *tree_of(const KsCmdPlan *plan, const char *name)
{
	for (guint i = 0; i < plan->trees->len; i++) {
		const KsTree *tree = plan->trees->pdata[i];

		if (g_str_equal(tree->name, name))
			return tree;
	}
	g_return_val_if_reached(NULL);
}

static void add_cells(KsJobs *jobs, const KsPlan *plan,
		      const KsPlanTarget *from, const KsJobsTarget *target)
{
	for (guint i = 0; i < from->patches->len; i++)
		for (const KsCheck *c = ks_checks(); c->name; c++)
			if (ks_plan_wants(plan, c) &&
			    (c->kind != KS_CHECK_BOOTED || from->conf->image))
				ks_jobs_add_cell(jobs, target,
						 from->patches->pdata[i], c);
}

static bool add_target(KsJobs *jobs, const KsCmdPlan *plan,
		       const KsPlanTarget *from, GError **error)
{
	const KsTree *tree = tree_of(plan, from->conf->tree);
	KsJobsTarget *target;

	if (!ks_jobs_is_name(from->conf->name) ||
	    !ks_jobs_is_name(tree->name)) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"the target %s of the tree %s cannot be told to another engine: the name has to be of letters, digits and '._+-'",
			from->conf->name, tree->name);
		return false;
	}
	target = ks_jobs_add_target(jobs);
	target->name = g_strdup(from->conf->name);
	target->tree = g_strdup(tree->name);
	target->version = g_strdup(from->version);
	target->source = exact_source(tree);
	target->commit = g_strdup(tree->commit);
	target->base = g_strdup(from->base);
	for (guint i = 0; i < from->left->len; i++) {
		const KsLeft *left = from->left->pdata[i];

		g_ptr_array_add(target->left,
				ks_left_new(left->subject, left->reason));
	}
	add_cells(jobs, &plan->plan, from, target);
	return true;
}

static KsJobs *make_jobs(KsContext *context, const char *series,
			 const Options *options, GError **error)
{
	const KsCmdAsk ask = {.series = series,
			      .on = options->on,
			      .only = options->only,
			      .without = options->without};
	g_auto(KsCmdPlan) plan = {0};
	g_autoptr(KsIdentity) author = ks_identity_new(context, error);
	g_autoptr(KsJobs) jobs = ks_jobs_new();

	if (!author || !ks_cmd_plan(context, &ask, &plan, error))
		return NULL;
	jobs->kseries = g_strdup(KS_VERSION);
	jobs->series = g_strdup(series);
	jobs->title = g_strdup(plan.series->name);
	jobs->author = g_strdup(author->name);
	jobs->email = g_strdup(author->email);
	jobs->date = g_strdup(g_getenv("SOURCE_DATE_EPOCH"));
	jobs->without = options->without;
	for (guint i = 0; i < plan.plan.targets->len; i++)
		if (!add_target(jobs, &plan, plan.plan.targets->pdata[i],
				error))
			return NULL;
	if (!jobs->cells->len) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"there is no cell to run: none of these targets has one of these checks");
		return NULL;
	}
	jobs->id = ks_jobs_sum(jobs);
	return g_steal_pointer(&jobs);
}

bool ks_cmd_put(const char *path, const char *text, GError **error)
{
	if (path)
		return ks_write_file(path, text, -1, error);
	if (fputs(text, stdout) >= 0 && fflush(stdout) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "standard output: %s",
		    g_strerror(errno));
	return false;
}

int ks_cmd_jobs(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Options) options = {0};
	g_autoptr(KsJobs) jobs = NULL;
	g_autofree char *text = NULL;

	if (!parse(&argc, &argv, &options, error))
		return KS_EXIT_USAGE;
	jobs = make_jobs(context, argv[1], &options, error);
	if (!jobs)
		return KS_EXIT_BROKEN;
	text = options.write ? options.write(jobs, options.unit, error) :
			       ks_jobs_json(jobs);
	if (!text)
		return KS_EXIT_BROKEN;
	return ks_cmd_put(options.output, text, error) ? KS_EXIT_OK :
							 KS_EXIT_BROKEN;
}
