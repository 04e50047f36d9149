/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_BACKPORT_H
#define KS_REPORT_BACKPORT_H

#include "backport/port.h"
#include "series/gen.h"

/*
 * A ported series on the terminal: what it needs, what the tree has of that and
 * what is done about it, then as ks_report_gen_text().
 */
void ks_report_backport_text(const KsPort *port, const KsGen *gen);

/* The same as one JSON object: what gen says, and "line" and "needs". */
void ks_report_backport_json(const KsPort *port, const KsGen *gen);

#endif
