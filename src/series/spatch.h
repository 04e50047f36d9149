/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SPATCH_H
#define KS_SPATCH_H

#include "base/context.h"

/* Lines that spatch could not parse and so did not look at; inclusive. */
typedef struct {
	guint first, last;
	guint at; /* where its parser stopped */
} KsSpatchGap;

/* One file of a job, and what became of it. */
typedef struct {
	char *path; /* relative to the tree's top */
	GBytes *before;
	GBytes *after; /* NULL until run; @before itself if not changed */
	GArray *gaps; /* KsSpatchGap */
	gint64 wall_us; /* of the run */
} KsSpatchFile;

/* An empty array that owns its files. */
GPtrArray *ks_spatch_files_new(void);

/* Append a file; a reference on @before is taken. */
KsSpatchFile *ks_spatch_files_add(GPtrArray *files, const char *path,
				  GBytes *before);

/*
 * Run spatch once on each of @files, two at once, each alone in a private
 * folder where its relative path is kept.  @smpl is the semantic patch's text,
 * @defines the values of -D (NULL-terminated, or NULL).
 *
 * A status other than 0, a time-out and what spatch only mentions on stderr
 * ("EXN:") are errors that name the file.  Lines that it does not parse are
 * no error here, see gaps.  Functions whose control flow it does not
 * understand are skipped without a word: only the caller, who knows what
 * should have changed, can notice.
 */
bool ks_spatch_run(const KsContext *context, const char *smpl,
		   const char *const *defines, GPtrArray *files,
		   GError **error);

/*
 * Why spatch has not seen a call that it should have: the gap that it stands
 * in, or (NULL) because the function was skipped.  Newly allocated.
 */
char *ks_spatch_lost_reason(const KsSpatchGap *gap);

/* The gap around @line, or NULL. */
const KsSpatchGap *ks_spatch_gap_at(const KsSpatchFile *file, guint line);

#endif
