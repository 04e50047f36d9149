// SPDX-License-Identifier: GPL-2.0
// A flag of the driver stands for the budget, like !flush.
// caught-by: audit
@@
expression e;
@@
 napi_consume_skb(e->skb,
- budget
+ !e->mapped_as_page
 )
