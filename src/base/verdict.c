// SPDX-License-Identifier: GPL-2.0
#include "base/verdict.h"

#include <glib.h>

static const char *const names[] = {
#define X(name, word) word,
	KS_VERDICTS(X)
#undef X
};

const char *ks_verdict_name(KsVerdict verdict)
{
	return names[verdict];
}

bool ks_verdict_parse(const char *word, KsVerdict *verdict)
{
	for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
		if (g_str_equal(word, names[i])) {
			*verdict = i;
			return true;
		}
	}
	return false;
}

bool ks_verdict_good(KsVerdict verdict)
{
	return verdict == KS_VERDICT_PASS;
}
