// SPDX-License-Identifier: GPL-2.0
#include "watchdog.h"

#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "end.h"
#include "file.h"
#include "ktap.h"

static void give_up(const struct plan *plan, const struct step *steps,
		    unsigned int at, int limit_ms)
{
	char place[64];
	struct why why;
	struct why ignored;

	if (file_read("/proc/1/wchan", place, sizeof(place), &ignored) <= 0)
		snprintf(place, sizeof(place), "an unknown place");
	why_set(&why, "hung: no end after %d s of guest time, pid 1 is in %s",
		limit_ms / 1000, place);
	ktap_fail(at + 1, steps[at].name, why.text);
	why_set(&why, "not reached: %s hung", steps[at].name);
	for (at++; steps[at].name; at++)
		ktap_fail(at + 1, steps[at].name, why.text);
	ktap_end(plan->nonce);
	end_guest(END_HUNG);
}

static void watch(int fd, const struct plan *plan, const struct step *steps,
		  int limit_ms)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
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
