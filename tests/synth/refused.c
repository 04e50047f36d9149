// SPDX-License-Identifier: GPL-2.0
/*
 * Ways that a parameter cannot be brought through. A cleaner whose address is
 * kept for the poll function, one that is called in a macro, one whose
 * parameter of that name counts descriptors, one that is given the ring's size
 * when it is emptied, one under a lock that turns interrupts off, and two that
 * call each other. Only what is left over of the driver is converted.
 */
#include <net.h>

struct shrew {
	struct napi_struct napi;
	spinlock_t lock;
	void (*clean)(struct shrew *shrew);
	struct sk_buff *tx[8];
};

#define SHREW_CLEAN(shrew) shrew_in_macro(shrew)

static void shrew_by_address(struct shrew *shrew)
{
	dev_kfree_skb_any(shrew->tx[0]);
}

static void shrew_in_macro(struct shrew *shrew)
{
	dev_kfree_skb_any(shrew->tx[1]);
}

static void shrew_counts(struct shrew *shrew, int budget)
{
	for (; budget > 0; budget--)
		dev_kfree_skb_any(shrew->tx[2]);
}

static void shrew_foreign(struct shrew *shrew, int budget)
{
	if (budget)
		dev_kfree_skb_any(shrew->tx[3]);
}

static void shrew_locked(struct shrew *shrew)
{
	dev_kfree_skb_any(shrew->tx[4]);
}

static void shrew_back(struct shrew *shrew, int depth);

static void shrew_forth(struct shrew *shrew, int depth)
{
	dev_kfree_skb_any(shrew->tx[5]);
	if (depth)
		shrew_back(shrew, depth - 1);
}

static void shrew_back(struct shrew *shrew, int depth)
{
	shrew_forth(shrew, depth);
}

static void shrew_clean(struct shrew *shrew)
{
	dev_kfree_skb_any(shrew->tx[6]);
}

static int shrew_poll(struct napi_struct *napi, int budget)
{
	struct shrew *shrew = container_of(napi, struct shrew, napi);
	unsigned long flags;

	shrew->clean(shrew);
	SHREW_CLEAN(shrew);
	shrew_counts(shrew, 16);
	shrew_foreign(shrew, budget);
	spin_lock_irqsave(&shrew->lock, flags);
	shrew_locked(shrew);
	spin_unlock_irqrestore(&shrew->lock, flags);
	shrew_forth(shrew, 1);
	shrew_clean(shrew);
	napi_complete_done(napi, 0);
	return 0;
}

static int shrew_stop(struct net_device *dev)
{
	struct shrew *shrew = netdev_priv(dev);

	shrew_counts(shrew, 8);
	shrew_foreign(shrew, 8);
	return 0;
}

static int shrew_open(struct net_device *dev)
{
	struct shrew *shrew = netdev_priv(dev);

	shrew->clean = shrew_by_address;
	return 0;
}

const struct net_device_ops shrew_ops = {
	.ndo_open = shrew_open,
	.ndo_stop = shrew_stop,
};

static int shrew_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct shrew));
	struct shrew *shrew = netdev_priv(dev);

	netif_napi_add(dev, &shrew->napi, shrew_poll);
	return register_netdev(dev);
}

static struct pci_driver shrew_driver = {
	.name = "shrew",
	.probe = shrew_probe,
};
module_pci_driver(shrew_driver);

/* expect
 * 22: the address of shrew_by_address() is taken
 * 27: shrew_in_macro() is used in a macro
 * 33: shrew_counts() has a parameter called budget already
 * 39: 'budget' holds the poll's budget, and something else on another way: process: shrew_stop
 * 44: freed with interrupts off
 * 51: is called by what it calls itself
 */
