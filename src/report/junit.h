/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JUNIT_H
#define KS_JUNIT_H

#include "check/run.h"

/*
 * A run as JUnit XML, as CI engines read it: a test suite for each patch on
 * each target, a test case a check.  fail and warn are failures; error, timeout
 * and what is not done are errors; skip and a patch that was left out are
 * skipped.  Newly allocated.
 */
char *ks_report_junit(const KsRun *run);

#endif
