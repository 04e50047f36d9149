/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_VERDICT_H
#define KS_VERDICT_H

#include <stdbool.h>

/*
 * What a check says of a patch.  FAIL: the patch is bad.  ERROR: our side
 * broke, nothing is known of the patch.  Nothing unproven is ever PASS.
 */
#define KS_VERDICTS(X)                                                         \
	X(PASS, "pass")                                                        \
	X(WARN, "warn")                                                        \
	X(FAIL, "fail")                                                        \
	X(ERROR, "error")                                                      \
	X(TIMEOUT, "timeout")                                                  \
	X(SKIP, "skip")

typedef enum {
#define X(name, word) KS_VERDICT_##name,
	KS_VERDICTS(X)
#undef X
} KsVerdict;

/* The word of a verdict, for tables and JSON. */
const char *ks_verdict_name(KsVerdict verdict);

/* Back from the word; false if there is no such verdict. */
bool ks_verdict_parse(const char *word, KsVerdict *verdict);

/* Whether a run with this verdict may still end with exit status 0. */
bool ks_verdict_good(KsVerdict verdict);

#endif
