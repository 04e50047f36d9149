/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MISSING_H
#define KS_MISSING_H

#include "backport/change.h"
#include "tree/tree.h"

/*
 * The range that --from means: @from itself if it is "A..B", else what the
 * tree @from has and @tree has not.  A usage error if both have no common
 * history: then only two snapshots of @from's line tell what is new in it.
 */
char *ks_missing_range(KsContext *context, const char *from, const KsTree *tree,
		       GError **error);

/*
 * Take those out of @changes that @tree's own history names as its origin
 * ("commit ID upstream."): it has them, however they were changed on the way.
 * How many they were.
 */
bool ks_missing_drop_taken(const KsContext *context, GPtrArray *changes,
			   const KsTree *tree, guint *taken, GError **error);

#endif
