// SPDX-License-Identifier: GPL-2.0
// The skb is read after it was freed.
// caught-by: boot
// on: 6.1-debug
@@
expression e;
@@
 e1000_unmap_and_free_tx_resource(...)
 {
 <...
 napi_consume_skb(e, budget);
+ adapter->tx_timeout_factor += e->len >> 20;
 ...>
 }
