/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CHANGE_H
#define KS_CHANGE_H

#include "base/context.h"
#include "tree/family.h"

/* A stretch of a file that a change touches, in bytes: whole functions. */
typedef struct {
	gsize before, before_len;
	gsize after, after_len;
} KsRegion;

typedef struct {
	char *path;
	GBytes *before, *after; /* NULL: it is not there */
	GArray *regions; /* KsRegion, in the text's order; outside of them both
			  * texts are the same */
} KsChangeFile;

/*
 * What is to be brought to another kernel: a commit, or what two snapshots
 * differ by in one function, or in several that are changed together.
 */
typedef struct {
	char *title; /* "ice: subject", or "PATH: function()" */
	char *commit; /* NULL: a difference of snapshots */
	bool mailed; /* the commit was made of a mail and is nobody's */
	char *base; /* the commit that the texts before are of */
	GPtrArray *files; /* KsChangeFile */
} KsChange;

/*
 * The changes that @what names: COMMIT, or A..B, oldest first.  Names are
 * those of trees, or revisions as git takes them.  Where A and B have no common
 * history (two releases that were imported as they are) their difference is cut
 * into files and functions; that needs a @family, whose files alone count.  With
 * a family, a commit that touches none of its files is no change.
 *
 * A merge, a name that git does not know, and nothing at all are usage errors.
 */
GPtrArray *ks_changes_find(KsContext *context, const char *what,
			   const KsFamily *family, GError **error);

/* The same of commits that are there. */
GPtrArray *ks_changes_read(KsContext *context, char **commits,
			   const KsFamily *family, GError **error);

/* An array that owns its KsChangeFile. */
GPtrArray *ks_change_files_new(void);

/* Append a file of no regions; references on the texts (or NULL) are taken. */
KsChangeFile *ks_change_files_add(GPtrArray *files, const char *path,
				  GBytes *before, GBytes *after);

/* @text with the bytes from @at to @at + @len replaced by @by. */
GBytes *ks_change_splice(GBytes *text, gsize at, gsize len, GBytes *by);

#endif
