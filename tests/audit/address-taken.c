// SPDX-License-Identifier: GPL-2.0
/*
 * Cleaners that the poll function calls well, but whose addresses also go to a
 * library that is not part of the driver: who calls them from there, with what,
 * nobody here can know. And one that no one calls at all.
 */
#include <net.h>

struct helper_ops {
	void (*clean)(void *priv, int budget);
};

int helper_register(void *priv, const struct helper_ops *ops);
int helper_attach(void *priv, void (*clean)(void *priv, int budget));
void tiny_clean_debug(void *priv, int budget);

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *status;
};

static void tiny_clean_tx(void *priv, int budget)
{
	struct tiny *tiny = priv;

	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
}

static void tiny_clean_event(void *priv, int budget)
{
	struct tiny *tiny = priv;

	napi_consume_skb(tiny->event, budget);
	tiny->event = NULL;
}

static void tiny_clean_status(void *priv, int budget)
{
	struct tiny *tiny = priv;

	napi_consume_skb(tiny->status, budget);
	tiny->status = NULL;
}

void tiny_clean_debug(void *priv, int budget)
{
	struct tiny *tiny = priv;

	napi_consume_skb(tiny->status, budget);
	tiny->status = NULL;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
	tiny_clean_event(tiny, budget);
	tiny_clean_status(tiny, budget);
	napi_complete_done(napi, 0);
	return 0;
}

static const struct helper_ops tiny_helper_ops = {
	.clean = tiny_clean_tx,
};

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi, tiny_poll);
	if (helper_register(tiny, &tiny_helper_ops))
		return -1;
	return helper_attach(tiny, tiny_clean_event);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 28: unknown: napi_consume_skb: helper_ops.clean
 * 36: unknown: napi_consume_skb: helper_attach
 * 44: safe: napi_consume_skb
 * 52: unknown: napi_consume_skb: no caller
 */
