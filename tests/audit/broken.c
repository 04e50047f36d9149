// SPDX-License-Identifier: GPL-2.0
/*
 * This does not compile: the adapter has no member handler. The call that the
 * compiler lost with it may have been one of the cleaner, so that what is left,
 * and looks well, proves nothing.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct sk_buff *tx;
	void *page;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
	tiny->tx = NULL;
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);
	int done;

	tiny_clean_tx(tiny, budget);
	for (done = 0; done < budget; done++)
		netif_rx(napi_build_skb(tiny->page, 2048));
	return done;
}

static irqreturn_t tiny_interrupt(int irq, void *data)
{
	struct tiny *tiny = data;

	tiny->handler(tiny, 64);
	return IRQ_HANDLED;
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return request_irq(dev->irq, tiny_interrupt, 0, "tiny", tiny);
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
};

/* expect
 * 17: unknown: napi_consume_skb: error
 * 28: unknown: napi_build_skb: error
 */
