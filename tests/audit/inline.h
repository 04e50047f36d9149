/* SPDX-License-Identifier: GPL-2.0 */
/* The cleaners of inline.c; what it does with them is told there. */
#ifndef KSERIES_TESTS_AUDIT_INLINE_H
#define KSERIES_TESTS_AUDIT_INLINE_H

#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *spare;
};

static inline void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
}

static inline void tiny_unmap(struct tiny *tiny)
{
	dev_consume_skb_any(tiny->event);
	tiny->event = NULL;
}

static inline void tiny_refill(struct tiny *tiny)
{
	tiny->spare = netdev_alloc_skb(tiny->netdev, 256);
}

#endif

/* expect
 * 18: safe: napi_consume_skb
 * 24: needs-budget: dev_consume_skb_any: tiny_poll -> tiny_unmap
 * 30: unsafe: netdev_alloc_skb: process
 */
