// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function does both parts by itself. What it frees out of the array
 * that only ndo_start_xmit fills was sent; out of another, and out of one that
 * is filled from elsewhere too, nobody knows.
 */
#include <net.h>

#define RING 16

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	struct sk_buff **sent;
	struct sk_buff **received;
	struct sk_buff **both;
	unsigned int head, tail;
};

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	struct sk_buff *skb;
	int done = 0;

	while (tiny->tail != tiny->head) {
		skb = tiny->sent[tiny->tail % RING];
		dev_consume_skb_any(skb);
		tiny->sent[tiny->tail++ % RING] = NULL;
		dev_consume_skb_any(tiny->sent[tiny->tail % RING]);
	}
	skb = tiny->both[0];
	dev_consume_skb_any(skb);
	while (done < budget) {
		skb = tiny->received[done];
		if (skb->len < 60) {
			dev_kfree_skb_any(skb);
			continue;
		}
		skb->protocol = eth_type_trans(skb, tiny->netdev);
		napi_gro_receive(napi, skb);
		tiny->both[done++] = skb;
	}
	return done;
}

static netdev_tx_t tiny_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	tiny->sent[tiny->head++ % RING] = skb;
	tiny->both[0] = skb;
	return NETDEV_TX_OK;
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return 0;
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
	.ndo_start_xmit = tiny_xmit,
};

/* expect
 * 28: safe: dev_consume_skb_any: budget
 * 30: safe: dev_consume_skb_any: budget
 * 33: drop: dev_consume_skb_any
 * 37: drop: dev_kfree_skb_any
 */
