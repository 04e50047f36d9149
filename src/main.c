// SPDX-License-Identifier: GPL-2.0
#include <glib-unix.h>
#include <json-glib/json-glib.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cmd/cmd.h"
#include "report/json.h"

static const struct {
	const char *name;
	KsCmdFn run;
	const char *help;
} commands[] = {
	{"tree", ks_cmd_tree, "add, list, update, remove kernel trees"},
	{"status", ks_cmd_status, "what is converted, per driver and tree"},
	{"gen", ks_cmd_gen, "make a series on a tree"},
	{"backport", ks_cmd_backport,
	 "bring a series or commits to another kernel"},
	{"audit", ks_cmd_audit, "where each site runs, and with which budget"},
	{"check", ks_cmd_check, "apply, style, build, sparse, boot"},
	{"plan", ks_cmd_jobs, "write the cells as jobs for other machines"},
	{"cell", ks_cmd_cell, "run one job of a plan"},
	{"merge", ks_cmd_merge, "put the jobs' results together"},
	{"report", ks_cmd_report, "show a run again"},
	{"doctor", ks_cmd_doctor, "what is missing on this machine"},
};

/* A command runs in a thread, so that the main loop can take Ctrl-C. */
typedef struct {
	KsContext *context;
	KsCmdFn run;
	int argc;
	char **argv;
	GError *error;
	int status;
	GMainLoop *loop;
} Job;

static void usage(FILE *to)
{
	fprintf(to,
		"usage: kseries [--json] [--home DIR] [--no-sandbox] COMMAND ...\n\n");
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
		fprintf(to, "  %-8s %s\n", commands[i].name, commands[i].help);
	fprintf(to, "\nkseries COMMAND --help tells a command's options.\n");
}

static gboolean quit_loop(gpointer loop)
{
	g_main_loop_quit(loop);
	return G_SOURCE_REMOVE;
}

static gpointer run_job(gpointer data)
{
	Job *job = data;

	job->status = job->run(job->context, job->argc, job->argv, &job->error);
	/* queued, not called: the loop may not run yet */
	g_idle_add(quit_loop, job->loop);
	return NULL;
}

static gboolean on_signal(gpointer data)
{
	g_cancellable_cancel(data);
	return G_SOURCE_CONTINUE;
}

static int run_command(Job *job)
{
	GThread *thread;

	signal(SIGPIPE, SIG_IGN);
	g_unix_signal_add(SIGINT, on_signal, job->context->cancel);
	g_unix_signal_add(SIGTERM, on_signal, job->context->cancel);
	g_unix_signal_add(SIGHUP, on_signal, job->context->cancel);
	job->loop = g_main_loop_new(NULL, FALSE);
	thread = g_thread_new(job->argv[0], run_job, job);
	g_main_loop_run(job->loop);
	g_thread_join(thread);
	g_main_loop_unref(job->loop);
	return job->error ? ks_error_exit_status(job->error) : job->status;
}

static void print_error(bool json, const GError *error)
{
	if (json)
		ks_json_print_error(error);
	else
		fprintf(stderr, "kseries: %s\n", error->message);
}

typedef struct {
	bool json, no_sandbox, help, version;
	const char *home;
} Globals;

/* Take the options of every command out of argv, wherever they stand. */
static int take_globals(int argc, char **argv, Globals *globals)
{
	int kept = 1;

	for (int i = 1; i < argc; i++) {
		if (g_str_equal(argv[i], "--json"))
			globals->json = true;
		else if (g_str_equal(argv[i], "--no-sandbox"))
			globals->no_sandbox = true;
		else if (g_str_equal(argv[i], "--home") && i + 1 < argc)
			globals->home = argv[++i];
		else if (g_str_has_prefix(argv[i], "--home="))
			globals->home = argv[i] + strlen("--home=");
		else if (kept == 1 && (g_str_equal(argv[i], "--help") ||
				       g_str_equal(argv[i], "-h")))
			globals->help = true;
		else if (kept == 1 && g_str_equal(argv[i], "--version"))
			globals->version = true;
		else
			argv[kept++] = argv[i];
	}
	argv[kept] = NULL;
	return kept;
}

/*
 * Where kseries is called from a hook of git's, the environment names the
 * user's repository; our own git must not take it for the store.
 */
static void forget_repository(void)
{
	static const char *const names[] = {
		"GIT_DIR",	    "GIT_WORK_TREE",
		"GIT_INDEX_FILE",   "GIT_OBJECT_DIRECTORY",
		"GIT_COMMON_DIR",   "GIT_ALTERNATE_OBJECT_DIRECTORIES",
		"GIT_PREFIX",	    "GIT_SHALLOW_FILE",
		"GIT_CONFIG",	    "GIT_CONFIG_PARAMETERS",
		"GIT_CONFIG_COUNT", "GIT_NAMESPACE",
	};

	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		g_unsetenv(names[i]);
}

static KsCmdFn find_command(const char *name, GError **error)
{
	for (guint i = 0; i < G_N_ELEMENTS(commands); i++)
		if (g_str_equal(name, commands[i].name))
			return commands[i].run;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "'%s' is not a command; see 'kseries --help'", name);
	return NULL;
}

int main(int argc, char **argv)
{
	g_autoptr(KsContext) context = NULL;
	g_autoptr(GError) error = NULL;
	Globals globals = {0};
	Job job = {0};

	setlocale(LC_ALL, "");
	forget_repository();
	argc = take_globals(argc, argv, &globals);
	if (globals.version) {
		printf("kseries %s\n", KS_VERSION);
		return KS_EXIT_OK;
	}
	if (globals.help || argc < 2) {
		usage(globals.help ? stdout : stderr);
		return globals.help ? KS_EXIT_OK : KS_EXIT_USAGE;
	}
	job.run = find_command(argv[1], &error);
	if (job.run)
		context = ks_context_new(globals.home, &error);
	if (!context) {
		print_error(globals.json, error);
		return ks_error_exit_status(error);
	}
	context->json = globals.json;
	context->no_sandbox = globals.no_sandbox;
	context->progress = ks_progress_new(globals.json);
	job.context = context;
	job.argc = argc - 1;
	job.argv = argv + 1;
	job.status = run_command(&job);
	ks_progress_stop(context->progress);
	if (job.error)
		print_error(globals.json, job.error);
	g_clear_error(&job.error);
	return job.status;
}
