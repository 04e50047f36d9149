// SPDX-License-Identifier: GPL-2.0

static void heron_walk(struct ice_q_vector *q_vector)
{
	struct ice_tx_ring *tx_ring;

	ice_for_each_tx_ring(tx_ring, q_vector->tx) {
		tx_ring->q_vector = q_vector;
	}
}
