// SPDX-License-Identifier: GPL-2.0
/*
 * A poll function for Rx and one for Tx share a cleaner: each passes the budget
 * that it got, whatever it calls it. The one that frees on its own already has
 * the budget.
 */
#include <net.h>

struct vole {
	struct napi_struct rx_napi;
	struct napi_struct tx_napi;
	struct sk_buff *tx, *event;
};

static void vole_clean(struct vole *vole)
{
	dev_kfree_skb_any(vole->tx);
	vole->tx = NULL;
}

static int vole_poll(struct napi_struct *napi, int budget)
{
	struct vole *vole = container_of(napi, struct vole, rx_napi);

	vole_clean(vole);
	napi_complete_done(napi, 0);
	return 0;
}

static int vole_tx_poll(struct napi_struct *napi, int weight)
{
	struct vole *vole = container_of(napi, struct vole, tx_napi);

	vole_clean(vole);
	dev_consume_skb_any(vole->event);
	napi_complete_done(napi, 0);
	return 0;
}

static int vole_stop(struct net_device *dev)
{
	vole_clean(netdev_priv(dev));
	return 0;
}

const struct net_device_ops vole_ops = {
	.ndo_stop = vole_stop,
};

static int vole_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct vole));
	struct vole *vole = netdev_priv(dev);

	netif_napi_add(dev, &vole->rx_napi, vole_poll);
	netif_napi_add_tx(dev, &vole->tx_napi, vole_tx_poll);
	return register_netdev(dev);
}

static struct pci_driver vole_driver = {
	.name = "vole",
	.probe = vole_probe,
};
module_pci_driver(vole_driver);

/* expect
 */
