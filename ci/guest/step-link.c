// SPDX-License-Identifier: GPL-2.0
#include "step.h"

#include "netns.h"
#include "traffic.h"

#define FLAP_SIZE  512
#define FLAP_BATCH 32

uint32_t guest_flow(struct guest *guest)
{
	return ++guest->flows;
}

static int up_and_wait(struct guest *guest, struct traffic *earlier,
		       struct why *why)
{
	for (unsigned int d = 0; d < 2; d++)
		if (nic_set_up(&guest->nic[d], true, why))
			return -1;
	return traffic_wait_link(guest->nic, guest_flow(guest), earlier, why);
}

static int attach(struct guest *guest, struct why *why)
{
	if (nic_find(guest->plan.test, guest->nic, why) ||
	    nic_attach(&guest->nic[0], guest->home, guest->home, why) ||
	    nic_attach(&guest->nic[1], guest->away, guest->home, why))
		return -1;
	return 0;
}

int guest_bring_up(struct guest *guest, struct why *why)
{
	return attach(guest, why) || up_and_wait(guest, NULL, why) ? -1 : 0;
}

enum step_result step_find(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	guest->home = netns_current(why);
	if (guest->home < 0)
		return STEP_STOP;
	guest->away = netns_new(why);
	if (guest->away < 0 || attach(guest, why))
		return STEP_STOP;
	return STEP_OK;
}

enum step_result step_link(struct guest *guest, int arg, struct why *why)
{
	(void)arg;
	return up_and_wait(guest, NULL, why) ? STEP_STOP : STEP_OK;
}

/* Cuts one end while frames are in both rings, and mends it. */
static int flap(struct guest *guest, unsigned int cut, struct why *why)
{
	struct traffic traffic;

	traffic_begin(&traffic, guest->nic, guest_flow(guest), FLAP_SIZE, 0);
	for (unsigned int i = 0; i < 3; i++) {
		traffic_receive(&traffic, 1);
		if (traffic_send(&traffic, 0, FLAP_BATCH, why) ||
		    traffic_send(&traffic, 1, FLAP_BATCH, why))
			return -1;
	}
	if (nic_set_up(&guest->nic[cut], false, why) ||
	    traffic_send(&traffic, !cut, FLAP_BATCH, why))
		return -1;
	if (traffic_end(&traffic, true, why))
		return -1;
	return up_and_wait(guest, &traffic, why);
}

enum step_result step_flap(struct guest *guest, int cycles, struct why *why)
{
	for (int i = 0; i < cycles; i++)
		if (flap(guest, i & 1, why))
			return STEP_STOP;
	return guest_exchange_all(guest, 0, 64, why) ? STEP_FAIL : STEP_OK;
}
