/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_COMMIT_H
#define KS_COMMIT_H

#include "base/context.h"

/* The user, as git knows them. */
typedef struct {
	char *name;
	char *email;
	bool placeholder; /* git knows nobody: EDITME stands for the name */
} KsIdentity;

/*
 * user.name and user.email of git's configuration or environment.  Where there
 * is none the placeholder is taken: the patches can be made and checked, and
 * are not fit to be sent.
 */
KsIdentity *ks_identity_new(const KsContext *context, GError **error);
void ks_identity_free(KsIdentity *identity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsIdentity, ks_identity_free)

/* The name of the tool itself, for commits that are nobody's patch. */
KsIdentity *ks_identity_tool(void);

/*
 * Commits in the making, one on top of the other.  Nothing is written before
 * ks_commits_write(), and then all at once.
 */
typedef struct KsCommits KsCommits;

/*
 * On top of @base.  The dates are SOURCE_DATE_EPOCH, else that of the base,
 * each commit a second after the one before: the same inputs, the same ids.
 */
KsCommits *ks_commits_new(const KsContext *context, const char *base,
			  GError **error);
void ks_commits_free(KsCommits *commits);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsCommits, ks_commits_free)

/* Begin a commit; @message ends with a newline. */
void ks_commits_add(KsCommits *commits, const KsIdentity *author,
		    const char *message);

/* In that commit, @path (a file of mode 0644) is @text. */
void ks_commits_file(KsCommits *commits, const char *path, GBytes *text);

/*
 * Write them to the store and point the branch @ref there.  Returns their ids,
 * oldest first, NULL-terminated; with no commits the branch is the base.
 */
char **ks_commits_write(KsCommits *commits, const char *ref, GError **error);

#endif
