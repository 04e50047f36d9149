/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TOUCHED_H
#define KS_TOUCHED_H

#include "check/check.h"

/* Lines of a file, from 1. */
typedef struct {
	int start, count;
} KsLines;

/* What became of which lines; a count of 0 is a place between lines. */
typedef struct {
	KsLines before, after;
} KsHunk;

static inline bool ks_lines_have(KsLines lines, guint line)
{
	return (int)line >= lines.start &&
	       (int)line < lines.start + lines.count;
}

/* What the patch changes in @file: KsHunk, without context, in order. */
GArray *ks_patch_hunks(const KsContext *context, const KsPatch *patch,
		       const char *file, GError **error);

/*
 * Whether the patch changes a line of the function @function of @file, as it
 * is before or after.
 */
bool ks_patch_touches(const KsContext *context, const KsPatch *patch,
		      const char *file, const char *function, bool *touches,
		      GError **error);

#endif
