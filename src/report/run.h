/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_RUN_H
#define KS_REPORT_RUN_H

#include "check/run.h"

/*
 * A run on the terminal: for each target a table with the patches down and the
 * checks across ("-": not done), then each verdict that is not pass with its
 * reason, its findings and the log to read, and what was left out.
 */
void ks_report_run_text(const KsRun *run);

/* The same as one JSON object; see report/run_json.h. */
void ks_report_run_json(const KsRun *run);

#endif
