// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function divides its budget, limits it, uses it up, and passes on
 * what comes out, which is not the budget. Divided, netpoll's 0 stays 0 and Rx
 * does not start; raised to 1, it does, unless the poll function left before.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	int queues;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *command;
	void *page;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
}

static void tiny_clean_event(struct tiny *tiny, int left)
{
	napi_consume_skb(tiny->event, left);
}

static void tiny_clean_command(struct tiny *tiny, int share)
{
	dev_consume_skb_any(tiny->command);
}

static int tiny_rx_share(struct tiny *tiny, int share)
{
	int done;

	for (done = 0; done < share; done++)
		netif_rx(napi_build_skb(tiny->page, 2048));
	return done;
}

static int tiny_rx_least(struct tiny *tiny, int share)
{
	int done;

	for (done = 0; done < share; done++)
		netif_rx(napi_build_skb(tiny->page, 2048));
	return done;
}

static int tiny_rx_late(struct tiny *tiny, int share)
{
	int done;

	for (done = 0; done < share; done++)
		netif_rx(napi_build_skb(tiny->page, 2048));
	return done;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	int share = budget / tiny->queues;
	int least = max(share, 1);
	int left = budget;

	left -= tiny_rx_share(tiny, share);
	left -= tiny_rx_least(tiny, least);
	if (budget <= 0)
		goto out;
	left -= tiny_rx_late(tiny, least);
out:
	tiny_clean_tx(tiny, min(budget, 16));
	tiny_clean_event(tiny, left);
	tiny_clean_command(tiny, share);
	return budget - left;
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
 * 20: unsafe: napi_consume_skb: not the poll's own
 * 25: unsafe: napi_consume_skb: not the poll's own
 * 30: needs-budget: dev_consume_skb_any: tiny_poll -> tiny_clean_command
 * 38: safe: napi_build_skb
 * 47: unsafe: napi_build_skb: netpoll
 * 56: safe: napi_build_skb
 */
