/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_KEY_H
#define KS_KEY_H

#include "check/check.h"

/*
 * Everything apart from the patch that decides the verdicts of a target: the
 * configuration fragments, the versions of compiler, sparse and QEMU, our own
 * checks, the guest.  A checksum, newly allocated.
 */
char *ks_key_of_target(const KsContext *context, const char *target,
		       const char *const *fragments, GError **error);

/*
 * The key of a cell: the trees before and after, the mail where the check
 * reads it, and @target_key.  The same key, the same verdict.
 */
char *ks_key_of_cell(const KsContext *context, const KsPatch *patch,
		     const KsCheck *check, const char *target_key,
		     GError **error);

#endif
