// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function holds a lock with interrupts off around the cleaner: with
 * its budget, memory is freed as if they were on. A lock that leaves them on, or
 * one that was released before, does no harm.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	spinlock_t lock;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *status;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
}

static void tiny_clean_ack(struct tiny *tiny, int budget)
{
	dev_consume_skb_any(tiny->tx);
	tiny->tx = NULL;
}

static void tiny_clean_event(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->event, budget);
	tiny->event = NULL;
}

static void tiny_clean_status(struct tiny *tiny, int budget)
{
	struct sk_buff *skb;
	unsigned long flags;

	spin_lock_irqsave(&tiny->lock, flags);
	skb = tiny->status;
	tiny->status = NULL;
	spin_unlock_irqrestore(&tiny->lock, flags);
	napi_consume_skb(skb, budget);
}

static void tiny_clean_command(struct tiny *tiny, int budget)
{
	local_irq_disable();
	napi_consume_skb(tiny->status, budget);
	local_irq_enable();
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	unsigned long flags;

	spin_lock_irqsave(&tiny->lock, flags);
	tiny_clean_tx(tiny, budget);
	tiny_clean_ack(tiny, budget);
	spin_unlock_irqrestore(&tiny->lock, flags);

	spin_lock(&tiny->lock);
	tiny_clean_event(tiny, budget);
	spin_unlock(&tiny->lock);

	tiny_clean_status(tiny, budget);
	tiny_clean_command(tiny, budget);
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
 * 19: unsafe: napi_consume_skb: interrupts off
 * 25: unsafe: dev_consume_skb_any: interrupts off
 * 31: safe: napi_consume_skb
 * 44: safe: napi_consume_skb
 * 50: unsafe: napi_consume_skb: interrupts off
 */
