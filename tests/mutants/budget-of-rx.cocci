// SPDX-License-Identifier: GPL-2.0
// What Rx has done is no budget.
// caught-by: audit
@@
expression a, b;
@@
 e1000_clean_tx_irq(a, b,
- budget
+ work_done
 )
