// SPDX-License-Identifier: GPL-2.0
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"

#define OUTPUT_MAX_DEFAULT (256UL << 20)
#define WATCH_TICK_MS	   100
/* After the child's death its pipes are read this long, then given up. */
#define DRAIN_MS 300

/* One run of a child: what ks_child_run() keeps while its loop turns. */
typedef struct {
	const KsChildSpec *spec;
	KsChildResult *result;
	GPid pid;
	int pidfd, in, out, err;
	gint64 started, deadline;
	GThread *feeder;
	GError *feed_error;
} Run;

void ks_child_result_clear(KsChildResult *result)
{
	if (result->out)
		g_string_free(result->out, TRUE);
	if (result->err)
		g_string_free(result->err, TRUE);
	memset(result, 0, sizeof(*result));
}

char *ks_last_line(const char *text)
{
	g_autofree char *copy = g_strdup(text ? text : "");
	const char *line;

	g_strchomp(copy);
	line = strrchr(copy, '\n');
	return g_strdup(line ? line + 1 : copy);
}

/* Runs in the child, between fork and exec: async-signal-safe calls only. */
static void child_setup(gpointer unused)
{
	(void)unused;
	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
}

static gpointer feed_thread(gpointer data)
{
	Run *run = data;
	const KsChildSpec *spec = run->spec;
	gsize size = 0, done = 0;
	const char *bytes;

	if (spec->feed) {
		spec->feed(run->in, spec->feed_data, &run->feed_error);
		close(run->in);
		return NULL;
	}
	bytes = g_bytes_get_data(spec->input, &size);
	while (done < size) {
		ssize_t n = write(run->in, bytes + done, size - done);

		if (n < 0 && errno != EINTR)
			break; /* a child that stops reading has its reasons */
		if (n > 0)
			done += n;
	}
	close(run->in);
	return NULL;
}

static char **build_argv(const KsChildSpec *spec)
{
	GPtrArray *argv = g_ptr_array_new();

	if (spec->sandbox)
		ks_sandbox_append(spec->sandbox, spec->cwd, argv);
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

static bool spawn(Run *run, char **argv, GError **error)
{
	const KsChildSpec *spec = run->spec;
	g_auto(GStrv) env = build_env(spec);
	bool piped = spec->input || spec->feed;
	int log = -1, null = -1;
	bool ok = false;

	if (spec->log) {
		log = open(spec->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC,
			   0644);
		if (log < 0) {
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
				    "%s: cannot open the log: %s", spec->log,
				    g_strerror(errno));
			goto out;
		}
	}
	if (!piped)
		null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	ok = g_spawn_async_with_pipes_and_fds(
		spec->sandbox ? NULL : spec->cwd, (const char *const *)argv,
		(const char *const *)env,
		G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, child_setup,
		NULL, null, log, log, NULL, NULL, 0, &run->pid,
		piped ? &run->in : NULL, spec->log ? NULL : &run->out,
		spec->log ? NULL : &run->err, error);
	if (ok)
		run->pidfd = pidfd_open(run->pid, 0);
	else
		g_prefix_error(error, "cannot start %s: ", argv[0]);
out:
	if (log >= 0)
		close(log);
	if (null >= 0)
		close(null);
	return ok;
}

/* Read what is there; at end of file the descriptor is closed. */
static void drain(int *fd, GString *into)
{
	char buffer[65536];
	ssize_t n = read(*fd, buffer, sizeof(buffer));

	if (n > 0) {
		g_string_append_len(into, buffer, n);
	} else if (n == 0 || (errno != EINTR && errno != EAGAIN)) {
		close(*fd);
		*fd = -1;
	}
}

static GString *err_sink(Run *run)
{
	return run->spec->merge ? run->result->out : run->result->err;
}

/* One turn of the loop; returns true once the child is dead. */
static bool wait_some(Run *run, int timeout_ms)
{
	GPollFD cancelled = {.fd = -1};
	bool cancellable =
		run->spec->cancel &&
		g_cancellable_make_pollfd(run->spec->cancel, &cancelled);
	struct pollfd fds[] = {
		{.fd = run->pidfd, .events = POLLIN},
		{.fd = run->out, .events = POLLIN},
		{.fd = run->err, .events = POLLIN},
		{.fd = cancelled.fd, .events = POLLIN},
	};
	int n = poll(fds, G_N_ELEMENTS(fds), timeout_ms);

	if (cancellable)
		g_cancellable_release_fd(run->spec->cancel);
	if (n <= 0)
		return false;
	if (fds[1].revents)
		drain(&run->out, run->result->out);
	if (fds[2].revents)
		drain(&run->err, err_sink(run));
	return fds[0].revents != 0;
}

