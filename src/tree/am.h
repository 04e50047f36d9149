/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AM_H
#define KS_AM_H

#include "base/context.h"

/* A mail with a patch, taken apart as `git am` does, and applied. */
typedef struct {
	char *author; /* "Name <address>" */
	char *date; /* as the mail has it */
	char *subject;
	char *message; /* subject, empty line, log, trailers */
	char *patch; /* the diff */
	char *tree; /* id of the resulting tree; NULL: it does not apply */
	char *why; /* then git's own words: file and line */
	char *warnings; /* what git says of white space, may be "" */
} KsAm;

void ks_am_free(KsAm *am);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsAm, ks_am_free)

/*
 * Take the mail at @path apart and apply it to @parent in a private index: no
 * checkout, and nothing but objects is written.  A mail that does not apply is
 * no error, see KsAm.tree; one that cannot be read is.
 */
KsAm *ks_am_apply(const KsContext *context, const char *parent,
		  const char *path, GError **error);

/*
 * git takes "+++ /x" for "x" of the tree.  What is wrong with such a diff
 * ("/x: an absolute path"), newly allocated; NULL if it has none.
 */
char *ks_am_absolute_path(const char *diff);

#endif
