// SPDX-License-Identifier: GPL-2.0

static void heron_stats(struct heron_ring *ring, u64 *packets)
{
	unsigned int start;

	do {
		start = u64_stats_fetch_begin(&ring->syncp);
		*packets = ring->packets;
	} while (u64_stats_fetch_retry(&ring->syncp, start));
}
