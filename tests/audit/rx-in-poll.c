// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function receives by itself and then calls the Tx cleaner: what it
 * frees among the received frames is a drop, what the cleaner frees is not, even
 * though a function that delivers is on the way to it.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	struct sk_buff *rx;
	struct sk_buff *tx;
	struct sk_buff *event;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	dev_consume_skb_any(tiny->tx);
	tiny->tx = NULL;
}

static void tiny_clean_event(struct tiny *tiny)
{
	dev_consume_skb_any(tiny->event);
	tiny->event = NULL;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	int done = 0;

	tiny_clean_tx(tiny, budget);
	tiny_clean_event(tiny);
	while (done < budget && tiny->rx) {
		struct sk_buff *skb = tiny->rx;

		tiny->rx = skb->next;
		done++;
		if (skb->len < 60) {
			dev_kfree_skb_any(skb);
			continue;
		}
		skb->protocol = eth_type_trans(skb, tiny->netdev);
		napi_gro_receive(napi, skb);
	}
	return done;
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return 0;
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
};

/* expect
 * 19: safe: dev_consume_skb_any: budget
 * 25: needs-budget: dev_consume_skb_any: tiny_poll -> tiny_clean_event
 * 42: drop: dev_kfree_skb_any
 */
