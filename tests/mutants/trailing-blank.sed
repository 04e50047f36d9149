# SPDX-License-Identifier: GPL-2.0
# A blank at the end of the line.
# caught-by: style
s/napi_consume_skb(buffer_info->skb, budget);$/& /
