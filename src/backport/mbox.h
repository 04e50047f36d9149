/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MBOX_H
#define KS_MBOX_H

#include "backport/change.h"

/*
 * The changes that the mails in the file @path make, in their order: an mbox,
 * or one mail.  Those without a diff (a cover letter, an answer) are passed
 * over.  They are applied to @base, a tree's name; if NULL, to the commit that
 * one of them names with "base-commit:".
 *
 * Usage errors: no patch in it, no base, or a patch that does not apply there.
 */
GPtrArray *ks_changes_of_mails(KsContext *context, const char *path,
			       const char *base, const KsFamily *family,
			       GError **error);

#endif
