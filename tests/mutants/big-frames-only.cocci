// SPDX-License-Identifier: GPL-2.0
// Frames are cut, but only long ones.
// caught-by: boot
@@ @@
 e1000_clean_jumbo_rx_irq(...)
 {
 <...
 total_rx_packets++;
+ if (skb->len > 1522)
+ pskb_trim(skb, skb->len - 1);
 ...>
 }
