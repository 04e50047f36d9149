// SPDX-License-Identifier: GPL-2.0
#include "check/audit.h"

#include <string.h>

#include "base/checksum.h"
#include "base/error.h"
#include "base/names.h"
#include "base/prune.h"
#include "check/audit_conf.h"
#include "check/audit_facts.h"
#include "check/audit_flags.h"
#include "tree/driver.h"

#define FLAVOUR		  "audit" /* ci/targets.conf */
#define DRY_RUN_TIMEOUT_S 600
#define DRY_RUNS	  "dry-runs"
#define DRY_RUNS_KEEP	  64

/* An audit in the making. */
typedef struct {
	KsAudit *audit;
	KsTarget *target;
	const KsTree *tree;
	KsTask *task;
	KsBlobs *blobs;
	bool ready; /* the checkout is as the commit, and units can be parsed */
} Auditor;

static void auditor_clear(Auditor *auditor)
{
	g_clear_pointer(&auditor->blobs, ks_blobs_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Auditor, auditor_clear)

/* Only where something is not known yet. */
static bool make_ready(Auditor *auditor, GError **error)
{
	if (auditor->ready)
		return true;
	auditor->ready =
		ks_target_prepare_objects(auditor->target,
					  auditor->tree->commit, auditor->task,
					  error) &&
		ks_target_move(auditor->target, auditor->audit->commit, error);
	return auditor->ready;
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

/* What make would say depends on no source: its name says on what. */
static char *dry_run_path(const Auditor *auditor, const GPtrArray *words)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);
	g_autofree char *below = NULL;

	ks_sum_add(sum, auditor->target->identity);
	ks_sum_add(sum, auditor->tree->commit); /* whose configuration it is */
	ks_sum_add(sum, ks_blobs_ground(auditor->blobs, 0));
	for (guint i = 0; i + 1 < words->len; i++)
		ks_sum_add(sum, words->pdata[i]);
	below = g_strconcat(DRY_RUNS "/", g_checksum_get_string(sum), NULL);
	return ks_target_path(auditor->target, below);
}

/* What the compiler would get for each unit: a dry run writes nothing. */
static char *dry_run(Auditor *auditor, const GPtrArray *words, GError **error)
{
	KsTarget *target = auditor->target;
	g_autofree char *log = ks_target_path(target, "dry-run.log");
	KsMake make = {.words = (const char *const *)words->pdata,
		       .log = log,
		       .timeout_s = DRY_RUN_TIMEOUT_S};
	g_auto(KsChildResult) result = {0};
	char *text = NULL;

	if (!make_ready(auditor, error) || !ks_write_file(log, "", 0, error) ||
	    !ks_target_run_make(target, &make, &result, error))
		return NULL;
	if (!result.status && g_file_get_contents(log, &text, NULL, NULL))
		return text;
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s: a dry run of make fails; see %s", target->name, log);
	return NULL;
}

static GHashTable *read_flags(Auditor *auditor, const GPtrArray *drivers,
			      GError **error)
{
	KsTarget *target = auditor->target;
	g_autoptr(GPtrArray) words = goals(drivers);
	g_autofree char *path = dry_run_path(auditor, words);
	g_autofree char *dir = ks_target_path(target, DRY_RUNS);
	g_autofree char *text = NULL;

	if (ks_target_may_use(target, path) &&
	    g_file_get_contents(path, &text, NULL, NULL)) {
		ks_prune_touch(path);
		return ks_audit_flags(text, target->src, target->conf->cross);
	}
	text = dry_run(auditor, words, error);
	if (!text || !ks_target_keep(target, path, text, -1, error))
		return NULL;
	ks_prune(dir, DRY_RUNS_KEEP, 0);
	return ks_audit_flags(text, target->src, target->conf->cross);
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

static bool run(Auditor *auditor, const GPtrArray *drivers, GError **error)
{
	KsAudit *audit = auditor->audit;
	KsTarget *target = auditor->target;
	g_autoptr(GPtrArray)
		exclusions = ks_audit_exclusions(target->context, error);
	g_autoptr(GHashTable) flags = NULL;
	g_autoptr(GPtrArray) units = NULL;
	const char *none[] = {NULL};
	guint missing;

	if (!drivers->len) { /* make without a goal would make the kernel */
		audit->sites = g_ptr_array_new();
		audit->left = g_new0(char *, 1);
		return true;
	}
	if (!exclusions || !ks_target_configure(target, error))
		return false;
	auditor->blobs =
		ks_blobs_load(target->context, audit->commit, none, error);
	flags = auditor->blobs ? read_flags(auditor, drivers, error) : NULL;
	if (!flags)
		return false;
	units = find_units(drivers, flags, &audit->left);
	audit->units = units->len;
	if (!ks_audit_facts_look(target, auditor->blobs, 0, units, &missing,
				 error))
		return false;
	if (missing &&
	    (!make_ready(auditor, error) ||
	     !ks_audit_facts_get(target, auditor->blobs, 0, units,
				 auditor->task, &audit->parsed, error)))
		return false;
	judge(audit, units, exclusions);
	return true;
}

KsTargetConf *ks_audit_conf(const KsContext *context, const char *tree,
			    const char *family, GError **error)
{
	g_autofree char *usual = g_strconcat(tree, "-", FLAVOUR, NULL);
	g_autofree char *own = g_strconcat(usual, "-", family, NULL);
	g_autofree char *both = g_strconcat(own, ",", usual, NULL);
	g_autoptr(GPtrArray) confs = ks_target_confs(context, both, error);
	const KsTargetConf *first = confs ? confs->pdata[0] : NULL;

	/* a name that is no target's is taken for a tree's */
	return first ? g_ptr_array_steal_index(confs, !g_str_equal(first->tree,
								   tree)) :
		       NULL;
}

KsAudit *ks_audit_run(KsContext *context, const KsTargetConf *conf,
		      const KsTree *tree, const char *commit,
		      const GPtrArray *drivers, GError **error)
{
	g_autoptr(KsAudit) audit = g_new0(KsAudit, 1);
	g_autoptr(KsTarget) target = ks_target_open(context, conf->name, error);
	g_autoptr(KsTask) task = NULL;
	g_auto(Auditor) auditor = {0};

	if (!target)
		return NULL;
	target->conf = conf;
	audit->tree = g_strdup(conf->tree);
	audit->target = g_strdup(conf->name);
	audit->commit = g_strdup(commit);
	audit->errors = g_ptr_array_new_with_free_func(g_free);
	audit->excluded = g_ptr_array_new_with_free_func(g_free);
	task = ks_task_begin(context->progress, 0, "%s audit", conf->name);
	auditor.audit = audit;
	auditor.target = target;
	auditor.tree = tree;
	auditor.task = task;
	return run(&auditor, drivers, error) ? g_steal_pointer(&audit) : NULL;
}
