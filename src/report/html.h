/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_HTML_H
#define KS_HTML_H

#include "check/run.h"

/*
 * A run as one HTML page that needs nothing else: the matrix, each verdict
 * that is not pass with its reason and findings, the durations as SVG.  No
 * JavaScript; light or dark as the reader's system is.  Newly allocated.
 */
char *ks_report_html(const KsRun *run);

#endif
