/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_LACKS_H
#define KS_LACKS_H

#include "base/context.h"

typedef enum {
	KS_LACK_NAME, /* the target has nothing of this name */
	KS_LACK_MEMBER, /* its struct has no such member */
	KS_LACK_ARGUMENTS, /* its function takes another number of them */
	KS_LACK_HEADER,
	KS_LACK_CHANGED, /* its function of this name does something else */
} KsLackKind;

/* "name", "member", "arguments", "header", "changed" */
const char *ks_lack_kind_name(KsLackKind kind);

/* Something that a merged text uses, and that is not what it was written for. */
typedef struct {
	KsLackKind kind;
	char *file;
	guint line;
	char *name;
	char *text; /* what is wrong with it, without file and line */
} KsLack;

/* A file that was merged. */
typedef struct {
	const char *path;
	GBytes *before, *after; /* NULL: it is not there */
	GPtrArray *lacks; /* KsLack; what is found goes here */
} KsMerged;

/* An array that owns its KsLack. */
GPtrArray *ks_lacks_new(void);

/*
 * Find what the texts of @merged (KsMerged) use that they did not use before,
 * and that the commit @source, where they come from, has and the commit
 * @target, which they are in, has not.  No compiler is run and no configuration
 * counts.  What cannot be told from the text is taken to be there.
 */
bool ks_lacks_find(const KsContext *context, GPtrArray *merged,
		   const char *source, const char *target, GError **error);

#endif
