# SPDX-License-Identifier: GPL-2.0
# Indented with blanks.
# caught-by: style
s/^\t\tnapi_consume_skb(/                napi_consume_skb(/
