/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_KLOG_H
#define GUEST_KLOG_H

#include "why.h"

/*
 * The kernel's log, read from boot on and drained after each step, so that
 * the ring buffer never loses a line to the netconsole bursts.
 */
struct klog {
	int fd;
	unsigned int bad; /* lines that say that something broke */
	unsigned int lost; /* times the ring went round before we read it */
	char first[200]; /* the first bad line */
	char step[40]; /* during which step it came */
};

int klog_open(struct klog *log, struct why *why);

/*
 * Reads what is new. Only the kernel's own lines are judged; what user space
 * wrote (another facility in the prefix) is passed over.
 */
void klog_drain(struct klog *log, const char *step);

#endif
