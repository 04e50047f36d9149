/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_COMPAT_H
#define KS_COMPAT_H

#include "backport/answer.h"

/*
 * What the semantic patch of @answer makes of its files in @commit: an array of
 * KsNewFile.  Where it puts a comment "kseries-code: FILE" the text of that
 * file, which stands beside the rule, comes in its place, as it is but for a
 * first line with its licence.  A file that
 * is not there, is not changed, or a text that finds no place is an error: half
 * an answer is none.
 */
GPtrArray *ks_compat_texts(const KsContext *context, const KsAnswer *answer,
			   const char *commit, GError **error);

#endif
