// SPDX-License-Identifier: GPL-2.0
/*
 * The driver frees through macros of its own, as a function, as a statement,
 * with a fixed budget, and as a mere other name. A site is where the macro
 * stands in a function, by the name that stands there.
 */
#include <net.h>

#define tiny_put(skb, budget) napi_consume_skb(skb, budget)
#define tiny_put_now(skb)     napi_consume_skb(skb, 0)
#define tiny_release	      dev_consume_skb_any
#define tiny_put_slot(slot, budget)                                            \
	do {                                                                   \
		napi_consume_skb(*(slot), budget);                             \
		*(slot) = NULL;                                                \
	} while (0)

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx[4];
	struct sk_buff *event;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	tiny_put(tiny->tx[0], budget);
	tiny_put_slot(&tiny->tx[1], budget);
	tiny_put_slot(&tiny->tx[2], 32);
	tiny_put_now(tiny->tx[3]);
	tiny_release(tiny->event);
}

static void tiny_clean_event(struct tiny *tiny)
{
	dev_kfree_skb(tiny->event);
	tiny->event = NULL;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
	tiny_clean_event(tiny);
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
 * 26: safe: tiny_put
 * 27: safe: tiny_put_slot
 * 28: unsafe: tiny_put_slot: 32
 * 29: missed: tiny_put_now: 0 on every path
 * 30: safe: tiny_release: budget
 * 35: needs-budget: dev_kfree_skb: tiny_poll -> tiny_clean_event
 */
