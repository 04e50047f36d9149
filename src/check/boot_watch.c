// SPDX-License-Identifier: GPL-2.0
#include "check/boot_watch.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "check/splat.h"

#define TICKS_PER_S 10
/* A panicking kernel still says why; a guest that has reported still ends. */
#define PANIC_TICKS (2 * TICKS_PER_S)
#define END_TICKS   (20 * TICKS_PER_S)
/* The netconsole burst of a good boot comes to half a megabyte. */
#define CONSOLE_MAX (64 << 20)
#define CHUNK	    65536
/* Longer than any line that is looked for. */
#define KEEP 256

typedef struct {
	char *path;
	gint64 seen; /* bytes read so far */
	GString *text; /* the newest of them */
} Log;

struct KsBootWatch {
	Log console;
	Log report;
	char *end_line;
	guint silence; /* ticks allowed */
	guint silent; /* ticks without output */
	guint panicked; /* ticks since the panic; 0: none seen */
	guint reported; /* ticks since the report's end; 0: not seen */
	KsBootEnd end;
};

KsBootWatch *ks_boot_watch_new(const char *console, const char *report,
			       const char *nonce, guint silence_s)
{
	KsBootWatch *watch = g_new0(KsBootWatch, 1);

	watch->console.path = g_strdup(console);
	watch->console.text = g_string_new(NULL);
	watch->report.path = g_strdup(report);
	watch->report.text = g_string_new(NULL);
	watch->end_line = g_strdup_printf("\n# nonce %s end\n", nonce);
	watch->silence = silence_s * TICKS_PER_S;
	return watch;
}

static void clear_log(Log *log)
{
	g_free(log->path);
	g_string_free(log->text, TRUE);
}

void ks_boot_watch_free(KsBootWatch *watch)
{
	clear_log(&watch->console);
	clear_log(&watch->report);
	g_free(watch->end_line);
	g_free(watch);
}

/* Read the next piece; the end of what was there before stays in front. */
static bool read_more(Log *log)
{
	char bytes[CHUNK];
	ssize_t n;
	int fd = open(log->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

	if (fd < 0)
		return false;
	n = pread(fd, bytes, sizeof(bytes), log->seen);
	close(fd);
	if (n <= 0)
		return false;
	if (log->text->len > KEEP)
		g_string_erase(log->text, 0, (gssize)(log->text->len - KEEP));
	g_string_append_len(log->text, bytes, n);
	log->seen += n;
	return true;
}

static bool stop(KsBootWatch *watch, KsBootEnd end)
{
	watch->end = end;
	return false;
}

bool ks_boot_watch_tick(gpointer data)
{
	KsBootWatch *watch = data;
	bool any = false;

	while (read_more(&watch->console)) {
		any = true;
		if (!watch->panicked &&
		    ks_splat_is_panic(watch->console.text->str))
			watch->panicked = 1;
		if (watch->console.seen > CONSOLE_MAX)
			return stop(watch, KS_BOOT_FLOOD);
	}
	while (read_more(&watch->report)) {
		any = true;
		if (!watch->reported &&
		    strstr(watch->report.text->str, watch->end_line))
			watch->reported = 1;
	}
	watch->silent = any ? 0 : watch->silent + 1;
	if (watch->panicked && watch->panicked++ > PANIC_TICKS)
		return stop(watch, KS_BOOT_PANIC);
	if (watch->reported && watch->reported++ > END_TICKS)
		return stop(watch, KS_BOOT_LATE);
	if (watch->silent > watch->silence)
		return stop(watch, KS_BOOT_SILENT);
	return true;
}

KsBootEnd ks_boot_watch_end(const KsBootWatch *watch)
{
	return watch->end;
}
