// SPDX-License-Identifier: GPL-2.0
// The poll function sleeps.
// caught-by: boot
// on: 6.1-debug
@@ @@
 e1000_clean(...)
 {
 ...
+ msleep(1);
 adapter->clean_rx(...);
 ...
 }
