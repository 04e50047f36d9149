/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_KMEMLEAK_H
#define GUEST_KMEMLEAK_H

#include <stdbool.h>

#include "why.h"

/*
 * Mounts debugfs, and says whether this kernel tracks its allocations. Such
 * a kernel is a debug kernel, many times slower than others.
 */
bool kmemleak_find(void);

/*
 * Looks for memory that nothing points to, of all that was allocated more than
 * 5 seconds ago when this was called (it sleeps so long first, and scans
 * twice: see the source). Returns how many objects leaked, *why then being
 * about the first, and more in the report's comments; or -1 with the reason.
 * Every leak of this boot counts, each time.
 */
int kmemleak_scan(struct why *why);

#endif
