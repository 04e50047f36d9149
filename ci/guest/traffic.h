/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_TRAFFIC_H
#define GUEST_TRAFFIC_H

#include <stdint.h>

#include "frame.h"
#include "nic.h"

#define TRAFFIC_MAX 4096 /* frames of one flow */

/*
 * Frames of one kind in both directions at once. Direction 0 is from the
 * first NIC to the second. Every frame that arrives is compared with what it
 * must be; begin, send and receive as often as wanted, then end.
 */
struct traffic {
	struct nic *nic;
	struct traffic *earlier; /* whose frames may still come, or NULL */
	struct flow flow[2];
	unsigned int sent[2];
	unsigned int received[2];
	uint8_t seen[2][TRAFFIC_MAX];
	unsigned int bad; /* frames that were wrong, doubled, or not ours */
	struct why first; /* the first of them */
};

/* size as in struct flow; tci 0: untagged. */
void traffic_begin(struct traffic *traffic, struct nic *nic, uint32_t id,
		   unsigned int size, uint16_t tci);

/*
 * Sends n more frames in one direction. While the Tx queue is full it waits,
 * for a second of guest time at most. Returns 0, or -1 with the reason; a
 * frame that was not taken does not count as sent.
 */
int traffic_send(struct traffic *traffic, unsigned int direction,
		 unsigned int n, struct why *why);

/*
 * Receives until all that was sent has arrived, or nothing has for so many
 * milliseconds.
 */
void traffic_receive(struct traffic *traffic, int64_t quiet_ms);

/*
 * Receives for a while longer, to see what comes twice or from nowhere, and
 * judges. A loss is allowed only where the link was cut on purpose.
 */
int traffic_end(struct traffic *traffic, bool loss_allowed, struct why *why);

/* All of the above: n frames each way, none lost. */
int traffic_exchange(struct nic *nic, uint32_t id, unsigned int size,
		     uint16_t tci, unsigned int n, struct why *why);

/*
 * Waits until both NICs have a carrier and frames pass both ways. A carrier
 * alone does not mean that the other end receives already. On a busy host the
 * frames of an earlier flow, which was cut on purpose, may come only now: they
 * are judged as that flow's. A wire keeps the order, so none comes later.
 */
int traffic_wait_link(struct nic *nic, uint32_t id, struct traffic *earlier,
		      struct why *why);

#endif
