// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include "kmemleak.h"

/*
 * What nothing points to any more, now that the driver has gone: its own
 * memory, and packets that it neither passed on nor freed, whose backtraces do
 * not name it. boot-log has seen to it that there was nothing before.
 */
enum step_result step_leaks(struct guest *guest, int arg, struct why *why)
{
	(void)guest;
	(void)arg;
	return kmemleak_scan(why) ? STEP_FAIL : STEP_OK;
}
