// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/dist.h"

#define HEADERS "linux-headers-"
#define KBUILD	"linux-kbuild-"
#define ARCH	"-amd64"

/* "6.1." of "6.1.192-3" */
static char *line_of(const char *version)
{
	const char *dot = strchr(version, '.');
	gsize len = dot ? strspn(dot + 1, "0123456789") : 0;

	return len ? g_strdup_printf("%.*s.", (int)(dot + 1 + len - version),
				     version) :
		     NULL;
}

static bool is_plain(const char *name, const char *line)
{
	const char *abi = name + strlen(HEADERS);

	return g_str_has_prefix(name, HEADERS) && g_str_has_prefix(abi, line) &&
	       g_str_has_suffix(name, ARCH) && !strstr(abi, "-cloud-") &&
	       !strstr(abi, "-rt-");
}

static int newest_first(gconstpointer a, gconstpointer b)
{
	g_autofree char *left =
		g_utf8_collate_key_for_filename(*(char *const *)a, -1);
	g_autofree char *right =
		g_utf8_collate_key_for_filename(*(char *const *)b, -1);

	return strcmp(right, left);
}

char **ks_dist_headers(const char *const *names, const char *version)
{
	g_autofree char *line = line_of(version);
	GPtrArray *found = g_ptr_array_new();

	for (; line && *names; names++)
		if (is_plain(*names, line))
			g_ptr_array_add(found, g_strdup(*names));
	g_ptr_array_sort(found, newest_first);
	g_ptr_array_add(found, NULL);
	return (char **)g_ptr_array_free(found, FALSE);
}

char *ks_dist_kbuild(const char *depends)
{
	g_auto(GStrv) fields = g_strsplit_set(depends, ",|", -1);

	for (guint i = 0; fields[i]; i++) {
		const char *name = g_strchug(fields[i]);

		if (g_str_has_prefix(name, KBUILD))
			return g_strndup(name, strcspn(name, " \n:("));
	}
	return NULL;
}

char *ks_dist_module(const char *line)
{
	static const char top[] = "kernel/";
	const char *end = strstr(line, ".ko");

	if (!g_str_has_prefix(line, top) || strstr(line, "..") || !end)
		return NULL;
	line += strlen(top);
	return g_strndup(line, end + strlen(".ko") - line);
}
