/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_KTAP_H
#define KS_REPORT_KTAP_H

#include "check/run.h"

/*
 * A run as KTAP version 1 (Documentation/dev-tools/ktap.rst): a test a patch,
 * with its checks as subtests.  Newly allocated.
 */
char *ks_report_ktap(const KsRun *run);

#endif
