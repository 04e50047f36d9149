// SPDX-License-Identifier: GPL-2.0
// With a budget of 0 nothing is freed.
// caught-by: boot
// on: 6.1-debug
@@
expression e;
@@
 e1000_unmap_and_free_tx_resource(...)
 {
 <...
+ if (budget)
 napi_consume_skb(e, budget);
 ...>
 }
