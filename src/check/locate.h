/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_LOCATE_H
#define KS_LOCATE_H

#include "base/context.h"
#include "base/finding.h"

/*
 * Give those findings that have a file and a line, and no function, the
 * function around them, as the files are in @commit.  Files that the commit
 * does not have (generated ones) are left as they are.
 */
bool ks_locate(const KsContext *context, const char *commit,
	       GPtrArray *findings, GError **error);

#endif
