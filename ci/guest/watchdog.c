// SPDX-License-Identifier: GPL-2.0
#include "watchdog.h"

#include <poll.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "end.h"
#include "file.h"
#include "ktap.h"

/* Where pid 1 sleeps in the kernel, for people who read source; or nothing. */
static void find_place(struct why *place)
{
	char name[64];

	if (file_read("/proc/1/wchan", name, sizeof(name), place) <= 0 ||
	    !strcmp(name, "0"))
		why_set(place, "%s", "");
	else
		why_set(place, ", pid 1 is in %s", name);
}

/* The kernel's log can be judged all the same: from its beginning. */
static void judge_log(unsigned int n, const char *name, const char *hung)
{
	struct klog log;
	struct why why;

	if (klog_open(&log, &why)) {
		ktap_fail(n, name, why.text);
		return;
	}
	klog_drain(&log, hung);
	if (log.bad) {
		why_set(&why, "by the end of %s: %.180s", hung, log.first);
		ktap_fail(n, name, why.text);
	} else {
		ktap_ok(n, name);
	}
}

static void give_up(const struct plan *plan, const struct step *steps,
		    unsigned int at, int limit_ms)
{
	const char *hung = steps[at].name;
	struct why place;
	struct why why;

	find_place(&place);
	why_set(&why, "hung: no end after %d s of guest time%.80s",
		limit_ms / 1000, place.text);
	ktap_fail(at + 1, hung, why.text);
	why_set(&why, "not reached: %s hung", hung);
	for (at++; steps[at].name; at++) {
		if (steps[at].flags & STEP_ALWAYS)
			judge_log(at + 1, steps[at].name, hung);
		else
			ktap_fail(at + 1, steps[at].name, why.text);
	}
	ktap_end(plan->nonce);
	end_guest(END_HUNG);
}

static void watch(int fd, const struct plan *plan, const struct step *steps,
		  int limit_ms)
{
	struct pollfd poll_fd = {.fd = fd, .events = POLLIN};
	uint8_t at = 0;

	for (;;) {
		if (poll(&poll_fd, 1, limit_ms) == 0)
			give_up(plan, steps, at, limit_ms);
		if (read(fd, &at, 1) <= 0)
			_exit(0);
	}
}

int watchdog_start(const struct plan *plan, const struct step *steps,
		   int limit_ms)
{
	int fd[2];
	pid_t pid;

	if (pipe(fd))
		return -1;
	pid = fork();
	if (pid == 0) {
		close(fd[1]);
		watch(fd[0], plan, steps, limit_ms);
	}
	close(fd[0]);
	if (pid > 0)
		return fd[1];
	close(fd[1]);
	return -1;
}

void watchdog_step(int watchdog, unsigned int n)
{
	uint8_t at = n;

	if (write(watchdog, &at, 1) < 0)
		ktap_note("the watchdog has gone");
}
