// SPDX-License-Identifier: GPL-2.0
#include "base/progress_private.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#define REDRAW_US (100 * 1000)
/* The clocks of what runs are shown in seconds. */
#define TICK_US G_USEC_PER_SEC
#define TELL_US (30 * G_USEC_PER_SEC)
/* A terminal whose other side set it to non-blocking is waited for. */
#define WRITE_MS 1000

static bool can_draw(void)
{
	const char *term = g_getenv("TERM");

	return isatty(STDERR_FILENO) && term && *term &&
	       !g_str_equal(term, "dumb") &&
	       g_strcmp0(g_getenv("KSERIES_TRACE"), "1") != 0;
}

KsProgress *ks_progress_new(bool quiet)
{
	KsProgress *progress = g_new0(KsProgress, 1);

	g_mutex_init(&progress->out);
	g_mutex_init(&progress->lock);
	g_cond_init(&progress->changed);
	progress->quiet = quiet;
	progress->terminal = can_draw();
	progress->interval_us = TELL_US;
	progress->rows = g_ptr_array_new();
	progress->above = g_string_new(NULL);
	return progress;
}

static void row_free(KsTask *row)
{
	g_free(row->label);
	g_free(row->note);
	g_free(row);
}

/* Nobody can be told of an error here: stderr is where it would go. */
static void write_all(const char *text)
{
	gsize len = strlen(text);

	while (len) {
		struct pollfd fd = {.fd = STDERR_FILENO, .events = POLLOUT};
		ssize_t n = write(STDERR_FILENO, text, len);

		if (n < 0 && errno == EAGAIN && poll(&fd, 1, WRITE_MS) == 1)
			continue;
		if (n < 0 && errno != EINTR)
			return;
		if (n > 0) {
			text += n;
			len -= n;
		}
	}
}

static void tell_long_ones(KsProgress *progress, gint64 now)
{
	for (guint i = 0; i < progress->rows->len && !progress->stopped; i++) {
		KsTask *row = progress->rows->pdata[i];
		g_autofree char *line = NULL;

		if (row->kind == KS_ROW_PLAN ||
		    now - row->told < progress->interval_us)
			continue;
		line = ks_progress_tell(row, now);
		ks_progress_clean(progress->above, line);
		g_string_append_c(progress->above, '\n');
		row->told = now;
	}
}

/* Bring what is seen up to date; neither lock is held. */
static void show(KsProgress *progress)
{
	g_autofree char *text = NULL;
	gint64 now;

	g_mutex_lock(&progress->out);
	g_mutex_lock(&progress->lock);
	now = g_get_monotonic_time();
	if (progress->terminal) {
		text = ks_progress_draw(progress, now);
	} else {
		tell_long_ones(progress, now);
		text = g_strdup(progress->above->str);
	}
	g_string_truncate(progress->above, 0);
	progress->dirty = false;
	progress->drawn_at = now;
	g_mutex_unlock(&progress->lock);
	write_all(text);
	g_mutex_unlock(&progress->out);
}

/* When show() has to be called next; G_MAXINT64: not before a change. */
static gint64 next_show(const KsProgress *progress)
{
	gint64 due = G_MAXINT64;

	if (progress->stopped)
		return due;
	if (progress->terminal && progress->rows->len)
		return progress->drawn_at +
		       (progress->dirty ? REDRAW_US : TICK_US);
	for (guint i = 0; i < progress->rows->len; i++) {
		const KsTask *row = progress->rows->pdata[i];

		if (row->kind != KS_ROW_PLAN)
			due = MIN(due, row->told + progress->interval_us);
	}
	return due;
}

static gpointer draw_thread(gpointer data)
{
	KsProgress *progress = data;

	g_mutex_lock(&progress->lock);
	while (!progress->quit) {
		gint64 due = next_show(progress);

		if (due == G_MAXINT64) {
			g_cond_wait(&progress->changed, &progress->lock);
		} else if (g_get_monotonic_time() < due) {
			g_cond_wait_until(&progress->changed, &progress->lock,
					  due);
		} else {
			g_mutex_unlock(&progress->lock);
			show(progress);
			g_mutex_lock(&progress->lock);
		}
	}
	g_mutex_unlock(&progress->lock);
	return NULL;
}

