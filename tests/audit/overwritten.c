// SPDX-License-Identifier: GPL-2.0
/*
 * The budget arrives in a parameter, and the function then writes to it, or
 * hides it behind a variable of the same name. What is used is what was written
 * last, not what the caller passed.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx;
	struct sk_buff *ack;
	struct sk_buff *event[4];
	struct sk_buff *status;
	void *page;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	if (!budget)
		budget = NAPI_POLL_WEIGHT;
	napi_consume_skb(tiny->tx, budget);
}

static void tiny_clean_ack(struct tiny *tiny, int budget)
{
	budget = min(budget, 8);
	for (; tiny->ack && budget > 0; budget--)
		dev_consume_skb_any(tiny->ack);
}

static void tiny_clean_event(struct tiny *tiny, int budget)
{
	for (u32 i = 0; i < ARRAY_SIZE(tiny->event); i++) {
		napi_consume_skb(tiny->event[i], budget);
		budget--;
	}
}

static void tiny_clean_status(struct tiny *tiny, int budget)
{
	if (budget && tiny->status) {
		int budget = 24;

		napi_consume_skb(tiny->status, budget);
	}
}

static int tiny_clean_rx(struct tiny *tiny, int budget)
{
	int done;

	budget = max(budget, 1);
	for (done = 0; done < budget; done++)
		netif_rx(napi_build_skb(tiny->page, 2048));
	return done;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
	tiny_clean_ack(tiny, budget);
	tiny_clean_event(tiny, budget);
	tiny_clean_status(tiny, budget);
	return tiny_clean_rx(tiny, budget);
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
 * 22: unsafe: napi_consume_skb: 64
 * 29: needs-budget: dev_consume_skb_any: tiny_poll -> tiny_clean_ack
 * 35: unsafe: napi_consume_skb: not the poll's own
 * 45: unsafe: napi_consume_skb: 24
 * 55: unsafe: napi_build_skb: netpoll
 */
