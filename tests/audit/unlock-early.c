// SPDX-License-Identifier: GPL-2.0
/*
 * An early exit gives the lock back before it leaves, so that the first unlock
 * in the source is not the one that ends what the lock protects. Interrupts are
 * off at what follows the branch, and on in it after the unlock.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	spinlock_t lock;
	bool gone;
	struct sk_buff *tx;
	struct sk_buff *event;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	unsigned long flags;

	spin_lock_irqsave(&tiny->lock, flags);
	if (tiny->gone) {
		spin_unlock_irqrestore(&tiny->lock, flags);
		napi_consume_skb(tiny->event, budget);
		return;
	}
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
	spin_unlock_irqrestore(&tiny->lock, flags);
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
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
 * 24: safe: napi_consume_skb
 * 27: unsafe: napi_consume_skb: interrupts off
 */
