/* SPDX-License-Identifier: GPL-2.0 */
#ifndef GUEST_FRAME_H
#define GUEST_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "why.h"

/* IEEE 802 local experimental EtherType 1: nobody else speaks it. */
#define FRAME_ETHERTYPE 0x88b5
#define FRAME_VLAN_TPID 0x8100
#define FRAME_VLAN_LEN	4
#define FRAME_MAX	16384

/*
 * One kind of frames. Every byte of every frame follows from it and from the
 * sequence number, so a receiver knows what must have arrived.
 */
struct flow {
	uint32_t id; /* unlike that of every other flow of this boot */
	unsigned int size; /* bytes without FCS and without the VLAN tag */
	uint16_t tci; /* 802.1Q priority and VLAN; 0: untagged */
	unsigned char dst[6];
	unsigned char src[6];
};

/* Builds frame number seq; returns its length on the wire without FCS. */
size_t frame_build(unsigned char *buf, const struct flow *flow, uint32_t seq);

/*
 * A frame as AF_PACKET hands it over: the kernel has taken the VLAN tag out
 * of the bytes and put it aside.
 */
struct frame {
	unsigned char bytes[FRAME_MAX];
	size_t len;
	uint16_t tpid; /* 0: there was no tag */
	uint16_t tci;
};

/*
 * Takes one frame from a non-blocking AF_PACKET socket that has
 * PACKET_AUXDATA on; false if there is none.
 */
bool frame_receive(int socket, struct frame *frame);

/*
 * Whether a received frame belongs to the flow, by the identity in its first
 * bytes; *seq then says which one.
 */
bool frame_identify(const struct frame *frame, const struct flow *flow,
		    uint32_t *seq);

/* Compares every byte, the length and the tag. Returns 0 or -1. */
int frame_compare(const struct frame *frame, const struct flow *flow,
		  uint32_t seq, struct why *why);

#endif
