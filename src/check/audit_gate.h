/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_GATE_H
#define KS_AUDIT_GATE_H

#include "series/gate.h"

/*
 * The audit as the gate of a rule: a call may change if the audit of the driver
 * says that it is safe.  @context must outlive it.
 */
KsGate ks_audit_gate(KsContext *context);

#endif
