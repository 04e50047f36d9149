// SPDX-License-Identifier: GPL-2.0
/*
 * The budget has three functions to come through. One is also called by the
 * interrupt handler of a vector of its own, one when the ring is emptied, and
 * one takes no argument. What the poll only drops stays.
 */
#include <net.h>

struct stoat {
	struct napi_struct napi;
	struct net_device *netdev;
	struct sk_buff *tx, *stamp;
};

static struct stoat *stoat_only;

static void stoat_put(struct stoat *stoat);

/**
 * stoat_put - let go of what was sent
 * @stoat: the board
 */
static void stoat_put(struct stoat *stoat)
{
	dev_consume_skb_any(stoat->tx);
	stoat->tx = NULL;
}

static bool stoat_clean(void)
{
	stoat_put(stoat_only);
	if (stoat_only->stamp)
		dev_kfree_skb_any(stoat_only->stamp);
	return true;
}

static void stoat_refill(struct stoat *stoat)
{
	struct sk_buff *skb = netdev_alloc_skb(stoat->netdev, 256);

	if (skb)
		dev_kfree_skb_any(skb);
}

static int stoat_poll(struct napi_struct *napi, int budget)
{
	struct stoat *stoat = container_of(napi, struct stoat, napi);

	if (stoat_clean())
		stoat_refill(stoat);
	napi_complete_done(napi, 0);
	return 0;
}

static irqreturn_t stoat_tx_irq(int irq, void *data)
{
	stoat_clean();
	return IRQ_HANDLED;
}

static int stoat_stop(struct net_device *dev)
{
	struct stoat *stoat = netdev_priv(dev);

	stoat_put(stoat);
	return 0;
}

static int stoat_open(struct net_device *dev)
{
	return request_irq(dev->irq, stoat_tx_irq, 0, "stoat", dev);
}

const struct net_device_ops stoat_ops = {
	.ndo_open = stoat_open,
	.ndo_stop = stoat_stop,
};

static int stoat_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct stoat));
	struct stoat *stoat = netdev_priv(dev);

	netif_napi_add(dev, &stoat->napi, stoat_poll);
	return register_netdev(dev);
}

static struct pci_driver stoat_driver = {
	.name = "stoat",
	.probe = stoat_probe,
};
module_pci_driver(stoat_driver);

/* expect
 * 42: drop: a packet of its own
 */
