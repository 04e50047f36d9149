// SPDX-License-Identifier: GPL-2.0
#include "frame.h"

#include <errno.h>
#include <linux/if_packet.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#define ADDRESSES 12 /* both MAC addresses */
#define HEADER	  14
#define MARK	  0x6b736672 /* "ksfr" */
#define IDENTITY  12 /* mark, flow, sequence number */

static void put16(unsigned char *at, uint16_t value)
{
	at[0] = value >> 8;
	at[1] = value & 0xff;
}

static void put32(unsigned char *at, uint32_t value)
{
	put16(at, value >> 16);
	put16(at + 2, value & 0xffff);
}

static uint32_t get32(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | at[1] << 16 | at[2] << 8 | at[3];
}

/* xorshift32 (Marsaglia, 2003); the state must not be 0. */
static uint32_t next(uint32_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 17;
	*state ^= *state << 5;
	return *state;
}

/* The frame as it is without its tag. */
static size_t build_untagged(unsigned char *buf, const struct flow *flow,
			     uint32_t seq)
{
	uint32_t state = (flow->id << 16 ^ seq * 2654435761u) | 1;
	unsigned char *payload = buf + HEADER;

	memcpy(buf, flow->dst, 6);
	memcpy(buf + 6, flow->src, 6);
	put16(buf + ADDRESSES, FRAME_ETHERTYPE);
	put32(payload, MARK);
	put32(payload + 4, flow->id);
	put32(payload + 8, seq);
	for (size_t i = HEADER + IDENTITY; i < flow->size; i++)
		buf[i] = next(&state) >> 24;
	return flow->size;
}

size_t frame_build(unsigned char *buf, const struct flow *flow, uint32_t seq)
{
	size_t len = build_untagged(buf, flow, seq);

	if (!flow->tci)
		return len;
	memmove(buf + ADDRESSES + FRAME_VLAN_LEN, buf + ADDRESSES,
		len - ADDRESSES);
	put16(buf + ADDRESSES, FRAME_VLAN_TPID);
	put16(buf + ADDRESSES + 2, flow->tci);
	return len + FRAME_VLAN_LEN;
}

bool frame_identify(const struct frame *frame, const struct flow *flow,
		    uint32_t *seq)
{
	const unsigned char *payload = frame->bytes + HEADER;

	if (frame->len < HEADER + IDENTITY || get32(payload) != MARK ||
	    get32(payload + 4) != flow->id)
		return false;
	*seq = get32(payload + 8);
	return true;
}

int frame_compare(const struct frame *frame, const struct flow *flow,
		  uint32_t seq, struct why *why)
{
	unsigned char want[FRAME_MAX];
	size_t len = build_untagged(want, flow, seq);

	if (frame->len != len)
		return why_set(why, "has %zu bytes, not %zu", frame->len, len);
	for (size_t i = 0; i < len; i++)
		if (frame->bytes[i] != want[i])
			return why_set(why,
				       "byte %zu is 0x%02x and must be 0x%02x",
				       i, frame->bytes[i], want[i]);
	if (!flow->tci && frame->tpid)
		return why_set(why, "has a VLAN tag that nobody put there");
	if (flow->tci &&
	    (frame->tpid != FRAME_VLAN_TPID || frame->tci != flow->tci))
		return why_set(why, "has VLAN tag %04x.%04x, not %04x.%04x",
			       frame->tpid, frame->tci, FRAME_VLAN_TPID,
			       flow->tci);
	return 0;
}

bool frame_receive(int socket, struct frame *frame)
{
	union {
		struct cmsghdr align;
		char bytes[CMSG_SPACE(sizeof(struct tpacket_auxdata))];
	} control;
	struct iovec iov = {frame->bytes, sizeof(frame->bytes)};
	struct msghdr message = {
		.msg_iov = &iov,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	struct cmsghdr *c;
	ssize_t n = recvmsg(socket, &message, MSG_TRUNC);

	if (n < 0 && errno == ENETDOWN) /* said once; frames may follow */
		n = recvmsg(socket, &message, MSG_TRUNC);
	if (n < 0)
		return false;
	frame->len = n;
	frame->tpid = frame->tci = 0;
	for (c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
		struct tpacket_auxdata aux;

		if (c->cmsg_level != SOL_PACKET ||
		    c->cmsg_type != PACKET_AUXDATA)
			continue;
		memcpy(&aux, CMSG_DATA(c), sizeof(aux));
		if (aux.tp_status & TP_STATUS_VLAN_VALID) {
			frame->tpid = aux.tp_vlan_tpid;
			frame->tci = aux.tp_vlan_tci;
		}
	}
	return true;
}
