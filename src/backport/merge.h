/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MERGE_H
#define KS_MERGE_H

#include "backport/change.h"

/* One place that git could not merge. */
typedef struct {
	char *path;
	char *kind; /* git's word: "contents", "modify/delete", ... */
	guint line; /* of the target's file; 0: the file as a whole */
	/* what stands there; empty unless the kind is "contents" */
	GBytes *ours, *base, *theirs;
} KsMergeConflict;

typedef struct {
	char *tree; /* id; with markers in it where there are conflicts */
	GPtrArray *conflicts; /* KsMergeConflict; empty: it merged */
} KsMerge;

void ks_merge_free(KsMerge *merge);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsMerge, ks_merge_free)

/*
 * Merge what @files (KsChangeFile) do to the commit @base into the tree or
 * commit @ours, three-way, as `git cherry-pick` would.  The texts before need
 * not be those of @base: they replace them.
 */
KsMerge *ks_merge(const KsContext *context, const char *base, GPtrArray *files,
		  const char *ours, GError **error);

#endif
