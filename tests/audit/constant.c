// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function gives its cleaner a constant for a budget: netpoll polls
 * with 0 and yet everything is freed as if in NAPI. A copy of the budget is
 * still the budget, and a 0 from everywhere is right but wins nothing.
 */
#include <net.h>

#define TINY_WEIGHT 64

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *status;
};

static void tiny_clean_tx(struct tiny *tiny, int weight)
{
	napi_consume_skb(tiny->tx, weight);
	tiny->tx = NULL;
}

static void tiny_clean_event(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->event, budget);
	tiny->event = NULL;
}

static void tiny_clean_status(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->status, budget);
	tiny->status = NULL;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	int left = budget;

	tiny_clean_tx(tiny, TINY_WEIGHT);
	tiny_clean_event(tiny, left);
	tiny_clean_status(tiny, 0);
	napi_complete_done(napi, 0);
	return 0;
}

static int tiny_stop(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	napi_disable(&tiny->napi);
	tiny_clean_event(tiny, 0);
	tiny_clean_status(tiny, 0);
	return 0;
}

static const struct net_device_ops tiny_ops = {
	.ndo_stop = tiny_stop,
};

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	struct tiny *tiny = netdev_priv(dev);

	dev->netdev_ops = &tiny_ops;
	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return register_netdev(dev);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 20: unsafe: napi_consume_skb: 64
 * 26: safe: napi_consume_skb
 * 32: missed: napi_consume_skb: 0 on every path
 */
