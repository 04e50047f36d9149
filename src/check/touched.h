/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TOUCHED_H
#define KS_TOUCHED_H

#include "check/check.h"

/*
 * Whether the patch changes a line of the function @function of @file, as it
 * is before or after.
 */
bool ks_patch_touches(const KsContext *context, const KsPatch *patch,
		      const char *file, const char *function, bool *touches,
		      GError **error);

#endif
