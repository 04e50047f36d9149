/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_BOOT_WATCH_H
#define KS_BOOT_WATCH_H

#include <glib.h>
#include <stdbool.h>

#include "check/boot_judge.h"

/* Reads both logs of a boot while they grow, and says when to give up. */
typedef struct KsBootWatch KsBootWatch;

/*
 * @console and @report are the logs' paths.  The silence is counted in calls
 * of ks_boot_watch_tick() that saw nothing, ten a second, not by the clock: a
 * machine that was asleep, or kseries itself stopped, is no silent guest.
 */
KsBootWatch *ks_boot_watch_new(const char *console, const char *report,
			       const char *nonce, guint silence_s);
void ks_boot_watch_free(KsBootWatch *watch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsBootWatch, ks_boot_watch_free)

/* A KsChildWatch: false once the guest has to be ended. */
bool ks_boot_watch_tick(gpointer watch);

/* Why it had to be ended. */
KsBootEnd ks_boot_watch_end(const KsBootWatch *watch);

#endif
