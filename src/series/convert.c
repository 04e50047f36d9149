// SPDX-License-Identifier: GPL-2.0
#include "series/convert.h"

#include <string.h>

#include "base/error.h"
#include "series/thread.h"
#include "tree/driver.h"
#include "tree/family.h"
#include "tree/git.h"

struct KsConverter {
	KsContext *context;
	const KsSeries *series;
	const KsTree *tree;
	const KsGate *gate; /* or NULL */
	KsFamily *family;
	GPtrArray *drivers; /* KsDriver of the tree */
	GHashTable *rules; /* name -> KsRule */
};

static void rule_free(gpointer rule)
{
	ks_rule_free(rule);
}

static const KsDriver *driver_named(KsConverter *converter,
				    const KsPatchDef *def, GError **error)
{
	g_autoptr(GString) there = g_string_new(NULL);

	for (guint i = 0; i < converter->drivers->len; i++) {
		const KsDriver *driver = converter->drivers->pdata[i];

		if (g_str_equal(driver->module, def->driver))
			return driver;
		g_string_append_printf(there, " %s", driver->module);
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s/series:%d: driver = %s: %s of tree %s has no such driver; it has%s",
		converter->series->dir, def->line, def->driver,
		converter->series->family, converter->tree->name,
		there->len ? there->str : " none");
	return NULL;
}

/* A name that is wrong is better known before anything is made. */
static bool check_drivers(KsConverter *converter, GError **error)
{
	const GPtrArray *defs = converter->series->patches;

	for (guint i = 0; i < defs->len; i++) {
		const KsPatchDef *def = defs->pdata[i];

		if (def->driver && !driver_named(converter, def, error))
			return false;
	}
	return true;
}

KsConverter *ks_converter_new(KsContext *context, const KsSeries *series,
			      const KsTree *tree, const KsGate *gate,
			      GError **error)
{
	g_autoptr(KsConverter) converter = g_new0(KsConverter, 1);

	converter->context = context;
	converter->series = series;
	converter->tree = tree;
	converter->gate = gate;
	converter->rules = g_hash_table_new_full(g_str_hash, g_str_equal,
						 g_free, rule_free);
	converter->family = ks_family_load(context, series->family, error);
	if (!converter->family)
		return NULL;
	converter->drivers = ks_family_drivers(context, tree->commit,
					       converter->family, error);
	if (!converter->drivers || !check_drivers(converter, error))
		return NULL;
	return g_steal_pointer(&converter);
}

void ks_converter_free(KsConverter *converter)
{
	g_clear_pointer(&converter->family, ks_family_free);
	g_clear_pointer(&converter->drivers, g_ptr_array_unref);
	g_hash_table_unref(converter->rules);
	g_free(converter);
}

static const KsRule *rule_named(KsConverter *converter, const char *name,
				GError **error)
{
	KsRule *rule = g_hash_table_lookup(converter->rules, name);
	g_autofree char *file = g_strconcat(name, ".cocci", NULL);
	g_autofree char *path =
		ks_data_path(converter->context, "cocci", file, NULL);

	if (rule)
		return rule;
	rule = ks_rule_load(path, error);
	if (rule)
		g_hash_table_insert(converter->rules, g_strdup(name), rule);
	return rule;
}

char *ks_converter_missing(KsConverter *converter, const KsPatchDef *def,
			   GError **error)
{
	const KsRule *rule = rule_named(converter, def->rule, error);

	for (guint i = 0; rule && i < rule->needs->len; i++) {
		const KsRuleNeed *need = rule->needs->pdata[i];
		bool has;

		if (!ks_tree_has_symbol(converter->context,
					converter->tree->commit, need->symbol,
					need->header, &has, error))
			return NULL;
		if (!has)
			return g_strdup_printf(
				"tree %s has no %s in %s: a backport is needed",
				converter->tree->name, need->symbol,
				need->header);
	}
	return NULL;
}

/* The texts of the driver's files as they are in @commit. */
static GPtrArray *read_driver(KsConverter *converter, const KsDriver *driver,
			      const char *commit, GError **error)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) blobs = NULL;
	GPtrArray *files;
	char **const lists[] = {driver->sources, driver->headers};

	for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
		for (char **path = lists[i]; path && *path; path++)
			g_ptr_array_add(names, g_strdup_printf("%s:%s", commit,
							       *path));
	g_ptr_array_add(names, NULL);
	blobs = ks_git_read(converter->context,
			    (const char *const *)names->pdata, error);
	if (!blobs)
		return NULL;
	files = ks_spatch_files_new();
	for (guint i = 0; i < blobs->len; i++) {
		const char *name = names->pdata[i];

		if (blobs->pdata[i])
			ks_spatch_files_add(files, strchr(name, ':') + 1,
					    blobs->pdata[i]);
	}
	return files;
}

static KsRuleResult *run_thread(KsConverter *converter, const KsPatchDef *def,
				KsRuleMode mode, GPtrArray *files,
				GError **error)
{
	g_autoptr(KsThread) thread = ks_thread_new(def->chain, def->was, error);
	KsRuleResult *result;

	if (!thread)
		return NULL;
	result =
		ks_thread_apply(converter->context, thread, mode, files, error);
	if (!result)
		g_prefix_error(error, "%s/series:%d: ", converter->series->dir,
			       def->line);
	return result;
}

/* "function: reason" of the definition is about the function. */
static bool is_trusted(const KsPatchDef *def, const char *function)
{
	for (char **entry = def->trust; function && entry && *entry; entry++) {
		gsize len = strcspn(*entry, ": \t");

		if (len == strlen(function) && !strncmp(*entry, function, len))
			return true;
	}
	return false;
}

/* What the gate does not let through, but for what the definition trusts. */
static bool ask_gate(KsConverter *converter, const KsPatchDef *def,
		     const KsDriver *driver, const char *commit,
		     const KsRule *rule, GPtrArray **unproven, GError **error)
{
	const KsGate *gate = converter->gate;

	*unproven = gate->ask(gate->data, converter->tree, driver, commit,
			      (const char *const *)rule->tokens, error);
	for (guint i = *unproven ? (*unproven)->len : 0; i > 0; i--) {
		const KsUnproven *one = (*unproven)->pdata[i - 1];

		if (is_trusted(def, one->function))
			g_ptr_array_remove_index(*unproven, i - 1);
	}
	return *unproven != NULL;
}

KsRuleResult *ks_converter_run(KsConverter *converter, const KsPatchDef *def,
			       const char *commit, KsRuleMode mode,
			       GError **error)
{
	KsRuleJob job = {.mode = mode,
			 .was = def->was,
			 .leave = (const char *const *)def->leave};
	const KsDriver *driver = driver_named(converter, def, error);
	g_autoptr(GPtrArray) files = NULL, unproven = NULL;

	job.rule = driver ? rule_named(converter, def->rule, error) : NULL;
	files = job.rule ? read_driver(converter, driver, commit, error) : NULL;
	if (!files)
		return NULL;
	if (def->chain)
		return run_thread(converter, def, mode, files, error);
	if (mode == KS_RULE_PATCH && converter->gate &&
	    !ask_gate(converter, def, driver, commit, job.rule, &unproven,
		      error))
		return NULL;
	job.unproven = unproven;
	return ks_rule_apply(converter->context, &job, files, error);
}
