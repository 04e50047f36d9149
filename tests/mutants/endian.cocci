// SPDX-License-Identifier: GPL-2.0
// A descriptor is read without its byte order.
// caught-by: sparse
@@
expression e;
@@
 e1000_clean_rx_irq(...)
 {
 <...
 length =
- le16_to_cpu(e)
+ e
 ;
 ...>
 }
