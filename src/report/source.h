/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_SOURCE_H
#define KS_REPORT_SOURCE_H

#include "check/run.h"

/*
 * The source lines that findings of a run point to, read from the store by
 * the cell's commit.
 */
typedef struct KsSources KsSources;

/*
 * Read what the findings of cells that are not pass point to: up to
 * @per_cell of each, @most in all.  What the store does not have (a commit
 * that is gone, no store at all) is left out without an error.  Only a few
 * blobs are in memory at a time.
 */
KsSources *ks_sources_load(const KsContext *context, const KsRun *run,
			   guint per_cell, guint most);
void ks_sources_free(KsSources *sources);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSources, ks_sources_free)

/* Lines of a file, as they are in the blob: any bytes. */
typedef struct {
	int first; /* number of the first one, from 1 */
	char **lines; /* NULL-terminated */
} KsSourceLines;

/* Two lines before, the finding's, two after; NULL: not known. */
const KsSourceLines *ks_sources_find(const KsSources *sources,
				     const KsCell *cell,
				     const KsFinding *finding);

#endif
