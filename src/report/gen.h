/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_REPORT_GEN_H
#define KS_REPORT_GEN_H

#include <json-glib/json-glib.h>

#include "series/gen.h"

/*
 * What was generated, on the terminal: a row a patch with the sites converted
 * and left and the diffstat, then each site that was left with the reason, and
 * where branch and mails are.
 */
void ks_report_gen_text(const KsGen *gen);

/* The same as one JSON object. */
void ks_report_gen_json(const KsGen *gen);

/* Its members, into the object that is open. */
void ks_report_gen_add(JsonBuilder *json, const KsGen *gen);

#endif
