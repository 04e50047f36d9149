# SPDX-License-Identifier: GPL-2.0
# The freed skb is not forgotten.
# caught-by: boot
/napi_consume_skb(buffer_info->skb, budget);/{n;d}
