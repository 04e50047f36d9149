// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include "kmemleak.h"

static enum step_result judge(const struct klog *log, enum step_result bad,
			      struct why *why)
{
	if (log->bad) {
		why_set(why, "during %s: %.180s", log->step, log->first);
		return bad;
	}
	if (log->lost) {
		why_set(why, "the log was overwritten before it was read");
		return bad;
	}
	return STEP_OK;
}

/* A kernel that complains by itself says nothing about the driver. */
enum step_result step_boot_log(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	/* Of leaks too: the kernel's log says how many a scan has found. */
	if (guest->debug && kmemleak_scan(why) < 0)
		return STEP_STOP;
	klog_drain(&guest->log, "boot");
	return judge(&guest->log, STEP_STOP, why);
}

enum step_result step_log(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	klog_drain(&guest->log, "unload");
	return judge(&guest->log, STEP_FAIL, why);
}
