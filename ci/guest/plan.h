/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_PLAN_H
#define GUEST_PLAN_H

#include <limits.h>

#include "why.h"

#define PLAN_MAX_MODULES 32

enum plan_mode {
	PLAN_NONE,
	PLAN_TRAFFIC, /* two NICs of the module, frames between them */
	PLAN_LOAD, /* no device: load and unload the module, twice */
};

struct plan_list {
	char file[PLAN_MAX_MODULES][64]; /* names below /modules */
	unsigned int n;
};

/*
 * What the host wants done: /plan of the initramfs, one directive a line.
 *
 *	nonce HEX	begins and ends the report
 *	mode WORD	traffic or load
 *	dep FILE	a module that is needed, in the order of loading
 *	test FILE	the module under test
 *	ncdep FILE	what netconsole needs
 *	netconsole FILE	netconsole itself
 */
struct plan {
	char nonce[65];
	enum plan_mode mode;
	char test[64];
	char netconsole[64]; /* empty: none was given */
	struct plan_list deps;
	struct plan_list ncdeps;
};

/* Reads the plan from a file. Returns 0, or -1 with the line at fault. */
int plan_read(struct plan *plan, const char *path, struct why *why);

#endif
