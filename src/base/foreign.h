/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FOREIGN_H
#define KS_FOREIGN_H

#include <glib.h>
#include <stdbool.h>

/*
 * Files in folders that code from a patch can write to.  One may be a link to a
 * file of the user's, a FIFO that nobody writes to, or without end.
 */

/* Open for reading; -1 with @error unless it is a regular file, no link. */
int ks_foreign_open(const char *path, GError **error);

/* Read all of it, up to 256 MiB; NUL-terminated, owned by the caller. */
char *ks_foreign_read(const char *path, gsize *len, GError **error);

/* Copy it to @to, which is replaced in one step. */
bool ks_foreign_copy(const char *path, const char *to, GError **error);

#endif
