// SPDX-License-Identifier: GPL-2.0
#include "traffic.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "clock.h"

/* Frames in flight: below the smallest ring that is set (64). */
#define BATCH	      32
#define SETTLE_MS     20
#define LOSS_MS	      1000
#define LINK_LIMIT_MS 15000
#define PROBE_SIZE    128

void traffic_begin(struct traffic *traffic, struct nic *nic, uint32_t id,
		   unsigned int size, uint16_t tci)
{
	memset(traffic, 0, sizeof(*traffic));
	traffic->nic = nic;
	for (unsigned int d = 0; d < 2; d++) {
		struct flow *flow = &traffic->flow[d];

		flow->id = id << 1 | d;
		flow->size = size;
		flow->tci = tci;
		memcpy(flow->src, nic[d].mac, sizeof(flow->src));
		memcpy(flow->dst, nic[!d].mac, sizeof(flow->dst));
	}
}

static int send_one(const struct nic *nic, const unsigned char *bytes,
		    size_t len, struct why *why)
{
	int64_t limit = clock_ms() + 1000;
	ssize_t n;

	for (;;) {
		n = send(nic->raw, bytes, len, 0);
		if (n == (ssize_t)len)
			return 0;
		if (n >= 0)
			return why_set(why, "%s took %zd of %zu bytes",
				       nic->name, n, len);
		if (errno != ENOBUFS && errno != EAGAIN)
			return why_errno(why, "%s does not send %zu bytes",
					 nic->name, len);
		if (clock_ms() > limit)
			return why_set(why, "%s: the Tx queue stays full",
				       nic->name);
		clock_sleep_ms(1);
	}
}

int traffic_send(struct traffic *traffic, unsigned int direction,
		 unsigned int n, struct why *why)
{
	unsigned char bytes[FRAME_MAX];
	size_t len;

	while (n--) {
		unsigned int seq = traffic->sent[direction];

		if (seq == TRAFFIC_MAX)
			return why_set(why, "more than %d frames", TRAFFIC_MAX);
		len = frame_build(bytes, &traffic->flow[direction], seq);
		if (send_one(&traffic->nic[direction], bytes, len, why))
			return -1;
		traffic->sent[direction]++;
	}
	return 0;
}

static void complain(struct traffic *traffic, unsigned int direction,
		     const char *what, uint32_t seq, const char *detail)
{
	if (traffic->bad++)
		return;
	why_set(&traffic->first, "%s to %s, %s %u of %u bytes%s: %.150s",
		traffic->nic[direction].name, traffic->nic[!direction].name,
		what, seq, traffic->flow[direction].size,
		traffic->flow[direction].tci ? " (VLAN)" : "", detail);
}

static bool is_of(const struct traffic *traffic, unsigned int direction,
		  const struct frame *frame, uint32_t *seq)
{
	return frame_identify(frame, &traffic->flow[direction], seq) &&
	       *seq < traffic->sent[direction];
}

static void judge_foreign(struct traffic *traffic, unsigned int direction,
			  const struct frame *frame)
{
	struct why why;

	why_set(&why, "%zu bytes, %02x%02x%02x%02x%02x%02x ...", frame->len,
		frame->bytes[12], frame->bytes[13], frame->bytes[14],
		frame->bytes[15], frame->bytes[16], frame->bytes[17]);
	complain(traffic, direction, "a frame that nobody sent, after",
		 traffic->received[direction], why.text);
}

static void judge_own(struct traffic *traffic, unsigned int direction,
		      const struct frame *frame, uint32_t seq)
{
	struct why why;

	if (frame_compare(frame, &traffic->flow[direction], seq, &why))
		complain(traffic, direction, "frame", seq, why.text);
	if (traffic->seen[direction][seq]++)
		complain(traffic, direction, "frame", seq, "arrived twice");
	else
		traffic->received[direction]++;
}

static void judge(struct traffic *traffic, unsigned int direction,
		  const struct frame *frame)
{
	uint32_t seq;

	if (is_of(traffic, direction, frame, &seq))
		judge_own(traffic, direction, frame, seq);
	else if (traffic->earlier &&
		 is_of(traffic->earlier, direction, frame, &seq))
		judge_own(traffic->earlier, direction, frame, seq);
	else
		judge_foreign(traffic, direction, frame);
}

static bool complete(const struct traffic *traffic)
{
	return traffic->received[0] == traffic->sent[0] &&
	       traffic->received[1] == traffic->sent[1];
}

