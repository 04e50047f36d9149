/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_CONF_H
#define KS_AUDIT_CONF_H

#include "base/context.h"

/*
 * The ways that ci/audit.conf says are never taken: an array that owns its
 * KsExclusions (audit/walk.h).  A usage error names file and line.
 */
GPtrArray *ks_audit_exclusions(const KsContext *context, GError **error);

#endif
