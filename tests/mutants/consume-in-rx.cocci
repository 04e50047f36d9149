// SPDX-License-Identifier: GPL-2.0
// A packet that was received with an error is consumed, not dropped.
// caught-by: audit
@@
expression skb;
@@
 e1000_clean_rx_irq(...)
 {
 <...
- dev_kfree_skb(skb)
+ napi_consume_skb(skb, work_to_do)
 ...>
 }
