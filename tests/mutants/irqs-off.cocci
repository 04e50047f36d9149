// SPDX-License-Identifier: GPL-2.0
// The free is under a lock that turns interrupts off.
// caught-by: audit
@@
expression e;
@@
 e1000_unmap_and_free_tx_resource(...)
 {
+ unsigned long flags;
 <...
+ spin_lock_irqsave(&adapter->stats_lock, flags);
 napi_consume_skb(e, budget);
+ spin_unlock_irqrestore(&adapter->stats_lock, flags);
 ...>
 }
