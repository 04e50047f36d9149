// SPDX-License-Identifier: GPL-2.0
#include "otter.h"

void otter_reset(struct otter_ring *ring)
{
	int i;

	for (i = 0; i < ring->count; i++)
		otter_put_buffer(ring, &ring->buffer[i]);
	dev_kfree_skb_any(ring->partial);
}
