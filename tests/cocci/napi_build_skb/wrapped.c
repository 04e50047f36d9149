// SPDX-License-Identifier: GPL-2.0
/*
 * Plain spatch aligns wrapped arguments again in the second function only;
 * kseries does so in both, see src/series/rename.c.
 * no-revert: spatch aligns nothing if the name becomes shorter
 */
#include <linux/skbuff.h>

static struct sk_buff *egret_assigned(struct egret *egret)
{
	struct sk_buff *skb;

	skb = build_skb(egret->pages[egret->next].address - EGRET_HEADROOM,
			egret->truesize);
	return skb;
}

static bool egret_nested(struct egret *egret, struct sk_buff **skb)
{
	if (unlikely(!(*skb = build_skb(egret->va,
					egret->truesize))))
		return false;
	return true;
}
