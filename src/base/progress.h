/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PROGRESS_H
#define KS_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

/*
 * What long work says while it runs, on stderr: on a terminal one line that is
 * drawn again, with a bar and the time left; elsewhere plain lines, one a
 * change.  Safe to call from several threads.
 */
typedef struct KsProgress KsProgress;

/* @quiet: say nothing at all. */
KsProgress *ks_progress_new(bool quiet);
void ks_progress_free(KsProgress *progress);

/*
 * Begin a stretch of work: @what is shown, @total is in units of the caller's
 * choice (0: unknown, no bar).
 */
void ks_progress_begin(KsProgress *progress, const char *what, guint64 total);

/* @done of the total is done; @note (may be NULL) says what is under way. */
void ks_progress_step(KsProgress *progress, guint64 done, const char *note);

/*
 * One item of the stretch is finished: a line of its own where there is no
 * terminal, nothing on one (the bar moves).
 */
void ks_progress_item(KsProgress *progress, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

/* The stretch is over: the line is replaced by "what: time". */
void ks_progress_end(KsProgress *progress);

/* Print a line above the bar. */
void ks_progress_say(KsProgress *progress, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

#endif
