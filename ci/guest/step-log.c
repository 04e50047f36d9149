// SPDX-License-Identifier: GPL-2.0
#include "step.h"

enum step_result step_log(struct guest *guest, int arg, struct why *why)
{
	struct klog *log = &guest->log;

	(void)arg;
	klog_drain(log, "kernel-log");
	if (log->bad) {
		why_set(why, "during %s: %.180s", log->step, log->first);
		return STEP_FAIL;
	}
	if (log->lost) {
		why_set(why, "the log was overwritten before it was read");
		return STEP_FAIL;
	}
	return STEP_OK;
}
