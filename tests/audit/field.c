// SPDX-License-Identifier: GPL-2.0
/*
 * The poll function calls its cleaners through pointers in the adapter, which
 * are chosen when the device is opened: all that were ever stored are callees.
 * A field of the same name in another struct has nothing to do with it.
 */
#include <net.h>

struct adapter {
	struct napi_struct napi;
	struct net_device *netdev;
	bool (*clean_rx)(struct adapter *adapter, int *done, int to_do);
	void (*refill)(struct adapter *adapter);
	struct sk_buff *spare;
	void *page;
};
struct selftest {
	bool (*clean_rx)(struct adapter *adapter, int *done, int to_do);
};

static void small_refill(struct adapter *adapter)
{
	adapter->spare = netdev_alloc_skb(adapter->netdev, 256);
}

static bool small_clean_rx(struct adapter *adapter, int *done, int to_do)
{
	struct sk_buff *skb;

	while (adapter->page) {
		if (*done >= to_do)
			break;
		(*done)++;
		skb = build_skb(adapter->page, 2048);
		if (skb)
			napi_gro_receive(&adapter->napi, skb);
		adapter->refill(adapter);
	}
	return true;
}

static bool jumbo_clean_rx(struct adapter *adapter, int *done, int to_do)
{
	struct sk_buff *skb = napi_build_skb(adapter->page, 4096);

	(*done)++;
	if (skb)
		napi_gro_receive(&adapter->napi, skb);
	return true;
}

static bool selftest_clean_rx(struct adapter *adapter, int *done, int to_do)
{
	return netif_rx(build_skb(adapter->page, 512));
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct adapter *adapter = container_of(napi, struct adapter, napi);
	int done = 0;

	adapter->clean_rx(adapter, &done, budget);
	if (done < budget)
		napi_complete_done(napi, done);
	return done;
}

static int tiny_open(struct net_device *dev)
{
	struct adapter *adapter = netdev_priv(dev);

	adapter->refill = small_refill;
	if (dev->mtu > 1500)
		adapter->clean_rx = jumbo_clean_rx;
	else
		adapter->clean_rx = small_clean_rx;
	adapter->refill(adapter);
	netif_napi_add(dev, &adapter->napi, tiny_poll);
	return 0;
}

static void tiny_self_test(struct net_device *dev, struct ethtool_test *test,
			   u64 *data)
{
	struct selftest selftest = {.clean_rx = selftest_clean_rx};
	int done = 0;

	data[0] = selftest.clean_rx(netdev_priv(dev), &done, 1);
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
};
const struct ethtool_ops tiny_ethtool_ops = {
	.self_test = tiny_self_test,
};

/* expect
 * 23: unsafe: netdev_alloc_skb: process
 * 34: safe: build_skb
 * 44: unsafe: napi_build_skb: netpoll
 * 54: unsafe: build_skb: process
 */
