# SPDX-License-Identifier: GPL-2.0
# What a comment says of one function, it says of another.
# caught-by: style
s,NOTE: netdev_alloc_skb,NOTE: napi_alloc_skb,
