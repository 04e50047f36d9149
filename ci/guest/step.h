/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_STEP_H
#define GUEST_STEP_H

#include <stdbool.h>

#include "klog.h"
#include "nic.h"
#include "plan.h"

/* What the steps of one boot share. */
struct guest {
	struct plan plan;
	struct klog log;
	struct nic nic[2];
	int home; /* the network namespace of pid 1, where nic[0] stays */
	int away; /* the other one, where nic[1] goes */
	uint32_t flows; /* flow ids given out so far */
	bool debug; /* a debug kernel: it finds leaks, and is slow */
	int64_t full_rings; /* times netconsole met a full Tx ring; -1: unknown */
};

enum step_result {
	STEP_OK,
	STEP_SKIP, /* the driver or the kernel has no such thing */
	STEP_FAIL, /* the next steps make sense all the same */
	STEP_STOP, /* they do not: failed, and the rest is not reached */
};

/* One line of the report. */
struct step {
	const char *name;
	enum step_result (*run)(struct guest *guest, int arg, struct why *why);
	int arg;
	unsigned int flags;
};

#define STEP_ALWAYS 1 /* runs even when an earlier one stopped the rest */
#define STEP_DEBUG  2 /* only on a debug kernel; others do not list it */

/* Ended by a step without a name. */
extern const struct step steps_traffic[];
extern const struct step steps_load[];

/* step-module.c */
enum step_result step_load_deps(struct guest *, int, struct why *);
enum step_result step_load(struct guest *, int, struct why *);
enum step_result step_unload(struct guest *, int, struct why *);
enum step_result step_reload(struct guest *, int frames, struct why *);

/* step-link.c */
enum step_result step_find(struct guest *, int, struct why *);
enum step_result step_link(struct guest *, int, struct why *);
enum step_result step_flap(struct guest *, int cycles, struct why *);

/* step-frames.c */
enum step_result step_frames(struct guest *, int size, struct why *);
enum step_result step_vlan(struct guest *, int, struct why *);
enum step_result step_rings(struct guest *, int, struct why *);
enum step_result step_mtu(struct guest *, int mtu, struct why *);

/* step-netconsole.c, step-tcp.c, step-log.c */
enum step_result step_netconsole(struct guest *, int lines, struct why *);
enum step_result step_full_ring(struct guest *, int, struct why *);
enum step_result step_tcp(struct guest *, int bytes, struct why *);
enum step_result step_boot_log(struct guest *, int, struct why *);
enum step_result step_log(struct guest *, int, struct why *);

/* step-leaks.c */
enum step_result step_leaks(struct guest *, int, struct why *);

/*
 * Finds the NICs, puts one into each namespace, sets them up and waits until
 * frames pass. Returns 0 or -1.
 */
int guest_bring_up(struct guest *guest, struct why *why);

/* A flow id that nothing in this boot has used. */
uint32_t guest_flow(struct guest *guest);

/*
 * Every size of the report, n frames each way of each size; on a debug kernel
 * no more than it takes that all sizes together wrap a ring.
 */
int guest_exchange_all(struct guest *guest, uint16_t tci, unsigned int n,
		       struct why *why);

#endif
