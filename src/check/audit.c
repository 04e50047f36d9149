// SPDX-License-Identifier: GPL-2.0
#include "check/audit.h"

#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "check/audit_conf.h"
#include "check/audit_facts.h"
#include "check/audit_flags.h"
#include "tree/driver.h"

#define FLAVOUR		  "audit" /* ci/targets.conf */
#define DRY_RUN_TIMEOUT_S 600

void ks_audit_free(KsAudit *audit)
{
	g_free(audit->tree);
	g_free(audit->target);
	g_free(audit->commit);
	g_clear_pointer(&audit->sites, g_ptr_array_unref);
	g_clear_pointer(&audit->errors, g_ptr_array_unref);
	g_clear_pointer(&audit->excluded, g_ptr_array_unref);
	g_strfreev(audit->left);
	g_free(audit);
}

/* The folders of the drivers, as goals of kbuild. */
static GPtrArray *goals(const GPtrArray *drivers)
{
	GPtrArray *words = g_ptr_array_new_with_free_func(g_free);

	g_ptr_array_add(words, g_strdup("-n"));
	g_ptr_array_add(words, g_strdup("KBUILD_MODULES=1"));
	for (guint i = 0; i < drivers->len; i++) {
		const KsDriver *driver = drivers->pdata[i];
		char *goal = g_strconcat(driver->dir, "/", NULL);

		if (g_ptr_array_find_with_equal_func(words, goal, g_str_equal,
						     NULL))
			g_free(goal);
		else
			g_ptr_array_add(words, goal);
	}
	g_ptr_array_add(words, NULL);
	return words;
}

/* What the compiler would get for each unit: a dry run writes nothing. */
static GHashTable *read_flags(KsTarget *target, const GPtrArray *drivers,
			      GError **error)
{
	g_autoptr(GPtrArray) words = goals(drivers);
	g_autofree char *log = ks_target_path(target, "dry-run.log");
	KsMake make = {.words = (const char *const *)words->pdata,
		       .log = log,
		       .timeout_s = DRY_RUN_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	g_autofree char *text = NULL;

	if (!ks_write_file(log, "", 0, error) ||
	    !ks_target_run_make(target, &make, &result, error))
		return NULL;
	if (result.status || !g_file_get_contents(log, &text, NULL, NULL)) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: a dry run of make fails; see %s", target->name,
			    log);
		return NULL;
	}
	return ks_audit_flags(text, target->src);
}

static void unit_free(gpointer unit)
{
	ks_audit_unit_free(unit);
}

static GPtrArray *find_units(const GPtrArray *drivers, GHashTable *flags,
			     char ***left)
{
	GPtrArray *units = g_ptr_array_new_with_free_func(unit_free);
	GPtrArray *missing = g_ptr_array_new_with_free_func(g_free);

	for (guint i = 0; i < drivers->len; i++) {
		const KsDriver *driver = drivers->pdata[i];

		for (char **source = driver->sources; *source; source++) {
			KsAuditUnit *unit;
			char **words = g_hash_table_lookup(flags, *source);

			if (!words) {
				g_ptr_array_add(missing, g_strdup(*source));
				continue;
			}
			unit = g_new0(KsAuditUnit, 1);
			unit->module = driver->module;
			unit->source = *source;
			unit->flags = words;
			g_ptr_array_add(units, unit);
		}
	}
	*left = ks_to_sorted_strv(missing);
	return units;
}

static void add_errors(KsAudit *audit, const KsFacts *facts)
{
	for (guint i = 0; i < facts->errors->len; i++) {
		const KsParseError *one = facts->errors->pdata[i];

		g_ptr_array_add(audit->errors,
				g_strdup_printf("%s:%d: %s", one->file,
						one->line, one->text));
	}
}

static void add_excluded(KsAudit *audit, const KsWalk *walk)
{
	const GPtrArray *used = ks_walk_excluded(walk);

	for (guint i = 0; i < used->len; i++) {
		const KsExclusion *one = used->pdata[i];

		g_ptr_array_add(audit->excluded,
				g_strdup_printf("%s: %s -> ... -> %s -> %s: %s",
						one->driver, one->root,
						one->function, one->callee,
						one->reason));
	}
}

static void judge(KsAudit *audit, const GPtrArray *units,
		  const GPtrArray *exclusions)
{
	g_autoptr(KsGraph) graph = ks_graph_new();
	g_autoptr(GPtrArray) roots = NULL;
	g_autoptr(KsWalk) walk = NULL;

	for (guint i = 0; i < units->len; i++) {
		const KsAuditUnit *unit = units->pdata[i];

		ks_graph_add(graph, unit->module, unit->facts);
		add_errors(audit, unit->facts);
	}
	ks_graph_link(graph);
	roots = ks_roots_find(graph);
	walk = ks_walk_new(graph, roots, exclusions);
	add_excluded(audit, walk);
	audit->sites = ks_audit_judge(walk);
}

static bool run(KsAudit *audit, KsTarget *target, const KsTree *tree,
		const GPtrArray *drivers, KsTask *task, GError **error)
{
	g_autoptr(GHashTable) flags = NULL;
	g_autoptr(GPtrArray)
		exclusions = ks_audit_exclusions(target->context, error);
	g_autoptr(GPtrArray) units = NULL;
	g_autoptr(KsBlobs) blobs = NULL;
	const char *none[] = {NULL};

	if (!exclusions || !ks_target_configure(target, error) ||
	    !ks_target_prepare_objects(target, tree->commit, task, error) ||
	    !ks_target_move(target, audit->commit, error))
		return false;
	flags = read_flags(target, drivers, error);
	blobs = flags ? ks_blobs_load(target->context, audit->commit, none,
				      error) :
			NULL;
	if (!blobs)
		return false;
	units = find_units(drivers, flags, &audit->left);
	audit->units = units->len;
	if (!ks_audit_facts_get(target, blobs, 0, units, task, &audit->parsed,
				error))
		return false;
	judge(audit, units, exclusions);
	return true;
}

KsTargetConf *ks_audit_conf(const KsContext *context, const char *tree,
			    GError **error)
{
	g_autofree char *on = g_strconcat(tree, "-", FLAVOUR, NULL);
	g_autoptr(GPtrArray) confs = ks_target_confs(context, on, error);

	return confs ? g_ptr_array_steal_index(confs, 0) : NULL;
}

KsAudit *ks_audit_run(KsContext *context, const KsTargetConf *conf,
		      const KsTree *tree, const char *commit,
		      const GPtrArray *drivers, GError **error)
{
	g_autoptr(KsAudit) audit = g_new0(KsAudit, 1);
	g_autoptr(KsTarget) target = ks_target_open(context, conf->name, error);
	g_autoptr(KsTask) task = NULL;

	if (!target)
		return NULL;
	target->conf = conf;
	audit->tree = g_strdup(conf->tree);
	audit->target = g_strdup(conf->name);
	audit->commit = g_strdup(commit);
	audit->errors = g_ptr_array_new_with_free_func(g_free);
	audit->excluded = g_ptr_array_new_with_free_func(g_free);
	task = ks_task_begin(context->progress, 0, "%s audit", conf->name);
	return run(audit, target, tree, drivers, task, error) ?
		       g_steal_pointer(&audit) :
		       NULL;
}
