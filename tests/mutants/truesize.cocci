// SPDX-License-Identifier: GPL-2.0
// The skb is built smaller than its buffer.
// caught-by: boot
@@
expression data;
@@
- napi_build_skb(data, frag_len)
+ napi_build_skb(data, frag_len / 2)
