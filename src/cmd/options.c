// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "cmd/cmd.h"

bool ks_cmd_options(const char *command, const char *usage,
		    const GOptionEntry *entries, int *argc, char ***argv,
		    GError **error)
{
	g_autoptr(GOptionContext) options = g_option_context_new(usage);
	g_autofree char *program = g_strconcat("kseries ", command, NULL);
	g_autoptr(GError) why = NULL;

	g_set_prgname(program);
	if (entries)
		g_option_context_add_main_entries(options, entries, NULL);
	if (g_option_context_parse(options, argc, argv, &why))
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "kseries %s: %s; see 'kseries %s --help'", command,
		    why->message, command);
	return false;
}
