// SPDX-License-Identifier: GPL-2.0
/*
 * spatch parses neither of the first two functions, and says nothing about
 * it; the others are converted all the same.
 */
#include <linux/skbuff.h>

static struct sk_buff *adder_no_syntax(void *va, unsigned int size)
{
	adder_for_each(size; va: list) ? {
		return build_skb(va, size);
	} else until (size) $;
	return NULL;
}

static struct sk_buff *adder_no_flow(void *va, unsigned int size)
{
	static const void *const labels[] = { &&small, &&large };

	goto *labels[size > 2048];
small:
	return build_skb(va, 2048);
large:
	return build_skb(va, size);
}

static struct sk_buff *adder_good(void *va, unsigned int size)
{
	return build_skb(va, size);
}

static struct sk_buff *adder_two_heads(void *va, unsigned int size)
{
	struct sk_buff *skb = NULL;

#ifdef CONFIG_ADDER_SMALL
	if (size < 2048) {
#else
	if (size) {
#endif
		skb = build_skb(va, size);
	}
	return skb;
}
