// SPDX-License-Identifier: GPL-2.0
/* An int called budget that is not, or no longer, what the core gave. */
#include <linux/netdevice.h>

static void rook_clean_constant(struct rook *rook, int budget)
{
	dev_consume_skb_any(rook->skb);
}

static void rook_clean_ring_size(struct rook *rook, int budget)
{
	dev_consume_skb_any(rook->skb);
}

static void rook_clean_by_pointer(struct rook *rook, int budget)
{
	dev_consume_skb_any(rook->skb);
}

/* Others may call it with whatever they like. */
void rook_clean_exported(struct rook *rook, int budget)
{
	dev_consume_skb_any(rook->skb);
}

static void rook_clean_without(struct rook *rook)
{
	dev_consume_skb_any(rook->skb);
}

static void rook_clean_other_int(struct rook *rook, int budget)
{
	dev_consume_skb_any(rook->skb);
}

static int rook_poll(struct napi_struct *napi, int budget)
{
	struct rook *rook = container_of(napi, struct rook, napi);

	rook_clean_constant(rook, 64);
	rook_clean_ring_size(rook, budget);
	rook_clean_by_pointer(rook, budget);
	rook_clean_exported(rook, budget);
	rook_clean_without(rook);
	rook_clean_other_int(rook, rook->weight);
	return 0;
}

static int rook_poll_spends(struct napi_struct *napi, int budget)
{
	struct rook *rook = container_of(napi, struct rook, napi);

	while (budget-- > 0)
		dev_consume_skb_any(rook->skb);
	return 0;
}

static int rook_poll_hides(struct napi_struct *napi, int budget)
{
	struct rook *rook = container_of(napi, struct rook, napi);

	if (rook->irq) {
		int budget = rook->weight;

		dev_consume_skb_any(rook->skb);
		return budget;
	}
	return 0;
}

static int rook_poll_points(struct napi_struct *napi, int budget)
{
	struct rook *rook = container_of(napi, struct rook, napi);

	rook_adjust(rook, &budget);
	dev_consume_skb_any(rook->skb);
	return 0;
}

/* Not called by NAPI, whatever its parameters look like. */
static int rook_flush(struct rook *rook, int budget)
{
	dev_consume_skb_any(rook->skb);
	rook_clean_ring_size(rook, rook->count);
	return budget;
}

static const struct rook_ops rook_ops = {
	.clean = rook_clean_by_pointer,
};
