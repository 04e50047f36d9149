// SPDX-License-Identifier: GPL-2.0
/* pid 1 of the guest that ci/devices.conf and src/check/boot.c start. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "end.h"
#include "kmemleak.h"
#include "ktap.h"
#include "step.h"
#include "watchdog.h"

#define REPORT "/dev/ttyS1"
/* Guest time for one step. A debug kernel executes ten times as much. */
#define STEP_LIMIT_MS	    60000
#define STEP_LIMIT_DEBUG_MS 240000
#define STEPS_MAX	    32

static int mount_all(struct why *why)
{
	static const struct {
		const char *type;
		const char *at;
	} mounts[] = {
		{"devtmpfs", "/dev"},
		{"proc", "/proc"},
		{"sysfs", "/sys"},
	};

	for (unsigned int i = 0; i < sizeof(mounts) / sizeof(mounts[0]); i++) {
		mkdir(mounts[i].at, 0755);
		if (mount(mounts[i].type, mounts[i].at, mounts[i].type, 0, ""))
			return why_errno(why, "mount %s", mounts[i].at);
	}
	return 0;
}

/* The steps of a table that this kernel is for; returns how many. */
static unsigned int select_steps(const struct step *all, bool debug,
				 struct step steps[STEPS_MAX])
{
	unsigned int n = 0;

	for (; all->name && n < STEPS_MAX - 1; all++)
		if (debug || !(all->flags & STEP_DEBUG))
			steps[n++] = *all;
	memset(&steps[n], 0, sizeof(steps[n]));
	return n;
}

static bool report(unsigned int n, const char *name, enum step_result result,
		   const struct why *why)
{
	switch (result) {
	case STEP_OK:
		ktap_ok(n, name);
		return true;
	case STEP_SKIP:
		ktap_skip(n, name, why->text);
		return true;
	default:
		ktap_fail(n, name, why->text);
		return false;
	}
}

static enum step_result run_step(struct guest *guest, const struct step *step,
				 struct why *why)
{
	ktap_run(step->name);
	return step->run(guest, step->arg, why);
}

static bool run_all(struct guest *guest, const struct step *steps, int watchdog)
{
	const char *stopped = NULL;
	bool passed = true;
	struct why why;

	for (unsigned int n = 0; steps[n].name; n++) {
		enum step_result result = STEP_FAIL;

		why_set(&why, "no reason was given");
		watchdog_step(watchdog, n);
		if (stopped && !(steps[n].flags & STEP_ALWAYS))
			why_set(&why, "not reached: %s failed", stopped);
		else
			result = run_step(guest, &steps[n], &why);
		klog_drain(&guest->log, steps[n].name);
		if (!report(n + 1, steps[n].name, result, &why))
			passed = false;
		if (result == STEP_STOP)
			stopped = steps[n].name;
	}
	return passed;
}

/* Says on the console why there will be no report. */
static void give_up(const struct why *why)
{
	printf("kseries guest: %s\n", why->text);
	fflush(stdout);
	end_guest(END_FAILED);
}

int main(void)
{
	static struct guest guest;
	struct step steps[STEPS_MAX];
	unsigned int n;
	struct why why;
	int watchdog;
	bool passed;

	guest.nic[0].ctl = guest.nic[0].raw = -1;
	guest.nic[1].ctl = guest.nic[1].raw = -1;
	if (mount_all(&why) || plan_read(&guest.plan, "/plan", &why) ||
	    klog_open(&guest.log, &why))
		give_up(&why);
	if (ktap_open(REPORT)) {
		why_errno(&why, "%s", REPORT);
		give_up(&why);
	}
	guest.debug = kmemleak_find();
	n = select_steps(guest.plan.mode == PLAN_LOAD ? steps_load :
							steps_traffic,
			 guest.debug, steps);
	ktap_begin(guest.plan.nonce, n);
	watchdog = watchdog_start(&guest.plan, steps,
				  guest.debug ? STEP_LIMIT_DEBUG_MS :
						STEP_LIMIT_MS);
	if (watchdog < 0)
		ktap_note("no watchdog: %s", strerror(errno));
	passed = run_all(&guest, steps, watchdog);
	ktap_end(guest.plan.nonce);
	end_guest(passed ? END_PASSED : END_FAILED);
}
