/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_KTAP_H
#define KS_REPORT_KTAP_H

#include "check/run.h"

/*
 * A run as KTAP version 1 (Documentation/dev-tools/ktap.rst): a test a target,
 * its patches as subtests, their checks as subtests of those.  A patch that
 * was left out is skipped; a run that did not finish is a failed test more.
 * Newly allocated.
 */
char *ks_report_ktap(const KsRun *run);

#endif
