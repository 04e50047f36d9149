/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_FLAGS_H
#define KS_AUDIT_FLAGS_H

#include <glib.h>

/*
 * The arguments that libclang gets for each unit that a dry run of kbuild
 * (make -n) would compile: what of the compiler's decides how the source
 * reads.  @output is what make printed.  A table from source (relative to
 * @src) to a NULL-terminated array; owned by the caller.  @cross: the prefix of
 * a gcc for another machine, "powerpc-linux-gnu-", which is libclang's target
 * then; or NULL.
 */
GHashTable *ks_audit_flags(const char *output, const char *src,
			   const char *cross);

#endif
