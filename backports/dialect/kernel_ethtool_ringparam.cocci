// SPDX-License-Identifier: GPL-2.0-only
/// get_ringparam() and set_ringparam() have two more arguments since 5.17.
/// A function that uses them stays: an older kernel has none to give.  The way to
/// a newer kernel would have to make names up.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: ethtool_ringparam
// kseries-result: kernel_ethtool_ringparam
// kseries-needs: kernel_ethtool_ringparam include/linux/ethtool.h
// kseries-leaves: not a driver's operation

virtual revert

@depends on revert@
identifier fn, dev, ring, kernel_ring, extack;
@@

 fn(struct net_device *dev, struct ethtool_ringparam *ring
-   , struct kernel_ethtool_ringparam *kernel_ring,
-   struct netlink_ext_ack *extack
   )
 { ... when != kernel_ring
       when != extack
 }
