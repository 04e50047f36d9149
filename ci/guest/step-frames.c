// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include <errno.h>

#include "traffic.h"

#define ETHERNET_HEADER 14
#define DEFAULT_MTU	1500
#define FRAMES		320 /* more than a ring of 256 has, so that it wraps */
#define FEW_FRAMES	64 /* six sizes of them wrap it as well */
#define VLAN_TCI	100 /* priority 0: e1000 hands up the VLAN alone */

static const unsigned int sizes[] = {60, 128, 256, 512, 1024, 1514};

int guest_exchange_all(struct guest *guest, uint16_t tci, unsigned int n,
		       struct why *why)
{
	if (guest->debug && n > FEW_FRAMES)
		n = FEW_FRAMES;
	for (unsigned int i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
		if (traffic_exchange(guest->nic, guest_flow(guest), sizes[i],
				     tci, n, why))
			return -1;
	return 0;
}

enum step_result step_frames(struct guest *guest, int size, struct why *why)
{
	return traffic_exchange(guest->nic, guest_flow(guest), size, 0, FRAMES,
				why) ?
		       STEP_FAIL :
		       STEP_OK;
}

enum step_result step_vlan(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	return guest_exchange_all(guest, VLAN_TCI, FRAMES, why) ? STEP_FAIL :
								  STEP_OK;
}

/* Leaves frames in the rings, for a change that must cope with them. */
static int fire(struct guest *guest, struct traffic *traffic, struct why *why)
{
	traffic_begin(traffic, guest->nic, guest_flow(guest), 256, 0);
	return traffic_send(traffic, 0, 32, why) ||
			       traffic_send(traffic, 1, 32, why) ?
		       -1 :
		       0;
}

/* New sizes on both ends under traffic, then enough frames to wrap them. */
static int resize(struct guest *guest, const struct nic_rings *want,
		  struct why *why)
{
	struct nic_rings now;
	struct traffic traffic;

	if (fire(guest, &traffic, why))
		return -1;
	for (unsigned int d = 0; d < 2; d++) {
		struct nic *nic = &guest->nic[d];

		if (nic_set_rings(nic, want->rx, want->tx))
			return why_errno(why, "%s refuses rings of rx %u tx %u",
					 nic->name, want->rx, want->tx);
		if (nic_get_rings(nic, &now))
			return why_errno(why, "%s: ring sizes", nic->name);
		if (now.rx != want->rx || now.tx != want->tx)
			return why_set(why,
				       "%s: rings of rx %u tx %u became "
				       "rx %u tx %u",
				       nic->name, want->rx, want->tx, now.rx,
				       now.tx);
	}
	if (traffic_end(&traffic, true, why) ||
	    traffic_wait_link(guest->nic, guest_flow(guest), &traffic, why))
		return -1;
	return traffic_exchange(
		guest->nic, guest_flow(guest), 512, 0,
		(want->rx > want->tx ? want->rx : want->tx) + 64, why);
}

enum step_result step_rings(struct guest *guest, int arg, struct why *why)
{
	struct nic_rings normal, half, twice;

	(void)arg;
	if (nic_get_rings(&guest->nic[0], &normal)) {
		if (errno != EOPNOTSUPP) {
			why_errno(why, "ring sizes");
			return STEP_FAIL;
		}
		why_set(why, "not supported by the driver");
		return STEP_SKIP;
	}
	half = twice = normal;
	half.rx /= 2;
	half.tx /= 2;
	if (normal.rx * 2 <= normal.rx_max)
		twice.rx *= 2;
	if (normal.tx * 2 <= normal.tx_max)
		twice.tx *= 2;
	return resize(guest, &half, why) || resize(guest, &twice, why) ||
			       resize(guest, &normal, why) ?
		       STEP_STOP :
		       STEP_OK;
}

static int change_mtu(struct guest *guest, int mtu, struct why *why)
{
	struct traffic traffic;

	if (fire(guest, &traffic, why))
		return -1;
	for (unsigned int d = 0; d < 2; d++)
		if (nic_set_mtu(&guest->nic[d], mtu))
			return why_errno(why, "%s refuses an MTU of %d",
					 guest->nic[d].name, mtu);
	if (traffic_end(&traffic, true, why))
		return -1;
	return traffic_wait_link(guest->nic, guest_flow(guest), &traffic, why);
}

/* The largest and the smallest frame that the MTU allows. */
static int extremes(struct guest *guest, int mtu, struct why *why)
{
	return traffic_exchange(guest->nic, guest_flow(guest),
				mtu + ETHERNET_HEADER, 0, FRAMES, why) ||
			       traffic_exchange(guest->nic, guest_flow(guest),
						60, 0, FRAMES, why) ?
		       -1 :
		       0;
}

enum step_result step_mtu(struct guest *guest, int mtu, struct why *why)
{
	bool passed;

	if (mtu > DEFAULT_MTU && nic_set_mtu(&guest->nic[0], mtu) &&
	    errno == EINVAL) {
		why_set(why, "not supported by the driver");
		return STEP_SKIP;
	}
	if (change_mtu(guest, mtu, why))
		return STEP_STOP;
	passed = !extremes(guest, mtu, why);
	if (change_mtu(guest, DEFAULT_MTU, passed ? why : &(struct why){""}))
		return STEP_STOP;
	if (passed)
		passed = !extremes(guest, DEFAULT_MTU, why);
	return passed ? STEP_OK : STEP_FAIL;
}
