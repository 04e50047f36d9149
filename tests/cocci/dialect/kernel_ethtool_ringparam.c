// SPDX-License-Identifier: GPL-2.0

static int heron_set(struct net_device *netdev, struct ethtool_ringparam *ring,
		     struct kernel_ethtool_ringparam *kernel_ring,
		     struct netlink_ext_ack *extack)
{
	return ring->rx_mini_pending ? -EINVAL : 0;
}

static int heron_says_why(struct net_device *netdev,
			  struct ethtool_ringparam *ring,
			  struct kernel_ethtool_ringparam *kernel_ring,
			  struct netlink_ext_ack *extack)
{
	NL_SET_ERR_MSG_MOD(extack, "no");
	return -EINVAL;
}
