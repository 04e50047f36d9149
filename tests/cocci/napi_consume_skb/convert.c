// SPDX-License-Identifier: GPL-2.0
/* Two polls, two cleaners, and callers outside of NAPI that pass 0. */
/* was: dev_kfree_skb_any */
#include <linux/netdevice.h>

static bool plover_clean_tx(struct plover_ring *ring, int napi_budget)
{
	unsigned int bytes = 0, packets = 0;

	while (plover_done(ring)) {
		struct plover_buffer *buffer = plover_next(ring);

		bytes += buffer->skb->len;
		packets++;
		dev_kfree_skb_any(buffer->skb);
		buffer->skb = NULL;
	}
	netdev_tx_completed_queue(ring->txq, packets, bytes);
	return packets < ring->count;
}

static void plover_clean_xsk(int first, struct plover_ring *ring, int budget,
			     bool all)
{
	netdev_completed_queue(ring->netdev, first, 0);
	while (all && plover_done(ring))
		dev_kfree_skb_any(plover_next(ring)->skb);
}

static int plover_poll(struct napi_struct *napi, int budget)
{
	struct plover_ring *ring = container_of(napi, struct plover_ring, napi);
	int work_done;

	if (!plover_clean_tx(ring, budget))
		return budget;
	work_done = plover_clean_rx(ring, budget);
	if (work_done < budget)
		napi_complete_done(napi, work_done);
	return work_done;
}

static int plover_poll_tx(struct napi_struct *napi, int weight)
{
	struct plover_ring *ring = container_of(napi, struct plover_ring, napi);

	plover_clean_xsk(0, ring, weight, true);
	if (ring->last) {
		netdev_completed_queue(ring->netdev, 1, ring->last->len);
		dev_kfree_skb_any(ring->last);
	}
	return plover_clean_tx(ring, weight) ? 0 : weight;
}

static void plover_down(struct plover_ring *ring)
{
	plover_clean_tx(ring, 0);
	plover_clean_xsk(1, ring, 0, false);
	dev_kfree_skb_any(ring->last);
}
