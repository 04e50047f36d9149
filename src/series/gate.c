// SPDX-License-Identifier: GPL-2.0
#include "series/gate.h"

void ks_unproven_free(KsUnproven *unproven)
{
	g_free(unproven->file);
	g_free(unproven->function);
	g_free(unproven->reason);
	g_free(unproven);
}

const char *ks_unproven_reason(const GPtrArray *unproven, const char *file,
			       const char *function)
{
	for (guint i = 0; unproven && i < unproven->len; i++) {
		const KsUnproven *one = unproven->pdata[i];

		if (g_str_equal(one->file, file) &&
		    (!one->function || g_str_equal(one->function, function)))
			return one->reason;
	}
	return NULL;
}
