/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CHILD_H
#define KS_CHILD_H

#include <gio/gio.h>
#include <stdbool.h>

#include "base/sandbox.h"

/*
 * The one door through which kseries starts other programs.  A child is an
 * argv array, leads its own session, has a time limit, and does not outlive
 * the call: however the call ends, its whole process group is gone, and of a
 * sandbox every process, also one that left the group.  A sandbox is gone, too,
 * when the calling thread or all of kseries dies.
 * Blocking; safe to call from several threads.
 *
 * With KSERIES_TRACE=1 in the environment each argv is written to stderr with
 * its time and status.
 */

/*
 * Called about ten times a second while the child runs; returning false ends
 * the child (KsChildResult.stopped).
 */
typedef bool (*KsChildWatch)(gpointer data);

/*
 * Writes the child's standard input to @fd, in a thread of its own; used where
 * the input does not fit into memory.
 */
typedef bool (*KsChildFeed)(int fd, gpointer data, GError **error);

typedef struct {
	const char *const *argv; /* NULL-terminated; argv[0] found in PATH */
	const char *cwd; /* NULL: ours */
	const char *const *env; /* "NAME=value" added to ours, or NULL */
	GBytes *input; /* standard input; NULL: empty */
	KsChildFeed feed; /* instead of @input */
	gpointer feed_data;
	const char *log; /* append stdout and stderr here ... */
	bool merge; /* ... or, without @log, stderr into out */
	guint timeout_s; /* seconds; 0 is refused */
	gsize output_max; /* bytes captured or logged at most; 0: 256 MiB */
	const KsSandbox *sandbox; /* NULL: none */
	KsChildWatch watch;
	gpointer watch_data;
	GCancellable *cancel; /* may be NULL */
} KsChildSpec;

typedef struct {
	int status; /* exit status, or -signal: a death is never 0 */
	bool stopped; /* ended because watch said so */
	GString *out; /* standard output, if captured; NUL-terminated */
	GString *err; /* standard error, if captured apart */
	gint64 wall_us;
	gint64 cpu_us; /* user and system time of all the child waited for, or
			of a whole sandbox */
} KsChildResult;

/* Free what @result holds (not @result itself) and zero it. */
void ks_child_result_clear(KsChildResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsChildResult, ks_child_result_clear)

/*
 * Run a child to its end.  False when it could not be started, ran out of its
 * time (KS_ERROR_TIMEOUT), was cancelled (KS_ERROR_CANCELLED), wrote more than
 * output_max or went beyond a limit of its sandbox (KS_ERROR_LIMIT), or its
 * feed failed; KS_ERROR_BROKEN also when a sandbox could not be made.  A non-zero status is not an error here: the
 * caller reads result->status.  @result is always valid afterwards.
 */
bool ks_child_run(const KsChildSpec *spec, KsChildResult *result,
		  GError **error);

/*
 * The same, where anything but status 0 is an error whose message quotes the
 * child's last line.  @result may be NULL.
 */
bool ks_child_check(const KsChildSpec *spec, KsChildResult *result,
		    GError **error);

/* The last non-empty line of @text, or "" (newly allocated). */
char *ks_last_line(const char *text);

#endif
