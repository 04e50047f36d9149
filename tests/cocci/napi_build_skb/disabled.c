// SPDX-License-Identifier: GPL-2.0
/* What no compiler sees is left as it is. */
#include <linux/skbuff.h>

#if 0
static struct sk_buff *wren_old(void *va, unsigned int size)
{
	return build_skb(va, size);
}
#endif

static struct sk_buff *wren_new(void *va, unsigned int size)
{
	return build_skb(va, size);
}
