// SPDX-License-Identifier: GPL-2.0
/*
 * The driver registers its poll functions by a macro of its own, makes one of
 * them by another, and calls none of them poll nor their parameter budget. What
 * it does call a budget, in an ethtool operation, is none.
 */
#include <net.h>

#define TINY_SERVE(tiny, member, fn)                                           \
	netif_napi_add((tiny)->netdev, &(tiny)->member, fn)

#define TINY_SERVICE(name, member, reap)                                       \
	static int name(struct napi_struct *ctx, int quota)                    \
	{                                                                      \
		reap(container_of(ctx, struct tiny, member), quota);           \
		napi_complete_done(ctx, 0);                                    \
		return 0;                                                      \
	}

struct tiny {
	struct napi_struct data;
	struct napi_struct admin;
	struct net_device *netdev;
	struct sk_buff *tx;
	struct sk_buff *command;
	struct sk_buff *test;
	void *page;
};

static void tiny_reap_tx(struct tiny *tiny, int room)
{
	napi_consume_skb(tiny->tx, room);
	tiny->tx = NULL;
}

static void tiny_reap_admin(struct tiny *tiny, int room)
{
	dev_consume_skb_any(tiny->command);
	tiny->command = NULL;
}

static void tiny_reap_test(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->test, budget);
	tiny->test = NULL;
}

static int tiny_service(struct napi_struct *ctx, int quota)
{
	struct tiny *tiny = container_of(ctx, struct tiny, data);
	int served;

	tiny_reap_tx(tiny, quota);
	for (served = 0; tiny->page && served < quota; served++)
		napi_gro_receive(ctx, napi_build_skb(tiny->page, 2048));
	return served;
}

TINY_SERVICE(tiny_admin_service, admin, tiny_reap_admin)

static int tiny_nway_reset(struct net_device *dev)
{
	tiny_reap_test(netdev_priv(dev), 1);
	return 0;
}

static const struct ethtool_ops tiny_ethtool_ops = {
	.nway_reset = tiny_nway_reset,
};

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	struct tiny *tiny = netdev_priv(dev);

	dev->ethtool_ops = &tiny_ethtool_ops;
	TINY_SERVE(tiny, data, tiny_service);
	TINY_SERVE(tiny, admin, tiny_admin_service);
	return register_netdev(dev);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 32: safe: napi_consume_skb
 * 38: safe: dev_consume_skb_any: room
 * 44: unsafe: napi_consume_skb: process
 * 55: safe: napi_build_skb
 */
