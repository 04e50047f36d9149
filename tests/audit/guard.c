// SPDX-License-Identifier: GPL-2.0
/*
 * Netpoll polls with a budget of 0 and must not get where packets are built.
 * Which conditions keep it out, in the function or in its caller, and which
 * only look as if they did.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	void *page;
	bool urgent;
};

static void tiny_deliver(struct tiny *tiny, struct sk_buff *skb)
{
	napi_gro_receive(&tiny->napi, skb);
}

static int tiny_rx_while(struct tiny *tiny, int budget)
{
	int done = 0;

	while (likely(done < budget)) {
		if (!tiny->page)
			break;
		tiny_deliver(tiny, napi_build_skb(tiny->page, 2048));
		done++;
	}
	while (tiny->urgent && done < budget) {
		tiny_deliver(tiny, build_skb(tiny->page, 2048));
		done++;
	}
	while (tiny->urgent || done < budget) {
		tiny_deliver(tiny, napi_build_skb(tiny->page, 2048));
		done++;
	}
	return done;
}

static int tiny_rx_break(struct tiny *tiny, int budget)
{
	int done = 0;

	for (;;) {
		if (done >= budget)
			break;
		tiny_deliver(tiny, napi_build_skb(tiny->page, 2048));
		done++;
	}
	return done;
}

static int tiny_rx_late(struct tiny *tiny, int budget)
{
	int done = 0;

	do {
		tiny_deliver(tiny, napi_build_skb(tiny->page, 2048));
	} while (++done < budget);
	for (done = 0; done <= budget; done++)
		tiny_deliver(tiny, build_skb(tiny->page, 2048));
	return done;
}

static void tiny_rx_one(struct tiny *tiny)
{
	tiny_deliver(tiny, napi_build_skb(tiny->page, 2048));
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_rx_while(tiny, budget);
	tiny_rx_break(tiny, budget);
	tiny_rx_late(tiny, budget);
	if (tiny->urgent)
		tiny_deliver(tiny, napi_build_skb(tiny->page, 256));
	if (budget > 32)
		tiny_deliver(tiny, napi_build_skb(tiny->page, 256));
	if (!budget)
		return 0;
	tiny_rx_one(tiny);
	return 1;
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
 * 27: safe: napi_build_skb
 * 31: safe: build_skb
 * 35: unsafe: napi_build_skb: netpoll
 * 48: safe: napi_build_skb
 * 59: unsafe: napi_build_skb: netpoll
 * 62: unsafe: build_skb: netpoll
 * 68: safe: napi_build_skb
 * 79: unsafe: napi_build_skb: netpoll
 * 81: safe: napi_build_skb
 */
