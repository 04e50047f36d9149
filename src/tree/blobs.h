/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_BLOBS_H
#define KS_BLOBS_H

#include "base/context.h"

/*
 * Which blob each path is in the commits of a branch: all of the first commit,
 * and of each later one what it changes.  With it the contents that something
 * depends on can be named without reading them, and compared between commits.
 */
typedef struct KsBlobs KsBlobs;

/* @base and its @commits, each the child of the one before; NULL ends them. */
KsBlobs *ks_blobs_load(const KsContext *context, const char *base,
		       const char *const *commits, GError **error);
void ks_blobs_free(KsBlobs *blobs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsBlobs, ks_blobs_free)

/* How many commits there are, the base among them; they count from 0. */
guint ks_blobs_len(const KsBlobs *blobs);
const char *ks_blobs_commit(const KsBlobs *blobs, guint at);
const char *ks_blobs_tree(const KsBlobs *blobs, guint at); /* its tree's id */

/* The id of @path in commit @at, NULL if it is not there. */
const char *ks_blobs_id(const KsBlobs *blobs, guint at, const char *path);

/* Whether commit @at (from 1) changes @path. */
bool ks_blobs_changes(const KsBlobs *blobs, guint at, const char *path);

/* The paths that commit @at (from 1) changes, sorted, NULL-terminated. */
char **ks_blobs_changed(const KsBlobs *blobs, guint at);

/*
 * A checksum of what a compilation depends on beside the files that it reads
 * and its configuration: all Makefiles, Kconfig files, scripts, tools and tables,
 * and which headers there are at all (one that is new may be found before
 * another).  Owned by @blobs.
 */
const char *ks_blobs_ground(const KsBlobs *blobs, guint at);

/* Whether commit @at (from 1) changes any of that. */
bool ks_blobs_moves_ground(const KsBlobs *blobs, guint at);

#endif
