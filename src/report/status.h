/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_STATUS_H
#define KS_REPORT_STATUS_H

#include "check/audit.h"

/* What one tree has of the functions that a family is converted to. */
typedef struct {
	KsAudit *audit;
	char *version; /* the tree's, may be NULL */
	bool build, consume; /* napi_build_skb and napi_consume_skb are there */
} KsStatus;

void ks_status_free(KsStatus *status);

/*
 * The maintainer's view: a row for each driver, and for each tree how many of
 * its sites (build, consume and free) are converted, could be (pending), are
 * converted and unsafe, or unknown.  @all are KsStatuses.
 */
void ks_report_status_text(const GPtrArray *all);
char *ks_report_status_json(const GPtrArray *all); /* newly allocated */

#endif
