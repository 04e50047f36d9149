/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RUN_JSON_H
#define KS_RUN_JSON_H

#include "check/run.h"
#include "report/json_writer.h"

/*
 * A run as one JSON object: its targets with version and what was left out,
 * its cells.  A cell that is not done has a null verdict.  Newly allocated.
 */
char *ks_report_json(const KsRun *run);

/* The members that say which cell it is, into the object that is open. */
void ks_jsonw_cell_name(KsJsonWriter *json, const KsCell *cell);

/* One cell, one finding, as an object in the array that is open. */
void ks_jsonw_cell(KsJsonWriter *json, const KsCell *cell);
void ks_jsonw_finding(KsJsonWriter *json, const KsFinding *finding);

/* An array of findings. */
void ks_jsonw_findings(KsJsonWriter *json, const char *name,
		       const GPtrArray *findings);

#endif
