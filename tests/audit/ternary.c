// SPDX-License-Identifier: GPL-2.0
/*
 * Which poll function is registered is decided in the argument, by ?: or by a
 * variable. All of them are roots, also the second, which is the bad one.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct napi_struct admin;
	struct net_device *netdev;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *command;
	struct sk_buff *spare;
	bool single;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
}

static void tiny_clean_event(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->event, budget);
	tiny->event = NULL;
}

static void tiny_refill(struct tiny *tiny)
{
	tiny->spare = napi_alloc_skb(&tiny->napi, 256);
}

static int tiny_poll_single(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
	if (budget)
		tiny_refill(tiny);
	return 0;
}

static int tiny_poll_many(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
	tiny_clean_event(tiny, 64);
	tiny_refill(tiny);
	return 0;
}

static int tiny_poll_admin(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, admin);

	napi_consume_skb(tiny->command, 48);
	return 0;
}

static int tiny_poll_admin_old(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, admin);

	napi_consume_skb(tiny->command, budget);
	return 0;
}

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	int (*admin)(struct napi_struct * napi, int budget) = tiny_poll_admin;
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi,
		       tiny->single ? tiny_poll_single : tiny_poll_many);
	if (id->device < 16)
		admin = tiny_poll_admin_old;
	netif_napi_add(dev, &tiny->admin, admin);
	return register_netdev(dev);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 21: safe: napi_consume_skb
 * 27: unsafe: napi_consume_skb: 64
 * 33: unsafe: napi_alloc_skb: netpoll
 * 60: unsafe: napi_consume_skb: 48
 * 68: safe: napi_consume_skb
 */
