// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"

G_DEFINE_QUARK(ks - error - quark, ks_error)

int ks_error_exit_status(const GError *error)
{
	if (g_error_matches(error, KS_ERROR, KS_ERROR_USAGE))
		return KS_EXIT_USAGE;
	return KS_EXIT_BROKEN;
}
