# SPDX-License-Identifier: GPL-2.0
# The converted call has a slip in its name.
# caught-by: build
s/napi_consume_skb(/napi_consume_skbs(/
