// SPDX-License-Identifier: GPL-2.0
/* Calls in the bodies of macros, and as arguments of macros. */
#include <linux/skbuff.h>

#define TEAL_BUILD(ring)	build_skb((ring)->va, (ring)->truesize)

#define TEAL_BUILD_AND_PUT(skb, ring) do {				\
	(skb) = build_skb((ring)->va, (ring)->truesize);		\
	if (skb)							\
		__skb_put(skb, (ring)->len);				\
} while (0)

#define TEAL_BUILDER		build_skb

static struct sk_buff *teal_checked(struct teal_ring *ring)
{
	struct sk_buff *skb;

	if (WARN_ON_ONCE(!(skb = build_skb(ring->va, ring->truesize))))
		return NULL;
	return skb;
}

static struct sk_buff *teal_through_macro(struct teal_ring *ring)
{
	return TEAL_BUILD(ring) ?: TEAL_BUILDER(ring->va, ring->truesize);
}
