// SPDX-License-Identifier: GPL-2.0

static void heron_free(struct ice_rx_ring *rx_ring)
{
	struct ice_rx_ring *next = rx_ring->next;
	struct ice_tx_ring *tx_ring;
}
