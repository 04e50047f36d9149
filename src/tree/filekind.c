// SPDX-License-Identifier: GPL-2.0
#include "tree/filekind.h"

#include <glib.h>

static const struct {
	const char *prefix; /* of the path */
	KsFileKind kind;
} folders[] = {
	{"Documentation/", KS_FILE_TEXT},
	{"LICENSES/", KS_FILE_TEXT},
	{"scripts/", KS_FILE_OTHER},
	{"tools/", KS_FILE_OTHER},
};

static const struct {
	const char *prefix; /* of the last part */
	KsFileKind kind;
} names[] = {
	{"Makefile", KS_FILE_MAKEFILE}, {"Kbuild", KS_FILE_MAKEFILE},
	{"Kconfig", KS_FILE_KCONFIG},	{"MAINTAINERS", KS_FILE_TEXT},
	{"CREDITS", KS_FILE_TEXT},	{"README", KS_FILE_TEXT},
	{".mailmap", KS_FILE_TEXT},	{".gitignore", KS_FILE_TEXT},
};

static const struct {
	const char *suffix;
	KsFileKind kind;
} ends[] = {
	{".c", KS_FILE_UNIT},	{".S", KS_FILE_UNIT},	{".h", KS_FILE_HEADER},
	{".rst", KS_FILE_TEXT}, {".txt", KS_FILE_TEXT},
};

KsFileKind ks_file_kind(const char *path)
{
	g_autofree char *name = g_path_get_basename(path);

	for (guint i = 0; i < G_N_ELEMENTS(folders); i++)
		if (g_str_has_prefix(path, folders[i].prefix))
			return folders[i].kind;
	for (guint i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_str_has_prefix(name, names[i].prefix))
			return names[i].kind;
	for (guint i = 0; i < G_N_ELEMENTS(ends); i++)
		if (g_str_has_suffix(name, ends[i].suffix))
			return ends[i].kind;
	return KS_FILE_OTHER;
}
