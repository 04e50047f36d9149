// SPDX-License-Identifier: GPL-2.0-only
/// ice walked the rings of both directions with ice_for_each_ring() up to 5.15.
//
// Confidence: Moderate
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: ice_for_each_ring
// kseries-result: ice_for_each_tx_ring
// kseries-needs: ice_for_each_tx_ring drivers/net/ethernet/intel/ice/ice_txrx.h
// kseries-leaves: another list

virtual revert

@depends on revert@
iterator name ice_for_each_tx_ring, ice_for_each_ring;
expression ring;
expression at;
statement S;
@@

- ice_for_each_tx_ring(ring, at)
+ ice_for_each_ring(ring, at)
  S
