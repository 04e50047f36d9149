// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "check/check.h"

/* build/guest-init in a source tree, guest-init where it was installed. */
char *ks_guest_path(const KsContext *context, const char *name, GError **error)
{
	g_autofree char *built = ks_data_path(context, "build", name, NULL);
	g_autofree char *installed = ks_data_path(context, name, NULL);

	if (g_file_test(built, G_FILE_TEST_IS_REGULAR))
		return g_steal_pointer(&built);
	if (g_file_test(installed, G_FILE_TEST_IS_REGULAR))
		return g_steal_pointer(&installed);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "the guest's init is neither %s nor %s; run 'make'", built,
		    installed);
	return NULL;
}
