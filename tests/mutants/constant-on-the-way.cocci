// SPDX-License-Identifier: GPL-2.0
// The constant comes from the call of the function that frees.
// caught-by: audit
@@
expression a, b;
@@
 e1000_unmap_and_free_tx_resource(a, b,
- budget
+ 64
 )
