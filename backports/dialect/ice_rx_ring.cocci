// SPDX-License-Identifier: GPL-2.0-only
/// ice had one struct for the rings of both directions up to 5.15.  The way to
/// a newer kernel would need to know which one is meant.
//
// Confidence: Moderate
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: ice_ring
// kseries-result: ice_rx_ring
// kseries-leaves: not a type

virtual revert

@depends on revert@
@@

- struct ice_rx_ring
+ struct ice_ring
