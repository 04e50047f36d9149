// SPDX-License-Identifier: GPL-2.0
/* With interrupts off the cache belongs to somebody else. */
/* was: dev_consume_skb_any */
#include <linux/netdevice.h>

static void lark_clean_locked(struct lark *lark, int budget)
{
	dev_consume_skb_any(lark->first);
}

static void lark_clean(struct lark *lark, int budget)
{
	unsigned long flags;

	dev_consume_skb_any(lark->first);
	spin_lock_irqsave(&lark->lock, flags);
	if (lark->stopped)
		dev_consume_skb_any(lark->second);
	spin_unlock_irqrestore(&lark->lock, flags);
	dev_consume_skb_any(lark->third);
}

static int lark_poll(struct napi_struct *napi, int budget)
{
	struct lark *lark = container_of(napi, struct lark, napi);

	lark_clean(lark, budget);
	spin_lock_irq(&lark->lock);
	lark_clean_locked(lark, budget);
	spin_unlock_irq(&lark->lock);
	return 0;
}
