// SPDX-License-Identifier: GPL-2.0
// A packet that could not be sent is consumed, not dropped.
// caught-by: audit
@@
expression skb;
@@
 e1000_xmit_frame(...)
 {
 <...
- dev_kfree_skb_any(skb)
+ napi_consume_skb(skb, 0)
 ...>
 }
