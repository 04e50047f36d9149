/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_INITRAMFS_H
#define KS_INITRAMFS_H

#include <glib.h>
#include <stdbool.h>

/*
 * An initramfs (cpio "newc", not compressed).  Reproducible: times are 0,
 * owners are root, inode numbers count up in the order in which the files were
 * added.
 */
typedef struct KsInitramfs KsInitramfs;

/* Begin a file at @path; nothing is there before ks_initramfs_finish(). */
KsInitramfs *ks_initramfs_new(const char *path, GError **error);

/* Drops what was not finished. */
void ks_initramfs_free(KsInitramfs *initramfs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsInitramfs, ks_initramfs_free)

/* A folder; @name is without a leading slash. */
bool ks_initramfs_dir(KsInitramfs *initramfs, const char *name, GError **error);

/* A file with this content. */
bool ks_initramfs_text(KsInitramfs *initramfs, const char *name,
		       const char *text, GError **error);

/* A copy of the host's file @source; @executable: mode 0755, else 0644. */
bool ks_initramfs_copy(KsInitramfs *initramfs, const char *name,
		       const char *source, bool executable, GError **error);

/* Write the end and put the file in its place. */
bool ks_initramfs_finish(KsInitramfs *initramfs, GError **error);

#endif
