/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FORMAT_H
#define KS_FORMAT_H

#include "series/gen.h"

/*
 * Write the mails of a generated series: a cover letter and one file a patch,
 * as git format-patch makes them (mboxrd, diffstat, base-commit), with the
 * series' change-id; beside a patch the semantic patch that kseries wrote for
 * it, if it did (.cocci).  The folder is complete or not there.
 *
 * @dir NULL: out/SERIES/TREE/TIP in the home, replaced.  Else a folder of the
 * user's, which must be empty or missing.  Sets gen->dir and each patch's mail.
 */
bool ks_format_mails(const KsContext *context, KsGen *gen, const char *dir,
		     GError **error);

#endif
