// SPDX-License-Identifier: GPL-2.0
/*
 * The cleaners are static inline, in a header of the driver: its sites, to be
 * found there. The frees in the kernel's own inlines are nobody's sites.
 */
#include "inline.h"

static int tiny_clean_rx(struct tiny *tiny, int budget)
{
	int done;

	for (done = 0; done < budget; done++) {
		struct sk_buff *skb = napi_alloc_skb(&tiny->napi, 256);

		if (!skb)
			break;
		skb->protocol = eth_type_trans(skb, tiny->netdev);
		napi_gro_receive(&tiny->napi, skb);
		tiny_refill(tiny);
	}
	return done;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	int done = tiny_clean_rx(tiny, budget);

	tiny_clean_tx(tiny, budget);
	tiny_unmap(tiny);
	if (done < budget)
		napi_complete_done(napi, done);
	return done;
}

static netdev_tx_t tiny_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	tiny->tx = skb_share_check(skb, GFP_ATOMIC);
	return NETDEV_TX_OK;
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	tiny_refill(tiny);
	napi_enable(&tiny->napi);
	return 0;
}

static const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
	.ndo_start_xmit = tiny_xmit,
};

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	struct tiny *tiny = netdev_priv(dev);

	dev->netdev_ops = &tiny_ops;
	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return register_netdev(dev);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 13: safe: napi_alloc_skb
 */
