// SPDX-License-Identifier: GPL-2.0
#include "base/progress_private.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BAR_CELLS 24
/* Before that a time left is noise. */
#define LEFT_AFTER_US G_USEC_PER_SEC

#define CSI	    "\033["
#define CLEAR_LINE  CSI "K"
#define CLEAR_BELOW CSI "J"

KsTask *ks_progress_plan_row(const KsProgress *progress)
{
	for (guint i = 0; i < progress->rows->len; i++) {
		KsTask *row = progress->rows->pdata[i];

		if (row->kind == KS_ROW_PLAN)
			return row;
	}
	return NULL;
}

void ks_progress_account(KsProgress *progress, gint64 now)
{
	KsPlanState *plan = &progress->plan;
	gint64 span = now - plan->counted;
	guint tasks = 0;

	for (guint i = 0; i < progress->rows->len; i++) {
		const KsTask *row = progress->rows->pdata[i];

		tasks += row->kind == KS_ROW_TASK;
	}
	plan->counted = now;
	if (!tasks)
		return;
	plan->busy += span;
	plan->worked += span * tasks;
}

/* What a running task has done of its expected time. */
static gint64 credit(const KsTask *task, gint64 now)
{
	if (!task->expected_us)
		return 0;
	if (task->total)
		return (double)MIN(task->done, task->total) / task->total *
		       task->expected_us;
	return MIN(now - task->started, task->expected_us);
}

/* How much of the plan is done, in expected time. */
static gint64 reach(KsProgress *progress, const KsTask *row, gint64 now)
{
	gint64 *reached = &progress->plan.reached;
	gint64 done = progress->plan.done;

	for (guint i = 0; i < progress->rows->len; i++) {
		const KsTask *task = progress->rows->pdata[i];

		if (task->kind == KS_ROW_TASK)
			done += credit(task, now);
	}
	*reached = MAX(*reached, MIN(done, row->expected_us));
	return *reached;
}

/* The time that the plan still takes, -1 if that cannot be said. */
static gint64 plan_left(KsProgress *progress, const KsTask *row, gint64 now)
{
	const KsPlanState *plan = &progress->plan;
	gint64 remains = row->expected_us - reach(progress, row, now);
	gint64 longest = 0;

	if (now - row->started < LEFT_AFTER_US || remains <= 0)
		return -1;
	for (guint i = 0; i < progress->rows->len; i++) {
		const KsTask *task = progress->rows->pdata[i];

		if (task->kind == KS_ROW_TASK)
			longest = MAX(longest,
				      task->expected_us - credit(task, now));
	}
	if (plan->worked > plan->busy)
		remains *= (double)plan->busy / plan->worked;
	return MAX(remains, longest);
}

/* The time that a stretch still takes, judged by what it took so far. */
static gint64 stretch_left(const KsTask *row, gint64 now)
{
	gint64 spent = now - row->started;
	guint64 done = MIN(row->done, row->total);

	if (!done || spent < LEFT_AFTER_US)
		return -1;
	return (double)spent / done * (row->total - done);
}

static void append_clock(GString *text, gint64 us)
{
	int seconds = us / G_USEC_PER_SEC;

	if (seconds >= 3600)
		g_string_append_printf(text, "%d:%02d:%02d", seconds / 3600,
				       seconds / 60 % 60, seconds % 60);
	else
		g_string_append_printf(text, "%d:%02d", seconds / 60,
				       seconds % 60);
}

static void append_bar(GString *text, double part, gint64 left)
{
	int full = part * BAR_CELLS;

	g_string_append(text, " [");
	for (int i = 0; i < BAR_CELLS; i++)
		g_string_append_c(text, i < full ? '#' : '.');
	g_string_append_printf(text, "] %d%%", (int)(part * 100));
	if (left < 0)
		return;
	g_string_append_c(text, ' ');
	append_clock(text, left + G_USEC_PER_SEC / 2);
	g_string_append(text, " left");
}

/* The first line: the plan, else the outermost stretch. */
static char *head_line(KsProgress *progress, const KsTask *row, gint64 now)
{
	GString *text = g_string_new(row->label);

	if (row->kind == KS_ROW_PLAN && row->expected_us) {
		double part =
			(double)reach(progress, row, now) / row->expected_us;

		append_bar(text, part, plan_left(progress, row, now));
	} else if (row->kind == KS_ROW_PLAN) {
		g_string_append_c(text, ' ');
		append_clock(text, now - row->started);
		if (progress->plan.pieces)
			g_string_append_printf(text, ", %u done",
					       progress->plan.pieces);
	} else if (row->total) {
		append_bar(text,
			   (double)MIN(row->done, row->total) / row->total,
			   stretch_left(row, now));
	}
	if (row->note)
		g_string_append_printf(text, " %s", row->note);
	return g_string_free(text, FALSE);
}

