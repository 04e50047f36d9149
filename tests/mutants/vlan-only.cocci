// SPDX-License-Identifier: GPL-2.0
// Frames with a VLAN tag are damaged.
// caught-by: boot
@@
identifier f = e1000_receive_skb;
@@
 f(...)
 {
 ...
+ if (status & E1000_RXD_STAT_VP)
+ skb->data[ETH_HLEN]++;
 skb->protocol = eth_type_trans(...);
 ...
 }
