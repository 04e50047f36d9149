// SPDX-License-Identifier: GPL-2.0
/* Half of it was done before. no-revert: that half would be undone too */
#include <linux/netdevice.h>

static void snipe_clean(struct snipe *snipe, int budget)
{
	napi_consume_skb(snipe->first, budget);
	dev_consume_skb_any(snipe->second);
}

static int snipe_poll(struct napi_struct *napi, int budget)
{
	snipe_clean(container_of(napi, struct snipe, napi), budget);
	return 0;
}

static void snipe_down(struct snipe *snipe)
{
	snipe_clean(snipe, 0);
	napi_consume_skb(snipe->first, 0);
}
