/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_NAPI_H
#define GUEST_NAPI_H

#include "nic.h"

/*
 * Keeps the core from polling a device for a while, as a machine under load
 * does, so that its Tx ring fills up. Since 5.12 by polling in a thread
 * (sysfs: threaded) that gets the CPU last; before, by holding back the
 * interrupt after a poll (napi_defer_hard_irqs), which begins with the next
 * poll that has received a frame.
 */
int napi_hold(const struct nic *nic, struct why *why);

/* Back to normal; what was held back is polled soon. */
int napi_release(const struct nic *nic, struct why *why);

#endif
