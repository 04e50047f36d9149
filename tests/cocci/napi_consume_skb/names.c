// SPDX-License-Identifier: GPL-2.0
/* Macros, members, comments and strings with the names of frees in them. */
/* was: dev_consume_skb_any */
#include <linux/netdevice.h>

#define brant_free(skb)	dev_consume_skb_any(skb)

static int brant_poll(struct napi_struct *napi, int budget)
{
	struct brant *brant = container_of(napi, struct brant, napi);

	/* dev_consume_skb_any(skb) is for any context */
	brant->ops->dev_consume_skb_any(brant->skb);
	brant->consume_skb(brant->skb);
	pr_debug("dev_consume_skb_any(skb)\n");
	brant_free(brant->skb);
	brant_each(brant, dev_consume_skb_any(brant->skb));
	brant_later(brant, dev_consume_skb_any);
	return 0;
}
