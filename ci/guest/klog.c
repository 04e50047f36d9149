// SPDX-License-Identifier: GPL-2.0
#include "klog.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check/splat.h"

int klog_open(struct klog *log, struct why *why)
{
	memset(log, 0, sizeof(*log));
	log->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	return log->fd < 0 ? why_errno(why, "/dev/kmsg") : 0;
}

/* A record is "PREFIX,SEQ,TIME,FLAGS;text\n" and lines that begin with ' '. */
static void judge(struct klog *log, char *record, const char *step)
{
	unsigned long prefix = strtoul(record, NULL, 10);
	char *text = strchr(record, ';');

	if (prefix >> 3 || !text)
		return;
	text++;
	text[strcspn(text, "\n")] = '\0';
	if (!ks_splat_match(text))
		return;
	if (!log->bad++) {
		snprintf(log->first, sizeof(log->first), "%s", text);
		snprintf(log->step, sizeof(log->step), "%s", step);
	}
}

void klog_drain(struct klog *log, const char *step)
{
	/* CONSOLE_EXT_LOG_MAX: a record read from /dev/kmsg is never longer. */
	char record[8192 + 1];
	ssize_t n;

	for (;;) {
		n = read(log->fd, record, sizeof(record) - 1);
		if (n > 0) {
			record[n] = '\0';
			judge(log, record, step);
		} else if (n < 0 && errno == EPIPE) {
			log->lost++;
		} else {
			return;
		}
	}
}
