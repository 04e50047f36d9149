// SPDX-License-Identifier: GPL-2.0
/*
 * A new skb may be NULL: who uses it before it has seen that it is not is
 * found, in whatever way the others test it.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	void *data;
};

static void tiny_early_exit(struct tiny *tiny)
{
	struct sk_buff *skb = NULL;

	skb = napi_build_skb(tiny->data, 2048);
	if (unlikely(!skb))
		return;
	skb_put(skb, 60);
	napi_gro_receive(&tiny->napi, skb);
}

static void tiny_around(struct tiny *tiny)
{
	struct sk_buff *skb = build_skb(tiny->data, 2048);

	if (skb != NULL && tiny->data)
		napi_gro_receive(&tiny->napi, skb);
}

static void tiny_inside(struct tiny *tiny, struct sk_buff *old)
{
	struct sk_buff *skb = old;

	if (!skb) {
		skb = napi_build_skb(tiny->data, 2048);
		skb_put(skb, 60);
		napi_gro_receive(&tiny->napi, skb);
	}
}

static void tiny_another(struct tiny *tiny)
{
	struct sk_buff *first = build_skb(tiny->data, 2048);
	struct sk_buff *second = napi_build_skb(tiny->data, 2048);

	if (first == NULL)
		return;
	napi_gro_receive(&tiny->napi, second);
	napi_gro_receive(&tiny->napi, first);
}

static struct sk_buff *tiny_for_the_caller(struct tiny *tiny)
{
	struct sk_buff *skb = napi_build_skb(tiny->data, 2048);

	return skb;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	if (!budget)
		return 0;
	tiny_early_exit(tiny);
	tiny_around(tiny);
	tiny_inside(tiny, NULL);
	tiny_another(tiny);
	return !tiny_for_the_caller(tiny);
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return 0;
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
};

/* expect
 * 18: safe: napi_build_skb
 * 27: safe: build_skb
 * 38: safe: napi_build_skb: untested
 * 46: safe: build_skb
 * 47: safe: napi_build_skb: untested
 * 57: safe: napi_build_skb
 */
