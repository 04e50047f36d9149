// SPDX-License-Identifier: GPL-2.0
// The free gets a constant for the budget.
// caught-by: audit
@@ @@
 napi_consume_skb(...,
- budget
+ 64
 )
