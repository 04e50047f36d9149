// SPDX-License-Identifier: GPL-2.0

static int heron_set(struct net_device *netdev, struct ethtool_coalesce *coal,
		     struct kernel_ethtool_coalesce *kernel_coal,
		     struct netlink_ext_ack *extack)
{
	return coal->rate_sample_interval ? -EINVAL : 0;
}

static int heron_says_why(struct net_device *netdev,
			  struct ethtool_coalesce *coal,
			  struct kernel_ethtool_coalesce *kernel_coal,
			  struct netlink_ext_ack *extack)
{
	NL_SET_ERR_MSG_MOD(extack, "no");
	return -EINVAL;
}
