// SPDX-License-Identifier: GPL-2.0
#include "base/names.h"

#include <string.h>

int ks_by_name(gconstpointer a, gconstpointer b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

char **ks_to_sorted_strv(GPtrArray *names)
{
	g_ptr_array_sort(names, ks_by_name);
	g_ptr_array_add(names, NULL);
	return (char **)g_ptr_array_free(names, FALSE);
}

char **ks_sorted_keys(GHashTable *table)
{
	GPtrArray *names = g_ptr_array_new();
	GHashTableIter iter;
	gpointer key;

	g_hash_table_iter_init(&iter, table);
	while (g_hash_table_iter_next(&iter, &key, NULL))
		g_ptr_array_add(names, g_strdup(key));
	return ks_to_sorted_strv(names);
}

char **ks_dir_names(const char *dir, GError **error)
{
	g_autoptr(GDir) handle = g_dir_open(dir, 0, error);
	GPtrArray *names;
	const char *name;

	if (!handle)
		return NULL;
	names = g_ptr_array_new();
	while ((name = g_dir_read_name(handle)))
		g_ptr_array_add(names, g_strdup(name));
	return ks_to_sorted_strv(names);
}

void ks_argv_append(GPtrArray *argv, ...)
{
	const char *word;
	va_list ap;

	va_start(ap, argv);
	while ((word = va_arg(ap, const char *)))
		g_ptr_array_add(argv, g_strdup(word));
	va_end(ap);
}
