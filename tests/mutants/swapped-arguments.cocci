// SPDX-License-Identifier: GPL-2.0
// The arguments of the new call are swapped.
// caught-by: build
@@
expression data, size;
@@
- napi_build_skb(data, size)
+ napi_build_skb(size, data)
