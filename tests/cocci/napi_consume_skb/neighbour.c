// SPDX-License-Identifier: GPL-2.0
/* spatch does not parse the first function; the poll is converted. */
/* was: dev_consume_skb_any */
#include <linux/netdevice.h>

static void stoat_no_syntax(struct stoat *stoat, int budget)
{
	stoat_for_each(budget; stoat: list) ? {
		dev_consume_skb_any(stoat->skb);
	} else until (budget) $;
}

static int stoat_poll(struct napi_struct *napi, int budget)
{
	struct stoat *stoat = container_of(napi, struct stoat, napi);

	stoat_no_syntax(stoat, budget);
	dev_consume_skb_any(stoat->skb);
	return 0;
}