/* Have it drawn soon; the lock is held. */
static void touch(KsProgress *progress)
{
	if (progress->dirty)
		return;
	progress->dirty = true;
	g_cond_signal(&progress->changed);
}

/*
 * Release the lock after a change.  Where no display is left to hold together,
 * what there is to say is written before this returns.
 */
static void unlock_and_show(KsProgress *progress)
{
	bool at_once = !progress->terminal || !progress->rows->len ||
		       progress->stopped;

	if (!at_once)
		touch(progress);
	g_mutex_unlock(&progress->lock);
	if (at_once)
		show(progress);
}

/* Takes over @label; the lock is held. */
static KsTask *add_row(KsProgress *progress, KsRowKind kind, char *label)
{
	KsTask *row = g_new0(KsTask, 1);

	row->progress = progress;
	row->kind = kind;
	row->owner = kind == KS_ROW_TASK ? NULL : g_thread_self();
	row->label = label;
	row->started = g_get_monotonic_time();
	row->told = row->started;
	ks_progress_account(progress, row->started);
	g_ptr_array_add(progress->rows, row);
	if (!progress->terminal && kind != KS_ROW_TASK) {
		ks_progress_clean(progress->above, label);
		g_string_append(progress->above, " ...\n");
	}
	if (!progress->drawer)
		progress->drawer =
			g_thread_new("progress", draw_thread, progress);
	/* a plain line of this row may be due before any other */
	g_cond_signal(&progress->changed);
	return row;
}

/*
 * The innermost stretch that the calling thread began, else the only one there
 * is; with KS_ROW_PLAN as @most the plan counts as one.  The lock is held.
 */
static KsTask *row_of_caller(const KsProgress *progress, KsRowKind most)
{
	KsTask *only = NULL;
	guint n = 0;

	for (guint i = progress->rows->len; i > 0; i--) {
		KsTask *row = progress->rows->pdata[i - 1];

		if (row->kind == KS_ROW_TASK || row->kind > most)
			continue;
		if (row->owner == g_thread_self())
			return row;
		only = row;
		n++;
	}
	return n == 1 ? only : NULL;
}

static void set_state(KsTask *row, guint64 done, guint64 total,
		      const char *note)
{
	row->done = done;
	row->total = total;
	if (g_strcmp0(row->note, note) != 0) {
		g_free(row->note);
		row->note = g_strdup(note);
	}
	if (row->progress->terminal)
		touch(row->progress);
}

void ks_progress_begin(KsProgress *progress, const char *what, guint64 total)
{
	KsTask *row;

	if (progress->quiet)
		return;
	g_mutex_lock(&progress->lock);
	row = add_row(progress, KS_ROW_STRETCH, g_strdup(what));
	row->total = total;
	unlock_and_show(progress);
}

void ks_progress_step(KsProgress *progress, guint64 done, const char *note)
{
	KsTask *row;

	g_mutex_lock(&progress->lock);
	row = row_of_caller(progress, KS_ROW_STRETCH);
	if (row)
		set_state(row, done, row->total, note);
	g_mutex_unlock(&progress->lock);
}

void ks_progress_end(KsProgress *progress)
{
	g_autofree char *line = NULL;
	KsTask *row;

	g_mutex_lock(&progress->lock);
	row = row_of_caller(progress, KS_ROW_PLAN);
	if (!row) {
		g_mutex_unlock(&progress->lock);
		return;
	}
	line = g_strdup_printf("%s: %.1f s\n", row->label,
			       (g_get_monotonic_time() - row->started) / 1e6);
	ks_progress_clean(progress->above, line);
	g_ptr_array_remove(progress->rows, row);
	row_free(row);
	unlock_and_show(progress);
}

