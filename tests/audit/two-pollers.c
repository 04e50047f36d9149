// SPDX-License-Identifier: GPL-2.0
/*
 * A poll function for Rx and one for Tx share the Tx cleaners, so that two
 * budgets arrive in one parameter: both are right. What Rx has done is no
 * budget, though it is a number of frames as well.
 */
#include <net.h>

struct tiny {
	struct napi_struct rx_napi;
	struct napi_struct tx_napi;
	struct net_device *netdev;
	struct sk_buff *tx;
	struct sk_buff *event;
	u32 errors;
};

static void tiny_unmap(struct tiny *tiny)
{
	dev_consume_skb_any(tiny->event);
	tiny->event = NULL;
}

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
	tiny_unmap(tiny);
}

static void tiny_clean_event(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->event, budget);
	tiny->event = NULL;
}

static int tiny_clean_rx(struct tiny *tiny, int budget)
{
	int done = 0;

	while (done < budget) {
		struct sk_buff *skb = napi_alloc_skb(&tiny->rx_napi, 256);

		if (!skb)
			break;
		done++;
		if (tiny->errors) {
			dev_kfree_skb_any(skb);
			continue;
		}
		skb->protocol = eth_type_trans(skb, tiny->netdev);
		napi_gro_receive(&tiny->rx_napi, skb);
	}
	return done;
}

static int tiny_rx_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, rx_napi);
	int done = tiny_clean_rx(tiny, budget);

	tiny_clean_tx(tiny, budget);
	tiny_clean_event(tiny, done);
	if (done < budget)
		napi_complete_done(napi, done);
	return done;
}

static int tiny_tx_poll(struct napi_struct *napi, int weight)
{
	struct tiny *tiny = container_of(napi, struct tiny, tx_napi);

	tiny_clean_tx(tiny, weight);
	tiny_clean_event(tiny, weight);
	napi_complete_done(napi, 0);
	return 0;
}

static int tiny_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct net_device *dev = alloc_etherdev(sizeof(struct tiny));
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->rx_napi, tiny_rx_poll);
	netif_napi_add_tx(dev, &tiny->tx_napi, tiny_tx_poll);
	return register_netdev(dev);
}

static struct pci_driver tiny_driver = {
	.name = "tiny",
	.probe = tiny_probe,
};
module_pci_driver(tiny_driver);

/* expect
 * 20: needs-budget: dev_consume_skb_any: -> tiny_clean_tx -> tiny_unmap
 * 26: safe: napi_consume_skb
 * 33: unsafe: napi_consume_skb: not the poll's own
 * 42: safe: napi_alloc_skb
 * 48: drop: dev_kfree_skb_any
 */
