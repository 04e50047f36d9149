/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_COMMENTS_H
#define KS_COMMENTS_H

#include "base/finding.h"
#include "check/check.h"

/*
 * The comments of @before that stand in @after with nothing but names changed,
 * to napi_ ones: KsFindings about @file.  A comment is no call, and a reader who
 * finds it changed looks for what is said to have changed there.
 */
GPtrArray *ks_comments_renamed(GBytes *before, GBytes *after, const char *file);

/* The same of all .c and .h files that @patch changes; added to @findings. */
bool ks_comments_check(KsContext *context, const KsPatch *patch,
		       GPtrArray *findings, GError **error);

#endif
