// SPDX-License-Identifier: GPL-2.0
/*
 * Poll function and poll controller share their cleaners, and the controller
 * must pass 0: once it does, once it does not. And a poll function that
 * replaces a budget of 0 lies to netpoll, which calls it with just that.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx;
	struct sk_buff *ack;
	struct sk_buff *event;
	struct sk_buff *status;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
}

static void tiny_clean_ack(struct tiny *tiny, int napi_budget)
{
	dev_consume_skb_any(tiny->ack);
	tiny->ack = NULL;
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

	tiny_clean_tx(tiny, budget);
	tiny_clean_ack(tiny, budget);
	tiny_clean_event(tiny, budget);
	tiny_clean_status(tiny, budget ?: NAPI_POLL_WEIGHT);
	napi_complete_done(napi, 0);
	return 0;
}

static void tiny_poll_controller(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	disable_irq(dev->irq);
	tiny_clean_tx(tiny, 0);
	tiny_clean_ack(tiny, 0);
	tiny_clean_event(tiny, 16);
	enable_irq(dev->irq);
}

static const struct net_device_ops tiny_ops = {
	.ndo_poll_controller = tiny_poll_controller,
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
 * 19: safe: napi_consume_skb
 * 25: safe: dev_consume_skb_any: napi_budget
 * 31: unsafe: napi_consume_skb: netpoll-controller
 * 37: unsafe: napi_consume_skb: netpoll
 */
