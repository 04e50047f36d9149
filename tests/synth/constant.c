// SPDX-License-Identifier: GPL-2.0
/*
 * Constants where the poll's budget should be: in the call that frees, and in
 * one on the way to it. Whoever passes 0 knows why.
 */
#include <net.h>

struct hare {
	struct napi_struct napi;
	struct sk_buff *tx, *event;
};

static void hare_put(struct hare *hare, int budget, bool last)
{
	napi_consume_skb(hare->tx, budget);
	hare->tx = last ? NULL : hare->event;
}

static void hare_clean_event(struct hare *hare)
{
	napi_consume_skb(hare->event, 64);
	hare->event = NULL;
}

static void hare_clean(struct hare *hare)
{
	hare_put(hare, 64, true);
}

static int hare_poll(struct napi_struct *napi, int budget)
{
	struct hare *hare = container_of(napi, struct hare, napi);

	hare_clean(hare);
	hare_clean_event(hare);
	napi_complete_done(napi, 0);
	return 0;
}

static int hare_stop(struct net_device *dev)
{
	hare_put(netdev_priv(dev), 0, false);
	return 0;
}

const struct net_device_ops hare_ops = {
	.ndo_stop = hare_stop,
};

static int hare_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct hare));
	struct hare *hare = netdev_priv(dev);

	netif_napi_add(dev, &hare->napi, hare_poll);
	return register_netdev(dev);
}

static struct pci_driver hare_driver = {
	.name = "hare",
	.probe = hare_probe,
};
module_pci_driver(hare_driver);

/* expect
 */
