/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DEB_H
#define KS_DEB_H

#include "base/context.h"

/*
 * Import the kernel source that Debian's package file @deb (linux-source-LINE)
 * holds as a tar archive, without unpacking it to disk.  @package and @version
 * go into the commit's message, with the file's SHA-256.  Returns the commit's
 * id, newly allocated.
 */
char *ks_deb_import(KsContext *context, const char *deb, const char *package,
		    const char *version, GError **error);

#endif
