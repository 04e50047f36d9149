// SPDX-License-Identifier: GPL-2.0
/*
 * A driver without NAPI: its interrupt handlers clean up, and the poll
 * controller calls one of them. Nothing here may be converted, and what was
 * converted is wrong unless it passes 0.
 */
#include <net.h>

struct tiny {
	struct pci_dev *pdev;
	struct net_device *netdev;
	struct sk_buff *tx;
	struct sk_buff *event;
	struct sk_buff *command;
	struct sk_buff *spare;
};

static void tiny_reap(struct tiny *tiny)
{
	dev_kfree_skb_any(tiny->tx);
	tiny->tx = NULL;
}

static irqreturn_t tiny_interrupt(int irq, void *data)
{
	struct tiny *tiny = data;

	tiny_reap(tiny);
	return IRQ_HANDLED;
}

static irqreturn_t tiny_admin(int irq, void *data)
{
	struct tiny *tiny = data;

	napi_consume_skb(tiny->event, 1);
	dev_consume_skb_irq(tiny->command);
	tiny->spare = netdev_alloc_skb(tiny->netdev, 256);
	return IRQ_WAKE_THREAD;
}

static irqreturn_t tiny_admin_thread(int irq, void *data)
{
	struct tiny *tiny = data;

	napi_consume_skb(tiny->command, 64);
	return IRQ_HANDLED;
}

static irqreturn_t tiny_link(int irq, void *data)
{
	struct tiny *tiny = data;

	napi_consume_skb(tiny->event, 0);
	netif_rx(napi_build_skb(tiny->spare->data, 512));
	return IRQ_HANDLED;
}

static void tiny_poll_controller(struct net_device *dev)
{
	disable_irq(dev->irq);
	tiny_interrupt(dev->irq, netdev_priv(dev));
	enable_irq(dev->irq);
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	if (request_irq(dev->irq, tiny_interrupt, IRQF_SHARED, "tiny", tiny))
		return -1;
	if (pci_request_irq(tiny->pdev, 1, tiny_admin, tiny_admin_thread, tiny,
			    "tiny-%d", 1))
		return -1;
	return devm_request_irq(tiny->pdev->parent, dev->irq + 2, tiny_link, 0,
				"tiny-link", tiny);
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
	.ndo_poll_controller = tiny_poll_controller,
};

/* expect
 * 20: unsafe: dev_kfree_skb_any: hardirq
 * 36: unsafe: napi_consume_skb: hardirq
 * 37: unsafe: dev_consume_skb_irq: hardirq
 * 38: unsafe: netdev_alloc_skb: hardirq
 * 46: unsafe: napi_consume_skb: irqthread
 * 54: safe: napi_consume_skb
 * 55: unsafe: napi_build_skb: hardirq
 */
