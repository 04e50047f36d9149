// SPDX-License-Identifier: GPL-2.0
#include "base/progress.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define BAR_CELLS 24
#define REDRAW_US (100 * 1000)

struct KsProgress {
	GMutex lock;
	bool quiet;
	bool terminal;
	char *what;
	guint64 total;
	gint64 started;
	gint64 drawn;
};

KsProgress *ks_progress_new(bool quiet)
{
	KsProgress *progress = g_new0(KsProgress, 1);

	g_mutex_init(&progress->lock);
	progress->quiet = quiet;
	progress->terminal = isatty(STDERR_FILENO);
	return progress;
}

void ks_progress_free(KsProgress *progress)
{
	g_mutex_clear(&progress->lock);
	g_free(progress->what);
	g_free(progress);
}

static int columns(void)
{
	struct winsize size = {0};

	if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20)
		return size.ws_col;
	return 80;
}

static char *time_left(const KsProgress *progress, guint64 done)
{
	gint64 spent = g_get_monotonic_time() - progress->started;
	gint64 left;

	if (!done || spent < G_USEC_PER_SEC)
		return g_strdup("");
	left = spent / done * (progress->total - done) / G_USEC_PER_SEC;
	return g_strdup_printf(" %d:%02d left", (int)(left / 60),
			       (int)(left % 60));
}

static void draw(KsProgress *progress, guint64 done, const char *note)
{
	g_autoptr(GString) line = g_string_new(progress->what);

	if (progress->total) {
		guint64 full = MIN(done, progress->total) * BAR_CELLS /
			       progress->total;
		g_autofree char *left = NULL;

		done = MIN(done, progress->total);
		left = time_left(progress, done);
		g_string_append(line, " [");
		for (guint64 i = 0; i < BAR_CELLS; i++)
			g_string_append_c(line, i < full ? '#' : '.');
		g_string_append_printf(line, "] %d%%%s",
				       (int)(done * 100 / progress->total),
				       left);
	}
	if (note)
		g_string_append_printf(line, " %s", note);
	if ((int)line->len > columns() - 1)
		g_string_truncate(line, columns() - 1);
	fprintf(stderr, "\r\033[K%s", line->str);
	fflush(stderr);
}

void ks_progress_begin(KsProgress *progress, const char *what, guint64 total)
{
	g_mutex_lock(&progress->lock);
	g_free(progress->what);
	progress->what = g_strdup(what);
	progress->total = total;
	progress->started = g_get_monotonic_time();
	progress->drawn = 0;
	if (!progress->quiet && progress->terminal)
		draw(progress, 0, NULL);
	else if (!progress->quiet)
		fprintf(stderr, "%s ...\n", what);
	g_mutex_unlock(&progress->lock);
}

void ks_progress_step(KsProgress *progress, guint64 done, const char *note)
{
	gint64 now = g_get_monotonic_time();

	g_mutex_lock(&progress->lock);
	if (!progress->quiet && progress->terminal && progress->what &&
	    now - progress->drawn > REDRAW_US) {
		progress->drawn = now;
		draw(progress, done, note);
	}
	g_mutex_unlock(&progress->lock);
}

void ks_progress_item(KsProgress *progress, const char *format, ...)
{
	va_list ap;

	if (progress->quiet || progress->terminal)
		return;
	va_start(ap, format);
	g_mutex_lock(&progress->lock);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
	g_mutex_unlock(&progress->lock);
	va_end(ap);
}

void ks_progress_end(KsProgress *progress)
{
	double spent;

	g_mutex_lock(&progress->lock);
	spent = (g_get_monotonic_time() - progress->started) / 1e6;
	if (!progress->quiet && progress->what)
		fprintf(stderr, "%s%s: %.1f s\n",
			progress->terminal ? "\r\033[K" : "", progress->what,
			spent);
	g_clear_pointer(&progress->what, g_free);
	g_mutex_unlock(&progress->lock);
}

void ks_progress_say(KsProgress *progress, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, format);
	text = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_mutex_lock(&progress->lock);
	if (!progress->quiet)
		fprintf(stderr, "%s%s\n", progress->terminal ? "\r\033[K" : "",
			text);
	g_mutex_unlock(&progress->lock);
}
