// SPDX-License-Identifier: GPL-2.0
// The skb is freed twice.
// caught-by: boot
@@
expression e;
@@
 e1000_unmap_and_free_tx_resource(...)
 {
 <...
 napi_consume_skb(e, budget);
+ dev_kfree_skb_any(e);
 ...>
 }
