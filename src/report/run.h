/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_RUN_H
#define KS_REPORT_RUN_H

#include "check/run.h"

/* What a table shows of the cell: its verdict, or a word such as "load". */
const char *ks_cell_word(const KsCell *cell);

/* The names of the checks that the run has, in their order (not owned). */
GPtrArray *ks_run_checks(const KsRun *run);

/*
 * A run on the terminal: patches down, checks across, then each verdict that
 * is not pass with its reason, its findings and the log to read.
 */
void ks_report_run_text(const KsRun *run);

/* The same as one JSON object. */
void ks_report_run_json(const KsRun *run);

#endif
