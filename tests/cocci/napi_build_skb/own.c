// SPDX-License-Identifier: GPL-2.0
/* A driver with a function of that name: none of its calls is the kernel's. */
#include "sorrel.h"

static struct sk_buff *build_skb(struct sorrel_ring *ring, unsigned int size)
{
	return sorrel_take(ring, size);
}

static struct sk_buff *sorrel_rx(struct sorrel_ring *ring)
{
	return build_skb(ring, ring->size);
}
