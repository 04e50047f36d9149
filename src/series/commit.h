/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_COMMIT_H
#define KS_COMMIT_H

#include "base/context.h"

/* The user, as git knows them. */
typedef struct {
	char *name;
	char *email;
	bool anonymous; /* git knows nobody: EDITME stands for the name */
} KsIdentity;

/*
 * user.name and user.email of git's configuration or environment.  Where there
 * is none EDITME stands there: the patches can be made and checked, and
 * are not fit to be sent.
 */
KsIdentity *ks_identity_new(const KsContext *context, GError **error);
void ks_identity_free(KsIdentity *identity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsIdentity, ks_identity_free)

/* The name of the tool itself, for commits that are nobody's patch. */
KsIdentity *ks_identity_tool(void);

/* A text that a commit changes. */
typedef struct {
	char *path;
	GBytes *text;
} KsNewFile;

/* An array that owns its KsNewFile. */
GPtrArray *ks_new_files(void);
void ks_new_files_add(GPtrArray *files, const char *path, GBytes *text);

/* A commit to make: by its files, or by its whole tree. */
typedef struct {
	const char *ref; /* branch that is set to it */
	const char *parent;
	const KsIdentity *author;
	gint64 date; /* seconds since the epoch */
	const char *message; /* ends with a newline */
	GPtrArray *files; /* KsNewFile, of mode 0644 */
	const char *tree; /* instead of files */
} KsCommitSpec;

/* Write it; returns its id, newly allocated. */
char *ks_commit_write(const KsContext *context, const KsCommitSpec *spec,
		      GError **error);

/*
 * The date of the first commit on top of @base: SOURCE_DATE_EPOCH, else the
 * base's own, so that the same inputs give the same ids.
 */
bool ks_commit_date(const KsContext *context, const char *base, gint64 *date,
		    GError **error);

#endif
