/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_VERIFY_H
#define KS_VERIFY_H

#include "backport/pick.h"

/*
 * Look for what the merged changes use and the target does not have, in all of
 * them together: a later change may bring what an earlier one needs.  Fills in
 * the lacks of each; a change that lacks something that must be there is no
 * longer clean or adapted, it "needs".
 */
bool ks_picks_verify(const KsContext *context, KsPicks *picks, GError **error);

#endif
