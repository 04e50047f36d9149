/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DISK_H
#define KS_DISK_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * A sum over files that were written or made since a moment.  What was there
 * before needs no measuring, which makes this cheap enough for a build folder
 * that is only looked at when a disk fills.
 */
typedef struct {
	gint64 since; /* count files changed in or after this second (1970) */
	guint64 max_bytes, max_files; /* adding stops above one of these */
	guint64 bytes; /* on the disk, not the length: holes are free */
	guint64 files;
	bool too_deep; /* folders beyond KS_WALK_DEPTH were not counted */
} KsDiskUse;

/* Add what is in @path and below. */
void ks_disk_add_folder(KsDiskUse *use, const char *path);

/*
 * Add the files that processes below @root hold open though they are deleted,
 * on whatever file system.  (Not found: one that is only mapped.)
 */
void ks_disk_add_deleted(KsDiskUse *use, pid_t root);

#endif
