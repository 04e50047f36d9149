// SPDX-License-Identifier: GPL-2.0
/* Nothing here calls the kernel's build_skb(data, size). */
#include <linux/skbuff.h>

struct reed_ops {
	struct sk_buff *(*build_skb)(void *data, unsigned int size);
};

/* A member that has the name: build_skb(data, size) of the ops. */
static struct sk_buff *reed_member(const struct reed_ops *ops, void *data)
{
	return ops->build_skb(data, 2048);
}

static struct sk_buff *reed_nested(struct reed_ops ops, void *data)
{
	return ops.build_skb(data, 2048);
}

static struct sk_buff *reed_local(const struct reed_ops *ops, void *data)
{
	struct sk_buff *(*build_skb)(void *, unsigned int) = ops->build_skb;

	return build_skb(data, 2048);
}

static struct sk_buff *
reed_param(struct sk_buff *(*build_skb)(void *, unsigned int), void *data)
{
	return build_skb(data, 2048);
}

static void reed_says(struct net_device *netdev)
{
	/* build_skb(data, size) would do here */
	netdev_err(netdev, "build_skb(data, size) failed\n"); // build_skb(a, b)
}

static const struct reed_ops reed_default = {
	.build_skb = build_skb,
};
