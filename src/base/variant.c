// SPDX-License-Identifier: GPL-2.0
#include "base/variant.h"

GVariant *ks_variant_load(const char *path, const char *type)
{
	g_autoptr(GVariant) value = NULL;
	g_autoptr(GBytes) bytes = NULL;
	char *data;
	gsize size;

	if (!g_file_get_contents(path, &data, &size, NULL))
		return NULL;
	bytes = g_bytes_new_take(data, size);
	value = g_variant_ref_sink(
		g_variant_new_from_bytes(G_VARIANT_TYPE(type), bytes, FALSE));
	return g_variant_is_normal_form(value) ? g_steal_pointer(&value) : NULL;
}
