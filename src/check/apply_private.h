/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_APPLY_PRIVATE_H
#define KS_APPLY_PRIVATE_H

#include "check/check.h"

/* A mail as `git am --patch-format=mboxrd` reads it. */
typedef struct {
	char *author; /* "Name <address>" */
	char *message; /* subject, empty line, body */
	char *diff;
	GString *said; /* what git said meanwhile, for the log */
} KsMailParts;

void ks_mail_parts_clear(KsMailParts *parts);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsMailParts, ks_mail_parts_clear)

/*
 * Read the patch's mail in @dir, a scratch folder.  False without @error when
 * the mail is what is wrong: *@reason says how (newly allocated).
 */
bool ks_mail_read(const KsContext *context, const KsPatch *patch,
		  const char *dir, KsMailParts *parts, char **reason,
		  GError **error);

/*
 * What `git am` would take and a patch must not do: new symbolic links,
 * submodules, git's own files, changed modes, names that mislead, absolute
 * paths.  Sets *@reason to the first of these in the difference from @parent
 * to @tree, or NULL.  @diff is the text of the patch.
 */
bool ks_apply_refuse(const KsContext *context, const char *parent,
		     const char *tree, const char *diff, char **reason,
		     GError **error);

#endif
