// SPDX-License-Identifier: GPL-2.0
// The poll function is never done, so that it cannot be disabled.
// caught-by: boot
@@ @@
 e1000_clean(...)
 {
 ...
- return work_done;
+ return budget;
 }
