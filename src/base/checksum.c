// SPDX-License-Identifier: GPL-2.0
#include "base/checksum.h"

#include <string.h>

#include "base/child.h"

#define TIMEOUT_S 30

void ks_sum_add(GChecksum *sum, const char *word)
{
	if (!word)
		word = "";
	g_checksum_update(sum, (const guchar *)word, strlen(word) + 1);
}

char *ks_program_version(const char *program, GCancellable *cancel,
			 GError **error)
{
	const char *argv[] = {program, "--version", NULL};
	KsChildSpec spec = {
		.argv = argv, .timeout_s = TIMEOUT_S, .cancel = cancel};
	g_auto(KsChildResult) result = {0};

	if (ks_child_check(&spec, &result, error))
		return g_string_free(g_steal_pointer(&result.out), FALSE);
	g_prefix_error(error, "is it installed? scripts/setup: ");
	return NULL;
}
