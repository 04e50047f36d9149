// SPDX-License-Identifier: GPL-2.0
#include "base/child_private.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/seccomp.h"
#include "base/supervisor.h"

/* Where bwrap finds its status pipe and its system call filter. */
#define STATUS_FD 10
#define FILTER_FD 11

typedef struct {
	pid_t parent;
	bool sandbox;
} Setup;

/* Runs in the child, between fork and exec: async-signal-safe calls only. */
static void child_setup(gpointer data)
{
	const Setup *setup = data;

	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* it may have died before that: nobody would end us */
	if (getppid() != setup->parent)
		_exit(KS_SUPERVISOR_FAILED);
	signal(SIGPIPE, SIG_DFL);
	if (setup->sandbox)
		ks_supervise(ks_sandbox_drops_user());
}

static char **build_argv(const KsChildSpec *spec, bool filter)
{
	GPtrArray *argv = g_ptr_array_new();

	if (spec->sandbox)
		ks_sandbox_append(spec->sandbox, spec->cwd, STATUS_FD,
				  filter ? FILTER_FD : -1, argv);
	for (guint i = 0; spec->argv[i]; i++) {
		/* bwrap starts from an empty environment */
		if (i == 0 && spec->sandbox && spec->env) {
			g_ptr_array_add(argv, g_strdup("env"));
			for (guint j = 0; spec->env[j]; j++)
				g_ptr_array_add(argv, g_strdup(spec->env[j]));
		}
		g_ptr_array_add(argv, g_strdup(spec->argv[i]));
	}
	g_ptr_array_add(argv, NULL);
	return (char **)g_ptr_array_free(argv, FALSE);
}

static char **build_env(const KsChildSpec *spec)
{
	char **env = g_get_environ();

	/* One locale for every child: messages are parsed. */
	env = g_environ_setenv(env, "LC_ALL", "C.UTF-8", TRUE);
	for (guint i = 0; spec->env && spec->env[i]; i++) {
		g_auto(GStrv) pair = g_strsplit(spec->env[i], "=", 2);

		env = g_environ_setenv(env, pair[0], pair[1], TRUE);
	}
	return env;
}

/* Descriptors of ours that are given to a child; all are closed by clear. */
typedef struct {
	int log, null, filter, status;
} Given;

static void given_clear(Given *given)
{
	int fds[] = {given->log, given->null, given->filter, given->status};

	for (guint i = 0; i < G_N_ELEMENTS(fds); i++)
		if (fds[i] >= 0)
			close(fds[i]);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Given, given_clear)

/*
 * A link in place of the log is refused: a log may lie in a folder that code
 * from a patch can write to, and we may be root.
 */
static bool open_log(KsChildState *run, Given *given, GError **error)
{
	const char *log = run->spec->log;
	struct stat st;

	given->log = open(
		log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
		0644);
	if (given->log < 0 || fstat(given->log, &st) < 0) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot open the log: %s", log,
			    g_strerror(errno));
		return false;
	}
	run->log_size = st.st_size;
	return true;
}

/* What bwrap reads and writes beside the child's own streams. */
static bool open_sandbox(KsChildState *run, GBytes *filter, Given *given,
			 GError **error)
{
	int pipe[2];
	gsize size = 0;
	const void *bytes = filter ? g_bytes_get_data(filter, &size) : NULL;

	if (!g_unix_open_pipe(pipe, FD_CLOEXEC, error))
		return false;
	run->status_fd = pipe[0];
	given->status = pipe[1];
	if (!filter)
		return true;
	given->filter = memfd_create("filter", MFD_CLOEXEC);
	if (given->filter >= 0 &&
	    write(given->filter, bytes, size) == (ssize_t)size &&
	    lseek(given->filter, 0, SEEK_SET) == 0)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "cannot hand the sandbox its filter: %s",
		    g_strerror(errno));
	return false;
}

static bool spawn(KsChildState *run, char **argv, GBytes *filter,
		  GError **error)
{
	const KsChildSpec *spec = run->spec;
	static const int targets[] = {STATUS_FD, FILTER_FD};
	Setup setup = {.parent = getpid(), .sandbox = spec->sandbox != NULL};
	g_auto(GStrv) env = build_env(spec);
	g_auto(Given) given = {-1, -1, -1, -1};
	bool piped = spec->input || spec->feed;
	int sources[2];

	if (spec->log && !open_log(run, &given, error))
		return false;
	if (spec->sandbox && !open_sandbox(run, filter, &given, error))
		return false;
	if (!piped)
		given.null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	sources[0] = given.status;
	sources[1] = given.filter;

	if (!g_spawn_async_with_pipes_and_fds(
		    spec->sandbox ? NULL : spec->cwd, (const char *const *)argv,
		    (const char *const *)env,
		    G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH,
		    child_setup, &setup, given.null, given.log, given.log,
		    sources, targets, spec->sandbox ? (filter ? 2 : 1) : 0,
		    &run->pid, piped ? &run->in : NULL,
		    spec->log ? NULL : &run->out, spec->log ? NULL : &run->err,
		    error)) {
		g_prefix_error(error, "cannot start %s: ", argv[0]);
		return false;
	}
	run->pidfd = pidfd_open(run->pid, 0);
	return true;
}

bool ks_child_spawn(KsChildState *run, char ***argv, GError **error)
{
	g_autoptr(GBytes) filter = run->spec->sandbox ? ks_seccomp_program() :
							NULL;

	*argv = build_argv(run->spec, filter != NULL);
	return spawn(run, *argv, filter, error);
}
