// SPDX-License-Identifier: GPL-2.0
/*
 * A timer, a tasklet, a work item and a thread call the cleaners as well as the
 * poll function does, and must pass 0. What none of them shares with the poll
 * function is an error path if a process runs it, and not if a softirq does.
 */
#include <net.h>

struct tiny {
	struct napi_struct napi;
	struct net_device *netdev;
	struct work_struct reset;
	struct delayed_work refill;
	struct timer_list watchdog;
	struct tasklet_struct tasklet;
	struct sk_buff *tx, *event, *status, *command, *spare;
};

static void tiny_clean_tx(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->tx, budget);
}

static void tiny_clean_event(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->event, budget);
}

static void tiny_clean_status(struct tiny *tiny, int budget)
{
	napi_consume_skb(tiny->status, budget);
}

static void tiny_clean_command(struct tiny *tiny)
{
	dev_consume_skb_any(tiny->command);
}

static int tiny_poll(struct napi_struct *napi, int budget)
{
	struct tiny *tiny = container_of(napi, struct tiny, napi);

	tiny_clean_tx(tiny, budget);
	tiny_clean_event(tiny, budget);
	tiny_clean_status(tiny, budget);
	tiny_clean_command(tiny);
	return 0;
}

static void tiny_reset(struct work_struct *work)
{
	struct tiny *tiny = container_of(work, struct tiny, reset);

	tiny_clean_tx(tiny, 0);
	tiny_clean_event(tiny, 1);
	dev_kfree_skb_any(tiny->spare);
}

static void tiny_refill(struct work_struct *work)
{
	struct tiny *tiny = container_of(work, struct tiny, refill.work);

	tiny->spare = netdev_alloc_skb(tiny->netdev, 256);
}

static void tiny_watchdog(struct timer_list *t)
{
	struct tiny *tiny = from_timer(tiny, t, watchdog);

	tiny_clean_tx(tiny, 0);
	tiny_clean_status(tiny, true);
	tiny_clean_command(tiny);
}

static void tiny_tasklet(struct tasklet_struct *t)
{
	dev_kfree_skb_any(container_of(t, struct tiny, tasklet)->spare);
}

static int tiny_thread(void *data)
{
	tiny_clean_tx(data, 0);
	return 0;
}

static int tiny_open(struct net_device *dev)
{
	struct tiny *tiny = netdev_priv(dev);

	INIT_WORK(&tiny->reset, tiny_reset);
	INIT_DELAYED_WORK(&tiny->refill, tiny_refill);
	timer_setup(&tiny->watchdog, tiny_watchdog, 0);
	tasklet_setup(&tiny->tasklet, tiny_tasklet);
	netif_napi_add(dev, &tiny->napi, tiny_poll);
	return IS_ERR(kthread_run(tiny_thread, tiny, "tiny-%d", dev->irq));
}

const struct net_device_ops tiny_ops = {
	.ndo_open = tiny_open,
};

/* expect
 * 21: safe: napi_consume_skb
 * 26: unsafe: napi_consume_skb: process
 * 31: unsafe: napi_consume_skb: softirq
 * 36: needs-budget: dev_consume_skb_any: must pass 0
 * 56: drop: dev_kfree_skb_any
 * 63: unsafe: netdev_alloc_skb: process
 * 77: unsafe: dev_kfree_skb_any: softirq
 */
