// SPDX-License-Identifier: GPL-2.0
#include "tree/version.h"

#include <string.h>

#include "tree/git.h"

/* "VARIABLE = value" of the Makefile's first lines; newly allocated or NULL. */
static char *get(char *const *lines, const char *variable)
{
	for (; *lines; lines++) {
		g_auto(GStrv) sides = g_strsplit(*lines, "=", 2);

		if (g_strv_length(sides) == 2 &&
		    g_str_equal(g_strchomp(sides[0]), variable))
			return g_strdup(g_strstrip(sides[1]));
	}
	return NULL;
}

bool ks_kernel_version(const KsContext *context, const char *commit,
		       char **version, GError **error)
{
	g_autofree char *name = g_strconcat(commit, ":Makefile", NULL);
	const char *names[] = {name, NULL};
	g_autoptr(GPtrArray) blobs = ks_git_read(context, names, error);
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	g_autofree char *major = NULL, *minor = NULL, *sub = NULL;
	g_autofree char *extra = NULL;

	*version = NULL;
	if (!blobs)
		return false;
	if (!blobs->pdata[0])
		return true;
	text = g_strndup(g_bytes_get_data(blobs->pdata[0], NULL),
			 g_bytes_get_size(blobs->pdata[0]));
	lines = g_strsplit(text, "\n", -1);
	major = get(lines, "VERSION");
	minor = get(lines, "PATCHLEVEL");
	sub = get(lines, "SUBLEVEL");
	extra = get(lines, "EXTRAVERSION");
	if (major && minor && sub)
		*version = g_strdup_printf("%s.%s.%s%s", major, minor, sub,
					   extra ? extra : "");
	return true;
}