/* Whether anything came. */
static bool drain(struct traffic *traffic)
{
	struct frame frame;
	bool any = false;

	for (unsigned int d = 0; d < 2; d++)
		while (frame_receive(traffic->nic[!d].raw, &frame)) {
			judge(traffic, d, &frame);
			any = true;
		}
	return any;
}

void traffic_receive(struct traffic *traffic, int64_t quiet_ms)
{
	int64_t limit = clock_ms() + quiet_ms;

	for (;;) {
		if (drain(traffic))
			limit = clock_ms() + quiet_ms;
		if (complete(traffic) || clock_ms() >= limit)
			return;
		clock_sleep_ms(1);
	}
}

static int judge_loss(const struct traffic *traffic, unsigned int direction,
		      struct why *why)
{
	unsigned int sent = traffic->sent[direction];
	unsigned int seq = 0;

	if (traffic->received[direction] == sent)
		return 0;
	while (seq < sent && traffic->seen[direction][seq])
		seq++;
	return why_set(why,
		       "%s to %s, %u bytes%s: %u of %u frames lost, "
		       "the first is %u",
		       traffic->nic[direction].name,
		       traffic->nic[!direction].name,
		       traffic->flow[direction].size,
		       traffic->flow[direction].tci ? " (VLAN)" : "",
		       sent - traffic->received[direction], sent, seq);
}

int traffic_end(struct traffic *traffic, bool loss_allowed, struct why *why)
{
	traffic_receive(traffic, LOSS_MS);
	clock_sleep_ms(SETTLE_MS);
	drain(traffic);
	if (traffic->bad)
		return why_set(why, "%.200s (%u bad frames)",
			       traffic->first.text, traffic->bad);
	for (unsigned int d = 0; d < 2 && !loss_allowed; d++)
		if (judge_loss(traffic, d, why))
			return -1;
	return 0;
}

int traffic_exchange(struct nic *nic, uint32_t id, unsigned int size,
		     uint16_t tci, unsigned int n, struct why *why)
{
	struct traffic traffic;

	traffic_begin(&traffic, nic, id, size, tci);
	while (n) {
		unsigned int batch = n < BATCH ? n : BATCH;

		for (unsigned int d = 0; d < 2; d++)
			if (traffic_send(&traffic, d, batch, why))
				return -1;
		traffic_receive(&traffic, LOSS_MS);
		if (traffic.bad || !complete(&traffic))
			break;
		n -= batch;
	}
	return traffic_end(&traffic, false, why);
}

static int wait_carrier(struct nic *nic, int64_t limit, struct why *why)
{
	for (unsigned int d = 0; d < 2; d++)
		while (!nic_has_carrier(&nic[d])) {
			if (clock_ms() > limit)
				return why_set(why,
					       "%s has no carrier after "
					       "%d s",
					       nic[d].name,
					       LINK_LIMIT_MS / 1000);
			clock_sleep_ms(10);
		}
	return 0;
}

/* If the newest frame came, what was sent before it is not under way. */
static bool newest_came(const struct traffic *traffic, unsigned int direction)
{
	return traffic->seen[direction][traffic->sent[direction] - 1];
}

static int end_probe(struct traffic *probe, struct why *why)
{
	const struct traffic *earlier = probe->earlier;

	if (traffic_end(probe, true, why))
		return -1;
	if (earlier && earlier->bad)
		return why_set(why, "%.200s (%u bad frames)",
			       earlier->first.text, earlier->bad);
	return 0;
}

int traffic_wait_link(struct nic *nic, uint32_t id, struct traffic *earlier,
		      struct why *why)
{
	int64_t limit = clock_ms() + LINK_LIMIT_MS;
	struct traffic probe;
	unsigned int late; /* the direction that is waited for */

	if (wait_carrier(nic, limit, why))
		return -1;
	traffic_begin(&probe, nic, id, PROBE_SIZE, 0);
	probe.earlier = earlier;
	for (;;) {
		if (traffic_send(&probe, 0, 1, why) ||
		    traffic_send(&probe, 1, 1, why))
			return -1;
		/* Ever longer: the host may be slow, not the link. */
		traffic_receive(&probe, (int64_t)SETTLE_MS * probe.sent[0]);
		late = newest_came(&probe, 0);
		if (late && newest_came(&probe, 1))
			return end_probe(&probe, why);
		if (clock_ms() > limit)
			return why_set(why,
				       "carrier, but no frame passes from "
				       "%s to %s",
				       nic[late].name, nic[!late].name);
	}
}
