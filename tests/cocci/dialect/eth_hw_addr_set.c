// SPDX-License-Identifier: GPL-2.0

static void heron_mac(struct net_device *netdev, struct heron *heron)
{
	eth_hw_addr_set(netdev, heron->mac);
	memcpy(heron->perm_addr, heron->mac, netdev->addr_len);
	ether_addr_copy(heron->old, netdev->dev_addr);
}
