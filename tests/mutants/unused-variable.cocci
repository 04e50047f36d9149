// SPDX-License-Identifier: GPL-2.0
// A variable is left over.
// caught-by: build
@@ @@
 e1000_unmap_and_free_tx_resource(...)
 {
+ bool napi = budget;
 ...
 }
