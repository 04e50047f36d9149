/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_CLOCK_H
#define GUEST_CLOCK_H

#include <stdint.h>

/*
 * Guest time: under QEMU's -icount it counts instructions, so a limit in it
 * means the same on a fast and on a loaded host.
 */

/* Milliseconds since boot. */
int64_t clock_ms(void);

/* Sleeps; the guest's time runs on at once while nothing else happens. */
void clock_sleep_ms(int64_t ms);

#endif
