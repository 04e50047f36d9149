// SPDX-License-Identifier: GPL-2.0
/*
 * Cleaners that call themselves and each other, with a parameter that changes
 * at each step: the walk has to end, and has to notice whether it is the budget
 * that changes. Two that only call each other are reached from nowhere.
 */
#include <net.h>

struct tiny_buf {
	struct tiny_buf *next;
	struct sk_buff *skb;
};
struct tiny {
	struct napi_struct napi;
	struct tiny_buf *tx;
	struct tiny_buf *event;
	struct sk_buff *command;
	bool more;
};

void tiny_ping(struct tiny *tiny, int budget);
void tiny_pong(struct tiny *tiny, int budget);

static void tiny_free_chain(struct tiny_buf *buf, int budget, int depth)
{
	if (buf->next && depth < 16)
		tiny_free_chain(buf->next, budget, depth + 1);
	napi_consume_skb(buf->skb, budget);
}

static void tiny_free_tail(struct tiny_buf *buf, int budget)
{
	if (buf->next)
		tiny_free_tail(buf->next, budget - 1);
	napi_consume_skb(buf->skb, budget);
}

static void tiny_reap(struct tiny *tiny);

static void tiny_kick(struct tiny *tiny)
{
	dev_consume_skb_any(tiny->command);
	if (tiny->more)
		tiny_reap(tiny);
}

static void tiny_reap(struct tiny *tiny)
{
	tiny->more = READ_ONCE(tiny->tx->next);
	tiny_kick(tiny);
}

void tiny_ping(struct tiny *tiny, int budget)
{
	tiny_pong(tiny, budget);
}

void tiny_pong(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->command, budget);
	tiny_ping(tiny, budget);
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_free_chain(tiny->tx, budget, 0);
	tiny_free_tail(tiny->event, budget);
	tiny_reap(tiny);
	napi_complete_done(napi, 0);
	return 0;
}

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return register_netdev(dev);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 28: safe: napi_consume_skb
 * 35: unsafe: napi_consume_skb
 * 42: needs-budget: dev_consume_skb_any: tiny_poll -> tiny_reap -> tiny_kick
 * 60: unknown: napi_consume_skb
 */
