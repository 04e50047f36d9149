/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_WATCHDOG_H
#define GUEST_WATCHDOG_H

#include "step.h"

/*
 * A second process that finishes the report when pid 1 is stuck inside the
 * kernel (an rmmod that never returns): it names the step and where in the
 * kernel it sleeps, and ends the guest. A hang that takes the only CPU away
 * is the host's to see.
 */

/*
 * Starts it; returns the descriptor that watchdog_step() wants, or -1 with
 * errno. limit_ms is guest time for one step.
 */
int watchdog_start(const struct plan *plan, const struct step *steps,
		   int limit_ms);

/* Says that step n (from 0) begins. */
void watchdog_step(int watchdog, unsigned int n);

#endif
