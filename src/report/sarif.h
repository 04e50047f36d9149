/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SARIF_H
#define KS_SARIF_H

#include "check/run.h"

#define KS_SARIF_SCHEMA                                                        \
	"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

/*
 * A run as SARIF 2.1.0 (OASIS): one SARIF run for each tool that found
 * something, a result a finding.  kseries itself is the first: a cell that
 * fails or warns without a finding is a result of it, and a cell that proves
 * nothing (error, timeout, skip, not done) a notification of its invocation.
 * Paths are relative to the top of the kernel tree.  Newly allocated.
 *
 * partialFingerprints: "findingIdentity/v1" is the checksum of what tells a
 * finding from another (tool, level, file, function, text; see base/finding.h)
 * and of its number among equals in the cell: the same when lines move.
 * "cell/v1" is that of target, subject and check.
 */
char *ks_report_sarif(const KsRun *run);

#endif
