// SPDX-License-Identifier: GPL-2.0
/* A packet that was consumed is no drop, whoever frees it. */
/* no-revert: three functions become one */
#include <linux/netdevice.h>

static int dipper_rx(struct dipper *dipper, int budget)
{
	int work_done = 0;

	while (work_done < budget && dipper_has(dipper)) {
		struct sk_buff *skb = dipper_get(dipper);

		if (dipper_copied(dipper, skb))
			consume_skb(skb);
		else
			napi_gro_receive(&dipper->napi, skb);
		work_done++;
	}
	return work_done;
}

static int dipper_poll(struct napi_struct *napi, int budget)
{
	struct dipper *dipper = container_of(napi, struct dipper, napi);

	if (dipper->sent)
		dev_consume_skb_any(dipper->sent);
	if (dipper->stamped)
		dev_consume_skb_irq(dipper->stamped);
	return dipper_rx(dipper, budget);
}

static void dipper_xmit_done(struct dipper *dipper)
{
	dev_consume_skb_any(dipper->sent);
}
