// SPDX-License-Identifier: GPL-2.0
#include "check/audit_conf.h"

#include <string.h>

#include "audit/walk.h"
#include "base/checksum.h"
#include "base/error.h"
#include "check/audit.h"
#include "check/audit_facts.h"
#include "series/config.h"

static void exclusion_free(gpointer data)
{
	KsExclusion *one = data;

	g_free(one->driver);
	g_free(one->root);
	g_free(one->function);
	g_free(one->callee);
	g_free(one->reason);
	g_free(one);
}

/* Where a key's value is kept; NULL for an unknown key. */
static char **member(KsExclusion *one, const char *key)
{
	if (g_str_equal(key, "driver"))
		return &one->driver;
	if (g_str_equal(key, "root"))
		return &one->root;
	if (g_str_equal(key, "function"))
		return &one->function;
	if (g_str_equal(key, "callee"))
		return &one->callee;
	return g_str_equal(key, "reason") ? &one->reason : NULL;
}

static bool is_whole(const KsExclusion *one)
{
	return one->driver && one->root && one->function && one->callee &&
	       one->reason;
}

static bool add(GPtrArray *all, GHashTable *names, const char *path,
		const KsConfigEntry *entry, GError **error)
{
	KsExclusion *one;
	char **to;

	if (!g_str_equal(entry->section, "exclude") || !entry->subsection) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s:%d: only [exclude \"NAME\"] is known here",
			    path, entry->line);
		return false;
	}
	one = g_hash_table_lookup(names, entry->subsection);
	if (!one) {
		one = g_new0(KsExclusion, 1);
		g_ptr_array_add(all, one);
		g_hash_table_insert(names, entry->subsection, one);
	}
	to = member(one, entry->key);
	if (!to || *to || !entry->value || !*entry->value) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s:%d: %s: there are driver, root, function, callee and reason, each once and with a value",
			path, entry->line, entry->key);
		return false;
	}
	*to = g_strdup(entry->value);
	return true;
}

bool ks_audit_sum(KsContext *context, const char *tree, const char *family,
		  GChecksum *sum, GError **error)
{
	g_autoptr(KsTargetConf)
		conf = ks_audit_conf(context, tree, family, error);
	g_autofree char *text = conf ? ks_target_conf_sum(conf, error) : NULL;
	g_autofree char *tool = text ? ks_audit_tool(context, error) : NULL;
	g_autofree char *path = ks_data_path(context, "ci", "audit.conf", NULL);
	g_autofree char *exclusions = NULL;

	if (!tool || !g_file_get_contents(path, &exclusions, NULL, error))
		return false;
	ks_sum_add(sum, text);
	ks_sum_add(sum, tool);
	ks_sum_add(sum, exclusions);
	return true;
}

GPtrArray *ks_audit_exclusions(const KsContext *context, GError **error)
{
	g_autofree char *path = ks_data_path(context, "ci", "audit.conf", NULL);
	g_autoptr(GPtrArray) entries = ks_config_read(context, path, error);
	g_autoptr(GPtrArray)
		all = g_ptr_array_new_with_free_func(exclusion_free);
	g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; entries && i < entries->len; i++)
		if (!add(all, names, path, entries->pdata[i], error))
			return NULL;
	for (guint i = 0; entries && i < all->len; i++) {
		if (is_whole(all->pdata[i]))
			continue;
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: an exclusion needs driver, root, function, callee and reason",
			path);
		return NULL;
	}
	return entries ? g_steal_pointer(&all) : NULL;
}
