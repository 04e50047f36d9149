// SPDX-License-Identifier: GPL-2.0
#include "base/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/error.h"

#define TICK_US	     (50 * 1000)
#define SAY_AFTER_US G_USEC_PER_SEC

static void set_error(const char *path, int code, GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s: cannot lock: %s",
		    path, g_strerror(code));
}

int ks_lock_take(KsContext *context, const char *path, const char *what,
		 GError **error)
{
	int fd = g_open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
	gint64 started = g_get_monotonic_time();
	bool said = false;

	if (fd < 0) {
		set_error(path, errno, error);
		return -1;
	}
	while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK && errno != EINTR) {
			set_error(path, errno, error);
			close(fd);
			return -1;
		}
		if (g_cancellable_is_cancelled(context->cancel)) {
			g_set_error(
				error, KS_ERROR, KS_ERROR_CANCELLED,
				"interrupted while another kseries works in %s",
				what);
			close(fd);
			return -1;
		}
		if (!said && g_get_monotonic_time() - started > SAY_AFTER_US) {
			ks_progress_say(
				context->progress,
				"waiting for another kseries that works in %s",
				what);
			said = true;
		}
		g_usleep(TICK_US);
	}
	return fd;
}
