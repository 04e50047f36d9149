/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SARIF_RULE_H
#define KS_SARIF_RULE_H

#include "check/run.h"
#include "report/json_writer.h"

/*
 * The name of the rule that a finding breaks: the compiler's option
 * (-Wunused-variable), checkpatch's type (CODE_INDENT), else the first words
 * of the text that name no thing of the source ("incorrect-type-in-
 * assignment"), else the level.  Newly allocated.
 */
char *ks_sarif_rule(const KsFinding *finding);

/* A message or a description: an object of one text. */
void ks_sarif_add_text(KsJsonWriter *json, const char *name, const char *text);

/*
 * "rules": what the results of @tool refer to; for NULL, kseries itself, the
 * checks.
 */
void ks_sarif_add_rules(KsJsonWriter *json, const KsRun *run, const char *tool);

#endif
