/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PRUNE_H
#define KS_PRUNE_H

#include <glib.h>

/*
 * Remove the oldest entries (files or folders) of the folder @dir, so that no
 * more than @keep are left, but none that was touched less than @age seconds
 * ago: another kseries may be about to use it.
 */
void ks_prune(const char *dir, guint keep, gint64 age);

/* Mark an entry as used now. */
void ks_prune_touch(const char *path);

#endif
