// SPDX-License-Identifier: GPL-2.0
// Frames are damaged once the ring has another size.
// caught-by: boot
@@
identifier f = e1000_receive_skb;
@@
 f(...)
 {
 ...
+ if (adapter->rx_ring[0].count != E1000_DEFAULT_RXD)
+ skb->data[ETH_HLEN]++;
 skb->protocol = eth_type_trans(...);
 ...
 }
