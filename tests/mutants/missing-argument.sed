# SPDX-License-Identifier: GPL-2.0
# The converted call lacks its budget.
# caught-by: build
s/napi_consume_skb(buffer_info->skb, budget)/napi_consume_skb(buffer_info->skb)/
