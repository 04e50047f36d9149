// SPDX-License-Identifier: GPL-2.0
#include <fts.h>
#include <glib/gstdio.h>
#include <sys/stat.h>

#include "base/error.h"
#include "check/target_private.h"

static bool is_newer(const struct stat *st, const struct timespec *since)
{
	return st->st_mtim.tv_sec > since->tv_sec ||
	       (st->st_mtim.tv_sec == since->tv_sec &&
		st->st_mtim.tv_nsec >= since->tv_nsec);
}

/*
 * kbuild writes an object in place, and the note of how it was made after it: a
 * half-written one beside the note of the one before looks finished.
 */
static bool remove_newer(const char *dir, const struct timespec *since,
			 GError **error)
{
	char *roots[] = {(char *)dir, NULL};
	FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
	FTSENT *entry;

	if (!fts) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: cannot be read", dir);
		return false;
	}
	while ((entry = fts_read(fts)))
		if (entry->fts_info == FTS_F &&
		    is_newer(entry->fts_statp, since))
			g_unlink(entry->fts_path);
	fts_close(fts);
	return true;
}

bool ks_target_mend(KsTarget *target, GError **error)
{
	g_autofree char *path = ks_target_path(target, NOTE_MAKING);
	struct stat st;

	if (stat(path, &st) != 0)
		return true;
	if (!remove_newer(target->obj, &st.st_mtim, error))
		return false;
	/* the configuration may be among it */
	ks_target_drop_note(target, NOTE_STAND);
	ks_target_drop_note(target, NOTE_PREPARED);
	g_unlink(path);
	return true;
}
