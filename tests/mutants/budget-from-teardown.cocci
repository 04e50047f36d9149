// SPDX-License-Identifier: GPL-2.0
// Emptying the ring passes its size for the budget.
// caught-by: audit
@@ @@
 e1000_clean_tx_ring(...)
 {
 <...
 e1000_unmap_and_free_tx_resource(...,
- 0
+ tx_ring->count
 )
 ...>
 }
