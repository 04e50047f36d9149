// SPDX-License-Identifier: GPL-2.0
/* An error in receiving is a drop, and dropwatch is to see it. */
#include <linux/netdevice.h>

static int ousel_rx(struct ousel *ousel, int budget)
{
	int work_done = 0;

	while (work_done < budget) {
		struct sk_buff *skb = ousel_get(ousel);

		if (!skb)
			break;
		if (ousel_bad(ousel)) {
			dev_kfree_skb_any(skb);
			continue;
		}
		work_done++;
		skb->protocol = eth_type_trans(skb, ousel->netdev);
		napi_gro_receive(&ousel->napi, skb);
	}
	return work_done;
}

static int ousel_poll(struct napi_struct *napi, int budget)
{
	struct ousel *ousel = container_of(napi, struct ousel, napi);

	if (ousel->broken) {
		dev_kfree_skb_irq(ousel->pending);
		kfree_skb(ousel->pending);
		return 0;
	}
	return ousel_rx(ousel, budget);
}

/* Sends and receives in one function: which free is which is not known. */
static int ousel_poll_both(struct napi_struct *napi, int budget)
{
	struct ousel *ousel = container_of(napi, struct ousel, napi);

	netdev_completed_queue(ousel->netdev, 1, ousel->pending->len);
	dev_kfree_skb(ousel->pending);
	if (ousel_bad(ousel))
		dev_kfree_skb(ousel_get(ousel));
	else
		netif_receive_skb(ousel_get(ousel));
	return 1;
}
