/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_LOCK_H
#define KS_LOCK_H

#include "base/context.h"

/*
 * Lock the file @path (made if it is missing) against other threads and other
 * kseries, and wait for them as long as it takes; @what they work in is said
 * once.  The lock goes with the descriptor that is returned, also when the
 * process is killed.  -1 on an error or an interrupt.
 */
int ks_lock_take(KsContext *context, const char *path, const char *what,
		 GError **error);

#endif
