/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PROGRESS_PRIVATE_H
#define KS_PROGRESS_PRIVATE_H

#include "base/progress.h"

typedef enum {
	KS_ROW_TASK,
	KS_ROW_STRETCH,
	KS_ROW_PLAN,
} KsRowKind;

/* One thing under way: a line of the display. */
struct KsTask {
	KsProgress *progress;
	KsRowKind kind;
	GThread *owner; /* who began a stretch or a plan */
	char *label;
	gint64 expected_us; /* of a task and a plan */
	gint64 started, told; /* told: the last plain line about it */
	guint64 done, total;
	char *note;
};

/* What is known of the plan; all in microseconds. */
typedef struct {
	gint64 done; /* expected time of the finished pieces */
	gint64 reached; /* as far as the bar came: it never goes back */
	gint64 counted; /* until when these two are: */
	gint64 busy; /* time in which a task ran */
	gint64 worked; /* the same, times how many tasks ran */
	guint pieces; /* that are finished */
} KsPlanState;

struct KsProgress {
	bool quiet, terminal; /* never change */
	GMutex out; /* who writes on stderr; taken before lock */
	GMutex lock; /* everything below */
	GCond changed;
	GThread *drawer;
	GPtrArray *rows; /* KsTask, in the order of their begin */
	KsPlanState plan;
	GString *above; /* lines that wait to be printed */
	gint64 interval_us, drawn_at;
	bool dirty, stopped, quit;
	bool on_screen; /* the cursor is at the top of our display */
};

/* The row of the plan, NULL without one. */
KsTask *ks_progress_plan_row(const KsProgress *progress);

/* Bring the measure of how many tasks run at once up to @now. */
void ks_progress_account(KsProgress *progress, gint64 now);

/*
 * The bytes that bring the terminal's display up to date, for a cursor at the
 * top of the last one; they leave it at the top of this one.  There it stays
 * right when the terminal folds long lines anew after a change of its width.
 */
char *ks_progress_draw(KsProgress *progress, gint64 now);

/* "6.1-x86_64 kernel: 312/880, 4 min": a plain line about what takes long. */
char *ks_progress_tell(const KsTask *row, gint64 now);

/* Append @text, without what could move the cursor or change the terminal. */
void ks_progress_clean(GString *into, const char *text);

#endif
