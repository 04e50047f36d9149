// SPDX-License-Identifier: GPL-2.0
#include "series/convert.h"

#include <string.h>

#include "base/error.h"
#include "series/synth.h"
#include "series/thread.h"
#include "series/wanted.h"
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

		if (def->driver && !ks_def_is_for_all(def) &&
		    !driver_named(converter, def, error))
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

GPtrArray *ks_converter_wanted(KsConverter *converter, GError **error)
{
	const KsSeries *series = converter->series;
	g_autoptr(GPtrArray)
		wanted = g_ptr_array_new_with_free_func(ks_wanted_free);
	bool split = false;

	for (guint i = 0; i < series->patches->len; i++) {
		const KsPatchDef *def = series->patches->pdata[i];
		const KsRule *rule;

		if (!ks_def_is_for_all(def)) {
			g_ptr_array_add(wanted, ks_wanted_new(def));
			continue;
		}
		split = true;
		rule = rule_named(converter, def->rule, error);
		if (!rule ||
		    !ks_wanted_add_all(wanted, converter->context, series, def,
				       rule, converter->tree->commit,
				       converter->drivers, error))
			return NULL;
	}
	if (split)
		ks_wanted_group(wanted, converter->drivers);
	return g_steal_pointer(&wanted);
}

char *ks_converter_missing(KsConverter *converter, const KsPatchDef *def,
			   const char *commit, GError **error)
{
	const KsRule *rule = rule_named(converter, def->rule, error);

	for (guint i = 0; rule && i < rule->needs->len; i++) {
		const KsRuleNeed *need = rule->needs->pdata[i];
		bool has;

		if (!ks_tree_has_symbol(converter->context, commit,
					need->symbol, need->header, &has,
					error))
			return NULL;
		if (!has)
			return g_strdup_printf(
				"tree %s has no %s in %s: a backport is needed (kseries backport)",
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

/* If @result is none the error says where the patch is defined. */
static KsRuleResult *with_place(const KsConverter *converter,
				const KsPatchDef *def, KsRuleResult *result,
				GError **error)
{
	if (!result)
		g_prefix_error(error, "%s/series:%d: ", converter->series->dir,
			       def->line);
	return result;
}

static KsRuleResult *run_thread(KsConverter *converter, const KsPatchDef *def,
				KsRuleMode mode, GPtrArray *files,
				GError **error)
{
	g_autoptr(KsThread) thread = ks_thread_new(def->chain, def->was, error);

	if (!thread)
		return NULL;
	return with_place(converter, def,
			  ks_thread_apply(converter->context, thread, mode,
					  files, error),
			  error);
}

static KsAudit *audit(KsConverter *converter, const KsPatchDef *def,
		      const KsDriver *driver, const char *commit,
		      GError **error)
{
	const KsGate *gate = converter->gate;

	if (gate)
		return gate->ask(gate->data, converter->tree,
				 converter->series->family, driver, commit,
				 error);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s/series:%d: chain = " KS_CHAIN_AUDIT
		    " is found by an audit of the code, and this is done "
		    "without one",
		    converter->series->dir, def->line);
	return NULL;
}

/* What the audit does not prove, but for what the definition trusts. */
static GPtrArray *ask_gate(KsConverter *converter, const KsPatchDef *def,
			   const KsDriver *driver, const char *commit,
			   const KsRule *rule, GError **error)
{
	g_autoptr(KsAudit) known = audit(converter, def, driver, commit, error);
	GPtrArray *unproven =
		known ? ks_unproven_of(known,
				       (const char *const *)rule->tokens) :
			NULL;

	for (guint i = unproven ? unproven->len : 0; i > 0; i--) {
		const KsUnproven *one = unproven->pdata[i - 1];

		if (one->function &&
		    ks_reason_in((const char *const *)def->trust,
				 one->function))
			g_ptr_array_remove_index(unproven, i - 1);
	}
	return unproven;
}

static KsRuleResult *run_synth(KsConverter *converter, const KsPatchDef *def,
			       const KsDriver *driver, const char *commit,
			       const KsRule *rule, GPtrArray *files,
			       GError **error)
{
	g_autoptr(KsAudit) known = audit(converter, def, driver, commit, error);
	const KsSynth synth = {rule, known, (const char *const *)def->leave};

	if (!known)
		return NULL;
	return with_place(converter, def,
			  ks_synth_apply(converter->context, &synth, files,
					 error),
			  error);
}

static KsRuleResult *no_way_back(const KsConverter *converter,
				 const KsPatchDef *def, GError **error)
{
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s/series:%d: --without: chain = " KS_CHAIN_AUDIT
		    " does not say what to take out; write the chain and what "
		    "was there",
		    converter->series->dir, def->line);
	return NULL;
}

bool ks_converter_prove(KsConverter *converter, const KsPatchDef *def,
			const char *commit, const KsRuleResult *result,
			char **disproof, GError **error)
{
	const KsDriver *driver;
	const KsRule *rule;
	g_autoptr(KsAudit) after = NULL;

	*disproof = NULL;
	if (!ks_def_is_synthesised(def))
		return true;
	driver = driver_named(converter, def, error);
	rule = driver ? rule_named(converter, def->rule, error) : NULL;
	after = rule ? audit(converter, def, driver, commit, error) : NULL;
	if (after)
		*disproof = ks_synth_disproof(after, rule, result);
	return after != NULL;
}

KsRuleResult *ks_converter_run(KsConverter *converter, const KsPatchDef *def,
			       const char *commit, KsRuleMode mode,
			       GError **error)
{
	KsRuleJob job = {.mode = mode,
			 .was = def->was,
			 .leave = (const char *const *)def->leave};
	const KsDriver *driver;
	g_autoptr(GPtrArray) files = NULL, unproven = NULL;

	if (ks_def_is_synthesised(def) && mode == KS_RULE_REVERT)
		return no_way_back(converter, def, error);
	driver = driver_named(converter, def, error);
	job.rule = driver ? rule_named(converter, def->rule, error) : NULL;
	files = job.rule ? read_driver(converter, driver, commit, error) : NULL;
	if (!files)
		return NULL;
	if (ks_def_is_synthesised(def))
		return run_synth(converter, def, driver, commit, job.rule,
				 files, error);
	if (def->chain)
		return run_thread(converter, def, mode, files, error);
	if (mode == KS_RULE_PATCH && converter->gate) {
		unproven = ask_gate(converter, def, driver, commit, job.rule,
				    error);
		if (!unproven)
			return NULL;
	}
	job.unproven = unproven;
	return ks_rule_apply(converter->context, &job, files, error);
}
