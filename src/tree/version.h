/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_VERSION_H
#define KS_VERSION_H

#include "base/context.h"

/*
 * The version that the top Makefile of @commit assigns ("6.1.192",
 * "7.3.0-rc2"), newly allocated; *@version is NULL for a tree that is not a
 * kernel.  False only when the store cannot be read.
 */
bool ks_kernel_version(const KsContext *context, const char *commit,
		       char **version, GError **error);

#endif
