/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PROGRESS_H
#define KS_PROGRESS_H

#include <glib.h>
#include <stdbool.h>

/*
 * What long work says while it runs, on stderr.
 *
 * On a terminal: a bar with the time left, below it one line for each thing
 * that runs, drawn again in place.  Elsewhere, with TERM=dumb, and where
 * KSERIES_TRACE=1 writes between: plain lines, one a change, and one every
 * half minute for what takes long.
 *
 * Work is told in one of three ways: a stretch (begin, step, end: one thing
 * after another), a task (one of several things that run at once), and a plan
 * (what all the tasks together will take).  Stretches belong to the thread
 * that began them and may be nested; inside a plan, or inside another stretch,
 * one is shown as a line of its own.  Safe to call from several threads.
 *
 * A slow or stopped terminal does not hold up who calls step: a thread of
 * KsProgress draws, from the first begin on until ks_progress_free().
 */
typedef struct KsProgress KsProgress;
typedef struct KsTask KsTask;

/* @quiet: say nothing at all. */
KsProgress *ks_progress_new(bool quiet);

/* Every task must have ended.  What is still on the screen is removed. */
void ks_progress_free(KsProgress *progress);

/*
 * Remove the display and show none from now on: for who is about to write on
 * the terminal himself, also after a failure that left a stretch open.
 * Lines of ks_progress_say() still come out.
 */
void ks_progress_stop(KsProgress *progress);

/*
 * Begin a stretch of work: @what is shown, @total is in units of the caller's
 * choice (0: unknown, no bar).
 */
void ks_progress_begin(KsProgress *progress, const char *what, guint64 total);

/*
 * @done of the total is done; @note (may be NULL) says what is under way.  It
 * is about the calling thread's innermost stretch; a thread that began none
 * speaks of the only one there is, and is not heard where there are several.
 */
void ks_progress_step(KsProgress *progress, guint64 done, const char *note);

/*
 * One item of the stretch or the plan is finished: a line of its own where
 * there is no terminal, nothing on one (the bar moves).
 */
void ks_progress_item(KsProgress *progress, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

/*
 * The calling thread's innermost stretch, or its plan, is over: it is replaced
 * by a line "what: time".  Call it after a failure, too.
 */
void ks_progress_end(KsProgress *progress);

/* Print a line above the bar. */
void ks_progress_say(KsProgress *progress, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

/*
 * Begin the whole of a work whose size is known in microseconds, as its pieces
 * took them before; ks_progress_end() ends it.  The bar moves by expected time
 * done.  The time left is the expected time that remains, divided by how many
 * tasks ran at once so far, but not less than the longest running task needs.
 * With @expected_us 0 there is no bar, only the time spent.  One plan at a
 * time: called again before the end, it adds @expected_us to the plan's size.
 */
void ks_progress_plan(KsProgress *progress, const char *what,
		      gint64 expected_us);

/*
 * A piece of the plan is finished, or was never needed: @expected_us is what
 * the plan counted for it.  End the piece's task first, else the piece counts
 * twice for a moment.
 */
void ks_progress_done(KsProgress *progress, gint64 expected_us);

/*
 * Begin something that runs beside other things.  @expected_us: how long it
 * took before, 0 if unknown; it is the task's part of the plan, if there is
 * one.  Step and end may come from another thread.  NULL where @progress is
 * NULL or quiet; step and end take that.
 */
KsTask *ks_task_begin(KsProgress *progress, gint64 expected_us,
		      const char *format, ...) G_GNUC_PRINTF(3, 4);

/*
 * What it is at: "312/880 note".  @total 0: the task's part that is done is
 * judged by time; @done 0 too: only the note (may be NULL) is shown.
 */
void ks_task_step(KsTask *task, guint64 done, guint64 total, const char *note);

/* The task's line goes; frees it. */
void ks_task_end(KsTask *task);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsTask, ks_task_end)

/*
 * How often a thing that takes long says a plain line where there is no
 * terminal, in microseconds; every 30 s by default.
 */
void ks_progress_set_interval(KsProgress *progress, gint64 interval_us);

#endif
