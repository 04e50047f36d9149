// SPDX-License-Identifier: GPL-2.0
#include "series/gate.h"

static void unproven_free(gpointer data)
{
	KsUnproven *unproven = data;

	g_free(unproven->file);
	g_free(unproven->function);
	g_free(unproven->reason);
	g_free(unproven);
}

static KsUnproven *unproven_new(const char *file, const char *function,
				guint line)
{
	KsUnproven *one = g_new0(KsUnproven, 1);

	one->file = g_strdup(file);
	one->function = g_strdup(function);
	one->line = line;
	return one;
}

void ks_unproven_add(GPtrArray *unproven, const KsAudited *site,
		     const char *reason)
{
	KsUnproven *one = unproven_new(site->file, site->function, site->line);

	one->reason = g_strdup(reason);
	g_ptr_array_insert(unproven, 0, one);
}

GPtrArray *ks_unproven_of(const KsAudit *audit, const char *const *tokens)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(unproven_free);
	KsUnproven *one;

	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		if (site->verdict == KS_AUDIT_SAFE ||
		    !g_strv_contains(tokens, site->name))
			continue;
		one = unproven_new(site->file, site->function, site->line);
		one->drop = site->verdict == KS_AUDIT_DROP;
		one->reason = g_strdup_printf(
			"audit: %s: %s", ks_audit_verdict_name(site->verdict),
			site->reason);
		g_ptr_array_add(all, one);
	}
	for (char **left = audit->left; *left; left++) {
		one = unproven_new(*left, NULL, 0);
		one->reason = g_strdup_printf(
			"audit: not compiled in the configuration of %s",
			audit->target);
		g_ptr_array_add(all, one);
	}
	return all;
}

const KsUnproven *ks_unproven_find(const GPtrArray *unproven, const char *file,
				   const char *function, guint line)
{
	for (guint i = 0; unproven && i < unproven->len; i++) {
		const KsUnproven *one = unproven->pdata[i];

		if (g_str_equal(one->file, file) &&
		    (!one->function || g_str_equal(one->function, function)) &&
		    (!one->line || one->line == line))
			return one;
	}
	return NULL;
}
