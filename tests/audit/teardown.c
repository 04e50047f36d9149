// SPDX-License-Identifier: GPL-2.0
/*
 * Frees that are drops, and stay as they are: when the device stops, when
 * transmission fails, and for a bad frame on Rx, even where a budget is at hand
 * or the function itself delivers nothing.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	struct sk_buff *tx;
	struct sk_buff *rx;
	u32 errors;
};

static void tiny_bad_frame(struct tiny *tiny, struct sk_buff *skb)
{
	tiny->errors++;
	dev_kfree_skb_any(skb);
}

static void tiny_alloc_rx(struct tiny *tiny)
{
	tiny->rx = netdev_alloc_skb_ip_align(tiny->netdev, 1522);
}

static int tiny_clean_rx(struct tiny *tiny, int budget)
{
	int done = 0;

	while (done < budget && tiny->rx) {
		struct sk_buff *skb = tiny->rx;

		done++;
		if (skb->len > 1522) {
			tiny_bad_frame(tiny, skb);
		} else if (skb->len < 60) {
			dev_kfree_skb(skb);
		} else {
			skb->protocol = eth_type_trans(skb, tiny->netdev);
			napi_gro_receive(&tiny->napi, skb);
		}
		tiny_alloc_rx(tiny);
	}
	return done;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	return tiny_clean_rx(tiny, budget);
}

static void tiny_unmap(struct sk_buff *skb)
{
	dev_kfree_skb_any(skb);
}

static netdev_tx_t tiny_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	if (skb->len > dev->mtu) {
		kfree_skb(skb);
		return NETDEV_TX_OK;
	}
	if (tiny->tx)
		tiny_unmap(skb);
	else
		tiny->tx = skb;
	return NETDEV_TX_OK;
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	tiny_alloc_rx(tiny);
	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return 0;
}

static int tiny_stop(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	tiny_unmap(tiny->tx);
	dev_consume_skb_any(tiny->rx);
	return 0;
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
	.ndo_stop = tiny_stop,
	.ndo_start_xmit = tiny_xmit,
};

/* expect
 * 20: drop: dev_kfree_skb_any
 * 25: unsafe: netdev_alloc_skb_ip_align: process
 * 39: drop: dev_kfree_skb
 * 58: drop: dev_kfree_skb_any
 * 66: drop: kfree_skb
 * 90: drop: dev_consume_skb_any
 */
