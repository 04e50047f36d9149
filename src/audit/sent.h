/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SENT_H
#define KS_SENT_H

#include "audit/roots.h"

/*
 * Where a driver keeps what it has to send: the fields, or arrays that fields
 * point to, which get a packet from nowhere but ndo_start_xmit, its own first
 * parameter.  What is freed out of them was sent, whatever else the function
 * does that frees it.
 */
typedef GHashTable KsSent;

KsSent *ks_sent_new(const KsGraph *graph, const GPtrArray *roots);

/*
 * Whether the packet that @call of @function frees is out of such a field: it
 * is the field, or a local variable that was last given one.  "Last" is by the
 * lines: in front of the free, and nothing of the variable between.
 */
bool ks_sent_has(const KsSent *sent, const KsFunction *function,
		 const KsCall *call);

#endif
