// SPDX-License-Identifier: GPL-2.0
#include "base/child_private.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/procs.h"

#define OUTPUT_MAX_DEFAULT (256UL << 20)
#define WATCH_TICK_MS	   100
/* After the child's death its pipes are read this long, then given up. */
#define DRAIN_MS 300
/* A killed sandbox is gone in milliseconds, unless a disk hangs. */
#define END_MS 5000

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

static gpointer feed_thread(gpointer data)
{
	KsChildState *run = data;
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

static GString *err_sink(KsChildState *run)
{
	return run->spec->merge ? run->result->out : run->result->err;
}

/* One turn of the loop; returns true once the child is dead. */
static bool wait_some(KsChildState *run, int timeout_ms)
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

static void set_timeout_error(const KsChildState *run, GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_TIMEOUT,
		    "%s did not end within %u s and was killed",
		    run->spec->argv[0], run->spec->timeout_s);
}

/* False with an error when the child has to be ended for what it used. */
static bool within_limits(const KsChildState *run, GError **error)
{
	const KsChildSpec *spec = run->spec;
	gsize max = spec->output_max ? spec->output_max : OUTPUT_MAX_DEFAULT;
	gsize written = run->result->out->len + run->result->err->len;
	g_autofree char *reason = NULL;
	struct stat st;

	if (spec->log && stat(spec->log, &st) == 0 &&
	    (guint64)st.st_size > run->log_size)
		written += st.st_size - run->log_size;
	if (written > max) {
		g_set_error(error, KS_ERROR, KS_ERROR_LIMIT,
			    "%s wrote more than %" G_GSIZE_FORMAT
			    " bytes and was killed",
			    spec->argv[0], max);
		return false;
	}
	if (!run->limits || ks_limit_watch_tick(run->limits, run->pid, &reason))
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_LIMIT,
		    "%s: %s; the sandbox was ended", spec->argv[0], reason);
	return false;
}

/* Turn the loop until the child is dead or has to be ended. */
static bool watch(KsChildState *run, GError **error)
{
	const KsChildSpec *spec = run->spec;
	bool often = spec->watch || spec->sandbox || spec->log;

	for (;;) {
		gint64 left = (run->deadline - g_get_monotonic_time()) / 1000;
		gint64 tick = often ? WATCH_TICK_MS : 60000;

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
		if (!within_limits(run, error))
			return false;
		if (spec->watch && !spec->watch(spec->watch_data)) {
			run->result->stopped = true;
			return true;
		}
	}
}

static bool dead_within(const KsChildState *run, int timeout_ms)
{
	struct pollfd fd = {.fd = run->pidfd, .events = POLLIN};

	return poll(&fd, 1, timeout_ms) > 0;
}

/*
 * End all that is left.  A sandbox's supervisor is spared: it dies when the
 * last one below it has, and so tells the times of all.
 */
static void end_all(const KsChildState *run)
{
	gint64 until = g_get_monotonic_time() + END_MS * 1000;

	while (run->spec->sandbox && !dead_within(run, 0) &&
	       g_get_monotonic_time() < until) {
		g_autoptr(GArray) procs = ks_procs_below(run->pid);

		for (guint i = 0; i < procs->len; i++)
			kill(g_array_index(procs, KsProc, i).pid, SIGKILL);
		if (dead_within(run, 20))
			break;
	}
	kill(-run->pid, SIGKILL);
}

/* End the whole group, reap the child and take its times. */
static void reap(KsChildState *run)
{
	gint64 until;
	struct rusage usage = {0};
	int status = 0;

	end_all(run);
	while (wait4(run->pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	close(run->pidfd);
	run->pidfd = -1;
	until = g_get_monotonic_time() + DRAIN_MS * 1000;
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
	if (run->limits)
		run->result->cpu_us = MAX(run->result->cpu_us,
					  ks_limit_watch_cpu_us(run->limits));
}

/*
 * bwrap says an exit code only of a child that it did start: without one the
 * sandbox broke, which must not look like a failure of what should have run.
 */
static bool sandbox_stood(KsChildState *run, GError **error)
{
	g_autofree char *last = ks_last_line(run->result->err->len ?
						     run->result->err->str :
						     run->result->out->str);
	char said[4096];
	ssize_t n = read(run->status_fd, said, sizeof(said) - 1);

	said[MAX(n, 0)] = '\0';
	if (strstr(said, "\"exit-code\""))
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: its sandbox could not be made or was ended from outside (status %d): %s%s",
		run->spec->argv[0], run->result->status,
		run->spec->log ? "see " : "",
		run->spec->log ? run->spec->log : last);
	return false;
}

static void trace(const KsChildState *run, char **argv)
{
	g_autofree char *line = NULL;

	if (g_strcmp0(g_getenv("KSERIES_TRACE"), "1") != 0)
		return;
	line = g_strjoinv(" ", argv);
	g_printerr("trace: %s: status %d, %.3f s, cpu %.3f s\n", line,
		   run->result->status, run->result->wall_us / 1e6,
		   run->result->cpu_us / 1e6);
}

/* Start the child, see it to its end, and take what is to be known of it. */
static bool run_child(KsChildState *run, GError **error)
{
	const KsChildSpec *spec = run->spec;
	g_auto(GStrv) argv = NULL;
	bool ok;

	if (!ks_child_spawn(run, &argv, error))
		return false;
	if (spec->sandbox)
		run->limits =
			ks_limit_watch_new(ks_sandbox_get_limits(spec->sandbox),
					   ks_sandbox_rw_paths(spec->sandbox));
	if (run->in >= 0)
		run->feeder = g_thread_new("feed", feed_thread, run);
	ok = watch(run, error);
	reap(run);
	if (run->feeder)
		g_thread_join(run->feeder);
	trace(run, argv);

	if (ok && spec->sandbox && !run->result->stopped &&
	    !sandbox_stood(run, error))
		ok = false;
	/* A feed that broke first explains why the child ended as it did. */
	if (ok && run->feed_error && !run->result->status) {
		g_propagate_error(error, g_steal_pointer(&run->feed_error));
		ok = false;
	}
	return ok;
}

bool ks_child_run(const KsChildSpec *spec, KsChildResult *result,
		  GError **error)
{
	KsChildState run = {.spec = spec,
			    .result = result,
			    .pidfd = -1,
			    .in = -1,
			    .out = -1,
			    .err = -1,
			    .status_fd = -1};
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
	ok = (!spec->sandbox || ks_sandbox_prepare(spec->sandbox, error)) &&
	     run_child(&run, error);
	g_clear_error(&run.feed_error);
	g_clear_pointer(&run.limits, ks_limit_watch_free);
	if (run.status_fd >= 0)
		close(run.status_fd);
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
