/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CUT_H
#define KS_CUT_H

#include "base/context.h"

/* One hunk of a difference, in lines from 1, made wider to whole functions. */
typedef struct {
	char *path;
	guint before, before_len;
	guint after, after_len;
	guint first; /* the line before that is changed first */
} KsHunk;

/*
 * What @from and @to differ by in @paths (NULL-terminated), or in all that
 * differs if NULL: an array of KsHunk that owns them.  Functions that stand
 * side by side and are both changed are one.
 */
GPtrArray *ks_cut(const KsContext *context, const char *from, const char *to,
		  const char *const *paths, GError **error);

#endif
