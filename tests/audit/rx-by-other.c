// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function lets another one deliver, and frees what may not be
 * delivered by itself: a drop, as in a tunnel that decrypts.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	struct sk_buff *rx;
};

static void tiny_deliver(struct tiny *tiny, struct sk_buff *skb)
{
	skb->protocol = eth_type_trans(skb, tiny->netdev);
	napi_gro_receive(&tiny->napi, skb);
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	int done = 0;

	while (done < budget && tiny->rx) {
		struct sk_buff *skb = tiny->rx;

		tiny->rx = skb->next;
		done++;
		if (skb->len < 60)
			dev_kfree_skb(skb);
		else
			tiny_deliver(tiny, skb);
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
 * 31: drop: dev_kfree_skb
 */
