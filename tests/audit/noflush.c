// SPDX-License-Identifier: GPL-2.0
/*
 * A truth value stands where the budget belongs: it says "not in the teardown",
 * which netpoll is not either. The one that chooses between 0 and the budget by
 * the same truth value is right, and so is the truth value of the budget.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *status;
	struct sk_buff *command;
};

static void tiny_clean_tx(struct tiny *tiny, bool flush)
{
	napi_consume_skb(tiny->tx, !flush);
	tiny->tx = NULL;
}

static void tiny_clean_event(struct tiny *tiny, bool in_napi)
{
	napi_consume_skb(tiny->event, in_napi);
	tiny->event = NULL;
}

static void tiny_clean_status(struct tiny *tiny, int budget, bool flush)
{
	napi_consume_skb(tiny->status, flush ? 0 : budget);
	tiny->status = NULL;
}

static void tiny_clean_command(struct tiny *tiny, bool in_napi)
{
	napi_consume_skb(tiny->command, in_napi);
	tiny->command = NULL;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, false);
	tiny_clean_event(tiny, true);
	tiny_clean_status(tiny, budget, false);
	tiny_clean_command(tiny, !!budget);
	napi_complete_done(napi, 0);
	return 0;
}

static int tiny_stop(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	napi_disable(&tiny->napi);
	tiny_clean_tx(tiny, true);
	tiny_clean_event(tiny, false);
	tiny_clean_status(tiny, 64, true);
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
 * 19: unsafe: napi_consume_skb
 * 25: unsafe: napi_consume_skb
 * 31: safe: napi_consume_skb
 * 37: safe: napi_consume_skb
 */
