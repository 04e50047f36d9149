// SPDX-License-Identifier: GPL-2.0
/* Calls in the forms that drivers write them in: all are converted. */
#include <linux/netdevice.h>
#include <linux/skbuff.h>

#define KITE_PAD	(NET_SKB_PAD + NET_IP_ALIGN)

struct kite_rx {
	struct net_device *netdev;
	void *va;
	unsigned int len;
	unsigned int truesize;
};

static struct sk_buff *kite_build_skb(struct kite_rx *rx)
{
	struct sk_buff *skb;

	skb = build_skb(rx->va - KITE_PAD, rx->truesize);
	if (unlikely(!skb))
		return NULL;

	skb_reserve(skb, KITE_PAD);
	__skb_put(skb, rx->len);
	return skb;
}

static struct sk_buff *kite_direct(struct kite_rx *rx)
{
	struct sk_buff *skb = build_skb(rx->va, rx->truesize);

	return skb ?: build_skb(rx->va, rx->truesize);
}

static bool kite_in_condition(struct kite_rx *rx, struct sk_buff **skb)
{
	if (!(*skb = build_skb(rx->va, rx->truesize)))
		return false;

	while (!rx->len && (*skb = build_skb(rx->va, rx->truesize)))
		rx->len++;
	return true;
}

static struct sk_buff *kite_guarded(struct kite_rx *rx, spinlock_t *lock)
{
	void *copy __free(kfree) = kmemdup(rx->va, rx->len, GFP_ATOMIC);

	scoped_guard(spinlock, lock) {
		if (copy)
			return build_skb(no_free_ptr(copy), 0);
	}
	return NULL;
}
