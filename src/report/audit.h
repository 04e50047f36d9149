/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_AUDIT_H
#define KS_REPORT_AUDIT_H

#include "check/audit.h"

/* Which sites are shown: bits of KsAuditKind. */
#define KS_AUDIT_ALL ((1U << KS_AUDIT_KINDS) - 1)

/*
 * "file:line: verdict: name in function: reason" a line, and a table of counts
 * by driver, to stdout.
 */
void ks_report_audit_text(const KsAudit *audit, guint kinds);

/* As JSON, or SARIF 2.1.0; newly allocated. */
char *ks_report_audit_json(const KsAudit *audit, guint kinds);
char *ks_report_audit_sarif(const KsAudit *audit, guint kinds);

/* Every way to the sites of one line; false if there is no site. */
bool ks_report_audit_why(const KsAudit *audit, const char *file, int line);

#endif
