/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_LOG_H
#define KS_REPORT_LOG_H

#include "check/run.h"

/*
 * The last @max bytes of a cell's log, from the beginning of a line, fit to be
 * shown (report/text.h).  NULL if it cannot be read, or is no file below the
 * home's runs/: a verdict that came from another machine must not name a file
 * of this one to be published.  @size is the size of the whole file.  Newly
 * allocated.
 */
char *ks_log_tail(const KsContext *context, const char *path, gsize max,
		  guint64 *size);

#endif