static void say(KsProgress *progress, const char *format, va_list ap)
{
	g_autofree char *text = g_strdup_vprintf(format, ap);

	g_mutex_lock(&progress->lock);
	ks_progress_clean(progress->above, text);
	g_string_append_c(progress->above, '\n');
	unlock_and_show(progress);
}

void ks_progress_item(KsProgress *progress, const char *format, ...)
{
	va_list ap;

	if (progress->quiet || progress->terminal)
		return;
	va_start(ap, format);
	say(progress, format, ap);
	va_end(ap);
}

void ks_progress_say(KsProgress *progress, const char *format, ...)
{
	va_list ap;

	if (progress->quiet)
		return;
	va_start(ap, format);
	say(progress, format, ap);
	va_end(ap);
}

void ks_progress_plan(KsProgress *progress, const char *what,
		      gint64 expected_us)
{
	KsTask *row;

	if (progress->quiet)
		return;
	g_mutex_lock(&progress->lock);
	row = ks_progress_plan_row(progress);
	if (!row) {
		row = add_row(progress, KS_ROW_PLAN, g_strdup(what));
		progress->plan = (KsPlanState){.counted = row->started};
	}
	row->expected_us += expected_us;
	unlock_and_show(progress);
}

void ks_progress_done(KsProgress *progress, gint64 expected_us)
{
	g_mutex_lock(&progress->lock);
	if (ks_progress_plan_row(progress)) {
		progress->plan.done += expected_us;
		progress->plan.pieces++;
		if (progress->terminal)
			touch(progress);
	}
	g_mutex_unlock(&progress->lock);
}

KsTask *ks_task_begin(KsProgress *progress, gint64 expected_us,
		      const char *format, ...)
{
	KsTask *task;
	char *label;
	va_list ap;

	if (!progress || progress->quiet)
		return NULL;
	va_start(ap, format);
	label = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_mutex_lock(&progress->lock);
	task = add_row(progress, KS_ROW_TASK, label);
	task->expected_us = expected_us;
	if (progress->terminal)
		touch(progress);
	g_mutex_unlock(&progress->lock);
	return task;
}

void ks_task_step(KsTask *task, guint64 done, guint64 total, const char *note)
{
	if (!task)
		return;
	g_mutex_lock(&task->progress->lock);
	set_state(task, done, total, note);
	g_mutex_unlock(&task->progress->lock);
}

void ks_task_end(KsTask *task)
{
	KsProgress *progress = task ? task->progress : NULL;

	if (!task)
		return;
	g_mutex_lock(&progress->lock);
	ks_progress_account(progress, g_get_monotonic_time());
	g_ptr_array_remove(progress->rows, task);
	row_free(task);
	unlock_and_show(progress);
}

void ks_progress_set_interval(KsProgress *progress, gint64 interval_us)
{
	g_mutex_lock(&progress->lock);
	progress->interval_us = interval_us;
	g_cond_signal(&progress->changed);
	g_mutex_unlock(&progress->lock);
}

void ks_progress_stop(KsProgress *progress)
{
	g_mutex_lock(&progress->lock);
	progress->stopped = true;
	unlock_and_show(progress);
}

void ks_progress_free(KsProgress *progress)
{
	ks_progress_stop(progress);
	g_mutex_lock(&progress->lock);
	progress->quit = true;
	g_cond_signal(&progress->changed);
	g_mutex_unlock(&progress->lock);
	if (progress->drawer)
		g_thread_join(progress->drawer);
	for (guint i = 0; i < progress->rows->len; i++) {
		KsTask *row = progress->rows->pdata[i];

		if (row->kind != KS_ROW_TASK)
			row_free(row);
	}
	g_ptr_array_free(progress->rows, TRUE);
	g_string_free(progress->above, TRUE);
	g_cond_clear(&progress->changed);
	g_mutex_clear(&progress->out);
	g_mutex_clear(&progress->lock);
	g_free(progress);
}