static void set_timeout_error(const Run *run, GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_TIMEOUT,
		    "%s did not end within %u s and was killed",
		    run->spec->argv[0], run->spec->timeout_s);
}

/* Turn the loop until the child is dead or has to be ended. */
static bool watch(Run *run, GError **error)
{
	const KsChildSpec *spec = run->spec;
	gsize max = spec->output_max ? spec->output_max : OUTPUT_MAX_DEFAULT;

	for (;;) {
		gint64 left = (run->deadline - g_get_monotonic_time()) / 1000;
		gint64 tick = spec->watch ? WATCH_TICK_MS : 60000;

		if (g_cancellable_is_cancelled(spec->cancel)) {
			g_set_error(error, KS_ERROR, KS_ERROR_CANCELLED,
				    "%s: interrupted", spec->argv[0]);
			return false;
		}
		if (left <= 0) {
			set_timeout_error(run, error);
			return false;
		}
		if (wait_some(run, CLAMP(left, 1, tick)))
			return true;
		if (run->result->out->len + run->result->err->len > max) {
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
				    "%s wrote more than %" G_GSIZE_FORMAT
				    " bytes and was killed",
				    spec->argv[0], max);
			return false;
		}
		if (spec->watch && !spec->watch(spec->watch_data)) {
			run->result->stopped = true;
			return true;
		}
	}
}

/* End the whole group, reap the child and take its times. */
static void reap(Run *run)
{
	gint64 until = g_get_monotonic_time() + DRAIN_MS * 1000;
	struct rusage usage = {0};
	int status = 0;

	kill(-run->pid, SIGKILL);
	while (wait4(run->pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	close(run->pidfd);
	run->pidfd = -1;
	while ((run->out >= 0 || run->err >= 0) &&
	       g_get_monotonic_time() < until)
		wait_some(run, WATCH_TICK_MS);
	if (run->out >= 0)
		close(run->out);
	if (run->err >= 0)
		close(run->err);

	run->result->status = WIFEXITED(status) ? WEXITSTATUS(status) :
						  -WTERMSIG(status);
	run->result->wall_us = g_get_monotonic_time() - run->started;
	run->result->cpu_us =
		(gint64)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) *
			G_USEC_PER_SEC +
		usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
}

static void trace(const Run *run, char **argv)
{
	g_autofree char *line = NULL;

	if (g_strcmp0(g_getenv("KSERIES_TRACE"), "1") != 0)
		return;
	line = g_strjoinv(" ", argv);
	g_printerr("trace: %s: status %d, %.3f s, cpu %.3f s\n", line,
		   run->result->status, run->result->wall_us / 1e6,
		   run->result->cpu_us / 1e6);
}

bool ks_child_run(const KsChildSpec *spec, KsChildResult *result,
		  GError **error)
{
	Run run = {.spec = spec,
		   .result = result,
		   .pidfd = -1,
		   .in = -1,
		   .out = -1,
		   .err = -1};
	g_auto(GStrv) argv = build_argv(spec);
	bool ok;

	g_return_val_if_fail(spec->timeout_s > 0, false);
	memset(result, 0, sizeof(*result));
	result->out = g_string_new(NULL);
	result->err = g_string_new(NULL);
	run.started = g_get_monotonic_time();
	run.deadline = run.started + (gint64)spec->timeout_s * G_USEC_PER_SEC;

	if (g_cancellable_is_cancelled(spec->cancel)) {
		g_set_error(error, KS_ERROR, KS_ERROR_CANCELLED,
			    "%s: interrupted", spec->argv[0]);
		return false;
	}
	if (!spawn(&run, argv, error))
		return false;
	if (run.in >= 0)
		run.feeder = g_thread_new("feed", feed_thread, &run);
	ok = watch(&run, error);
	reap(&run);
	if (run.feeder)
		g_thread_join(run.feeder);
	trace(&run, argv);

	/* A feed that broke first explains why the child ended as it did. */
	if (ok && run.feed_error && !result->status) {
		g_propagate_error(error, g_steal_pointer(&run.feed_error));
		ok = false;
	}
	g_clear_error(&run.feed_error);
	return ok;
}

bool ks_child_check(const KsChildSpec *spec, KsChildResult *result,
		    GError **error)
{
	g_auto(KsChildResult) own = {0};
	KsChildResult *res = result ? result : &own;
	g_autofree char *last = NULL;

	if (!ks_child_run(spec, res, error))
		return false;
	if (res->status == 0)
		return true;
	last = ks_last_line(res->err->len ? res->err->str : res->out->str);
	if (res->status < 0)
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s died of signal %d (%s)", spec->argv[0],
			    -res->status, g_strsignal(-res->status));
	else
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s failed with status %d: %s%s%s", spec->argv[0],
			    res->status, last, spec->log ? "see " : "",
			    spec->log ? spec->log : "");
	return false;
}
