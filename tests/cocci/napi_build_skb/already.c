// SPDX-License-Identifier: GPL-2.0
/* Half of it was done before. no-revert: that half would be undone too */
#include <linux/skbuff.h>

static struct sk_buff *heron_small(void *va, unsigned int size)
{
	return napi_build_skb(va, size);
}

static struct sk_buff *heron_large(void *va, unsigned int size)
{
	struct sk_buff *skb = build_skb(va, size);

	if (!skb)
		skb = napi_build_skb(va, size);
	return skb;
}