/* "312/880", "312" or nothing; of a stretch, whose unit is not known, "35%". */
static char *count(const KsTask *row)
{
	if (row->kind != KS_ROW_TASK && row->total)
		return g_strdup_printf(
			"%d%%", (int)((double)MIN(row->done, row->total) /
				      row->total * 100));
	if (row->kind != KS_ROW_TASK || (!row->done && !row->total))
		return g_strdup("");
	if (!row->total)
		return g_strdup_printf("%" G_GUINT64_FORMAT, row->done);
	return g_strdup_printf("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT,
			       row->done, row->total);
}

static char *time_of(const KsTask *row, gint64 now)
{
	GString *text = g_string_new(NULL);

	append_clock(text, now - row->started);
	if (row->expected_us) {
		g_string_append(text, " of ");
		append_clock(text, row->expected_us);
	}
	return g_string_free(text, FALSE);
}

static void add_rows(GPtrArray *lines, const GPtrArray *rows, guint shown,
		     int columns, gint64 now)
{
	int label = 0, clock = 0;

	for (guint i = 0; i < shown; i++) {
		const KsTask *row = rows->pdata[i];
		g_autofree char *time = time_of(row, now);

		label = MAX(label, (int)strlen(row->label));
		clock = MAX(clock, (int)strlen(time));
	}
	label = MIN(label, columns / 2);
	for (guint i = 0; i < shown; i++) {
		const KsTask *row = rows->pdata[i];
		g_autofree char *time = time_of(row, now);
		g_autofree char *done = count(row);

		g_ptr_array_add(lines,
				g_strdup_printf("  %-*s  %-*s  %s%s%s", label,
						row->label, clock, time, done,
						*done && row->note ? " " : "",
						row->note ? row->note : ""));
	}
	if (shown < rows->len)
		g_ptr_array_add(lines, g_strdup_printf("  ... and %u more",
						       rows->len - shown));
}

static GPtrArray *build_lines(KsProgress *progress, int columns, guint room,
			      gint64 now)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) rest = g_ptr_array_new();
	const KsTask *head = ks_progress_plan_row(progress);
	guint shown;

	for (guint i = 0; i < progress->rows->len; i++) {
		KsTask *row = progress->rows->pdata[i];

		if (!head && row->kind == KS_ROW_STRETCH)
			head = row;
		if (row != head)
			g_ptr_array_add(rest, row);
	}
	if (head) {
		g_ptr_array_add(lines, head_line(progress, head, now));
		room--;
	}
	shown = rest->len <= room ? rest->len : room ? room - 1 : 0;
	if (room)
		add_rows(lines, rest, shown, columns, now);
	return lines;
}

/* Display lines are cut by their bytes, so they are all ASCII. */
static void append_cut(GString *text, const char *line, int columns)
{
	for (int i = 0; line[i] && i < MAX(columns - 1, 1); i++)
		g_string_append_c(text,
				  g_ascii_isprint(line[i]) ? line[i] : '?');
}

char *ks_progress_draw(KsProgress *progress, gint64 now)
{
	GString *text = g_string_new(NULL);
	g_autoptr(GPtrArray) lines = NULL;
	struct winsize size = {0};
	int columns, rows;

	ks_progress_account(progress, now);
	if (progress->on_screen &&
	    (progress->above->len || !progress->rows->len || progress->stopped))
		g_string_append(text, "\r" CLEAR_BELOW);
	g_string_append_len(text, progress->above->str, progress->above->len);
	progress->on_screen = progress->rows->len && !progress->stopped;
	if (!progress->on_screen)
		return g_string_free(text, FALSE);

	ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
	columns = size.ws_col ? size.ws_col : 80;
	rows = size.ws_row ? size.ws_row : 24;
	lines = build_lines(progress, columns, MAX(rows - 2, 1), now);
	for (guint i = 0; i < lines->len; i++) {
		g_string_append(text, i ? "\n" : "\r");
		append_cut(text, lines->pdata[i], columns);
		g_string_append(text,
				i + 1 < lines->len ? CLEAR_LINE : CLEAR_BELOW);
	}
	g_string_append_c(text, '\r');
	if (lines->len > 1)
		g_string_append_printf(text, CSI "%uA", lines->len - 1);
	return g_string_free(text, FALSE);
}

char *ks_progress_tell(const KsTask *row, gint64 now)
{
	GString *text = g_string_new(row->label);
	g_autofree char *done = count(row);
	gint64 seconds = (now - row->started) / G_USEC_PER_SEC;

	g_string_append_printf(text, ": %s%s", done, *done ? ", " : "");
	if (seconds < 120)
		g_string_append_printf(text, "%d s", (int)seconds);
	else if (seconds < 2 * 3600)
		g_string_append_printf(text, "%d min", (int)(seconds / 60));
	else
		g_string_append_printf(text, "%d h %d min",
				       (int)(seconds / 3600),
				       (int)(seconds / 60 % 60));
	return g_string_free(text, FALSE);
}

void ks_progress_clean(GString *into, const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text, -1);

	for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
		gunichar c = g_utf8_get_char(at);

		if ((g_unichar_iscntrl(c) && c != '\n' && c != '\t') ||
		    g_unichar_type(c) == G_UNICODE_FORMAT)
			c = '?';
		g_string_append_unichar(into, c);
	}
}
