// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>

#include "base/error.h"
#include "check/runner.h"
#include "cmd/cmd.h"
#include "cmd/plan.h"
#include "report/run.h"

typedef struct {
	char *on;
	char *only;
	gboolean without;
	gboolean backport;
	gboolean fresh;
	int jobs;
} Options;

static void options_clear(Options *options)
{
	g_free(options->on);
	g_free(options->only);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool parse(int *argc, char ***argv, Options *options, GError **error)
{
	const GOptionEntry entries[] = {
		{"on", 0, 0, G_OPTION_ARG_STRING, &options->on,
		 "Trees or targets of ci/targets.conf, with commas between",
		 "TARGETS"},
		{"without", 0, 0, G_OPTION_ARG_NONE, &options->without,
		 "First take out the conversions that the tree has", NULL},
		{"backport", 0, 0, G_OPTION_ARG_NONE, &options->backport,
		 "With what the trees lack, as kseries-backport(1) does", NULL},
		{"only", 0, 0, G_OPTION_ARG_STRING, &options->only,
		 "Only these checks, with commas between", "CHECKS"},
		{"fresh", 0, 0, G_OPTION_ARG_NONE, &options->fresh,
		 "Do not take results of earlier runs", NULL},
		{"jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs,
		 "Cores to use; all by default", "N"},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("check", "SERIES --on TARGET,...", entries, argc,
			    argv, error))
		return false;
	if (*argc == 2 && options->on && options->jobs >= 0)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"usage: kseries check SERIES --on TARGET,... [--without] [--backport] [--only CHECK,...] [--fresh] [-j N]");
	return false;
}

static void print_text(const KsCmdPlan *plan, const KsRun *run)
{
	ks_report_run_text(run);
	for (guint i = 0; i < plan->made->len; i++) {
		const KsMade *made = plan->made->pdata[i];

		if (*made->dir)
			printf("patches: %s\n", made->dir);
	}
	printf("logs:    %s\nreport:  kseries report %" G_GINT64_FORMAT "\n",
	       run->dir, run->id);
}

int ks_cmd_check(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Options) options = {0};
	g_auto(KsCmdPlan) plan = {0};
	g_autoptr(KsRun) run = NULL;
	KsCmdAsk ask;

	if (!parse(&argc, &argv, &options, error))
		return KS_EXIT_USAGE;
	ask = (KsCmdAsk){.series = argv[1],
			 .on = options.on,
			 .only = options.only,
			 .without = options.without,
			 .backport = options.backport};
	if (!ks_cmd_plan(context, &ask, &plan, error))
		return KS_EXIT_BROKEN;
	plan.plan.fresh = options.fresh;
	plan.plan.jobs = options.jobs;
	run = ks_runner_run(context, &plan.plan, error);
	if (!run)
		return KS_EXIT_BROKEN;
	if (context->json)
		ks_report_run_json(run);
	else
		print_text(&plan, run);
	return ks_run_good(run) ? KS_EXIT_OK : KS_EXIT_VERDICT;
}
