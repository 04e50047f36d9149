// SPDX-License-Identifier: GPL-2.0
/* otter_poll > otter_clean_all > otter_clean_ring > otter_put_buffer */
#include <linux/netdevice.h>

#include "otter.h"

static struct otter *otter_only;

static void otter_clean_all(void);
static bool otter_clean_ring(struct otter_adapter *adapter,
			     struct otter_ring *ring);
static int otter_poll(struct napi_struct *napi, int weight);

/**
 * otter_put_buffer - unmap a buffer and give its packet back
 * @ring: ring that the buffer belongs to
 * @buffer: buffer to be emptied, which may hold
 *	    no packet at all
 *
 * Return: the number of packets that were freed.
 **/
int otter_put_buffer(struct otter_ring *ring, struct otter_buffer *buffer)
{
	/* otter_put_buffer(ring, buffer) is called for each descriptor */
	if (!buffer->skb)
		return 0;
	dma_unmap_single(ring->dev, buffer->dma, buffer->len, DMA_TO_DEVICE);
	dev_kfree_skb_any(buffer->skb);
	buffer->skb = NULL;
	return 1;
}

/**
 * otter_clean_ring - reclaim what was sent
 * @adapter: the adapter
 * @ring: one of its rings
 */
static bool otter_clean_ring(struct otter_adapter *adapter,
			     struct otter_ring *ring)
{
	unsigned int packets = 0;

	while (ring->head != ring->tail) {
		if (ring->broken)
			packets += otter_put_buffer(ring, ring->buffer);
		else
			packets += otter_put_buffer(ring, otter_tail(ring));
		ring->tail = otter_next(ring);
	}
	netdev_completed_queue(adapter->netdev, packets, 0);
	return packets;
}

static void otter_clean_all(void)
{
	struct otter_ring *ring;

	list_for_each_entry(ring, &otter_only->rings, list)
		otter_clean_ring(otter_only->adapter, ring);
}

static int otter_poll(struct napi_struct *napi, int weight)
{
	int work_done = otter_receive(napi, weight);

	otter_clean_all();
	if (work_done < weight)
		napi_complete_done(napi, work_done);
	return work_done;
}

static irqreturn_t otter_intr(int irq, void *data)
{
	otter_clean_all();
	return IRQ_HANDLED;
}

static netdev_tx_t otter_xmit(struct sk_buff *skb, struct net_device *netdev)
{
	struct otter_ring *ring = netdev_priv(netdev);

	if (otter_map(ring, skb)) {
		dev_kfree_skb_any(skb);
		return NETDEV_TX_OK;
	}
	if (otter_full(ring) && otter_clean_ring(ring->adapter, ring))
		netif_wake_queue(netdev);
	return NETDEV_TX_OK;
}
