// SPDX-License-Identifier: GPL-2.0
// Whether there is a new skb is not looked at.
// caught-by: audit
@@
expression skb;
statement S;
@@
 skb = napi_build_skb(...);
- if (!skb) S
