// SPDX-License-Identifier: GPL-2.0
// Of two frees after Tx one is not converted.
// caught-by: audit
@@
expression e;
@@
+ if (e->mapped_as_page)
+ dev_consume_skb_any(e->skb);
+ else
 napi_consume_skb(e->skb, budget);
