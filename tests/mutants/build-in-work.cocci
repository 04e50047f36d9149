// SPDX-License-Identifier: GPL-2.0
// An skb is built with the NAPI cache in a work item.
// caught-by: audit
@@
identifier work, adapter;
statement S;
@@
 e1000_reset_task(struct work_struct *work)
 {
 struct e1000_adapter *adapter = ...;
+ struct sk_buff *skb = napi_build_skb(kzalloc(2048, GFP_KERNEL), 0);

+ kfree_skb(skb);
 ...
 }
