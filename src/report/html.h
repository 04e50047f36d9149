/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_HTML_H
#define KS_HTML_H

#include "check/run.h"

/*
 * A run as one HTML page that needs nothing else: the matrix of all targets,
 * each verdict that is not pass with its reason, its findings with the source
 * lines around them (read from the store), the ends of the logs, the durations
 * as SVG.  No JavaScript, nothing is loaded; light or dark as the reader's
 * system is.  Under 10 MB for 10,000 cells: what does not fit is left out with
 * a word.  @context may be NULL: then no source lines and no logs.  Newly
 * allocated.
 */
char *ks_report_html(const KsContext *context, const KsRun *run);

#endif
