// SPDX-License-Identifier: GPL-2.0-only
/// get_coalesce() and set_coalesce() have two more arguments since 5.15.
/// A function that uses them stays: an older kernel has none to give.  The way to
/// a newer kernel would have to make names up.
//
// Confidence: High
// Copyright: (C) 2026 The kseries authors.
// Options: --no-includes --include-headers
//
// kseries-token: ethtool_coalesce
// kseries-result: kernel_ethtool_coalesce
// kseries-needs: kernel_ethtool_coalesce include/linux/ethtool.h
// kseries-leaves: not a driver's operation

virtual revert

@depends on revert@
identifier fn, dev, coal, kernel_coal, extack;
@@

 fn(struct net_device *dev, struct ethtool_coalesce *coal
-   , struct kernel_ethtool_coalesce *kernel_coal,
-   struct netlink_ext_ack *extack
   )
 { ... when != kernel_coal
       when != extack
 }
