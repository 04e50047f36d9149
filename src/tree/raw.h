/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RAW_H
#define KS_RAW_H

#include "base/context.h"

/* One difference between two trees, as `git diff-tree --raw` tells it. */
typedef struct {
	const char *old_mode, *new_mode; /* "100644"; "000000": not there */
	const char *new_id;
	char status; /* 'M', 'A', 'D', 'T' */
	const char *path;
} KsRawChange;

/* Returning false ends the reading. */
typedef bool (*KsRawFn)(const KsRawChange *change, gpointer data);

/* Call @fn for each file that differs; renames are a removal and an addition. */
bool ks_git_raw(const KsContext *context, const char *from, const char *to,
		KsRawFn fn, gpointer data, GError **error);

#endif
