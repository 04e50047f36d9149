/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_PICK_H
#define KS_REPORT_PICK_H

#include "backport/pick.h"

/*
 * @targets (KsPicks), all of the same changes: every conflict in full, what a
 * person has to look at, a table of changes and targets, and the totals.
 */
void ks_report_pick_text(GPtrArray *targets);

/*
 * What a target lacks of what was looked for: those that are there already are
 * only counted, and so are the @taken ones, which its own history names.
 */
void ks_report_missing_text(KsPicks *picks, guint taken);

void ks_report_pick_json(const char *what, GPtrArray *targets);

#endif
