/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_OUTCOME_H
#define KS_OUTCOME_H

#include "check/check.h"

/* Add copies of @findings to the outcome. */
void ks_outcome_set_findings(KsOutcome *outcome, GPtrArray *findings);

/*
 * "new warning: file:line: ..." for a reason; of several, their number and the
 * first.  @what is the singular.  Newly allocated.
 */
char *ks_findings_summary(GPtrArray *findings, const char *what);

#endif
