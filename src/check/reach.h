/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REACH_H
#define KS_REACH_H

#include "check/check.h"

/*
 * Whether a header that the patch changes can change what the function
 * @function of @file means.  It cannot if the patch does nothing to its headers
 * but to add declarations and macros, none of whose names the function has in
 * it; in doubt it can.  The patch leaves the function's own text alone.
 */
bool ks_headers_reach(const KsContext *context, const KsPatch *patch,
		      const char *file, const char *function, bool *reach,
		      GError **error);

#endif
