// SPDX-License-Identifier: GPL-2.0
#include "cmd/plan.h"

#include "backport/port.h"
#include "base/error.h"

static void tree_free(gpointer tree)
{
	ks_tree_free(tree);
}

static void made_free(gpointer made)
{
	ks_made_free(made);
}

void ks_cmd_plan_clear(KsCmdPlan *plan)
{
	g_clear_pointer(&plan->plan.targets, g_ptr_array_unref);
	g_clear_pointer(&plan->plan.only, g_strfreev);
	g_clear_pointer(&plan->made, g_ptr_array_unref);
	g_clear_pointer(&plan->trees, g_ptr_array_unref);
	g_clear_pointer(&plan->confs, g_ptr_array_unref);
	g_clear_pointer(&plan->series, ks_series_free);
}

static bool check_names(char **only, GError **error)
{
	g_autoptr(GString) known = g_string_new(NULL);

	for (const KsCheck *c = ks_checks(); c->name; c++)
		g_string_append_printf(known, "%s%s", known->len ? ", " : "",
				       c->name);
	for (; only && *only; only++) {
		const KsCheck *check = ks_checks();

		while (check->name && !g_str_equal(check->name, *only))
			check++;
		if (check->name)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "there is no check '%s'; there are %s", *only,
			    known->str);
		return false;
	}
	return true;
}

/* Several targets of one tree share what was made on it. */
static const KsMade *make_on(KsContext *context, KsCmdPlan *plan,
			     const char *name, const KsCmdAsk *ask,
			     const KsTree **tree, GError **error)
{
	g_autoptr(KsPort) port = NULL;
	KsTree *found;
	KsMade *made;

	for (guint i = 0; i < plan->trees->len; i++) {
		*tree = plan->trees->pdata[i];
		if (g_str_equal((*tree)->name, name))
			return plan->made->pdata[i];
	}
	found = ks_tree_find(context, name, error);
	if (!found)
		return NULL;
	*tree = found;
	g_ptr_array_add(plan->trees, found);
	if (ask->backport) {
		port = ks_port_new(context, ask->series, found, error);
		if (!port)
			return NULL;
	}
	made = ks_make_series(context, port ? port->series : plan->series,
			      found, ask->without, error);
	if (made)
		g_ptr_array_add(plan->made, made);
	return made;
}

static bool add_target(KsContext *context, KsCmdPlan *plan, KsTargetConf *conf,
		       const KsCmdAsk *ask, GError **error)
{
	const KsTree *tree;
	const KsMade *made =
		make_on(context, plan, conf->tree, ask, &tree, error);
	KsPlanTarget *target;

	if (!made)
		return false;
	target = g_new0(KsPlanTarget, 1);
	*target = (KsPlanTarget){.conf = conf,
				 .version = tree->version,
				 .base = made->base,
				 .patches = made->patches,
				 .left = made->left};
	g_ptr_array_add(plan->plan.targets, target);
	return true;
}

/* A run of nothing would say nothing. */
static bool has_patches(const KsCmdPlan *plan, GError **error)
{
	g_autoptr(GString) names = g_string_new(NULL);

	for (guint i = 0; i < plan->made->len; i++) {
		const KsMade *made = plan->made->pdata[i];
		const KsTree *tree = plan->trees->pdata[i];

		if (made->patches->len)
			return true;
		g_string_append_printf(names, "%s%s", i ? ", " : "",
				       tree->name);
	}
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"no patch of %s can be made on %s: 'kseries gen' says why; --without takes out first what the tree has already",
		plan->series->name, names->str);
	return false;
}

bool ks_cmd_plan(KsContext *context, const KsCmdAsk *ask, KsCmdPlan *plan,
		 GError **error)
{
	plan->trees = g_ptr_array_new_with_free_func(tree_free);
	plan->made = g_ptr_array_new_with_free_func(made_free);
	plan->plan.targets = g_ptr_array_new_with_free_func(g_free);
	plan->plan.only = ask->only ? g_strsplit(ask->only, ",", -1) : NULL;
	if (!check_names(plan->plan.only, error))
		return false;
	plan->series = ks_series_load(context, ask->series, error);
	plan->confs = plan->series ? ks_target_confs(context, ask->on, error) :
				     NULL;
	if (!plan->confs)
		return false;
	plan->plan.series = plan->series->name;
	for (guint i = 0; i < plan->confs->len; i++)
		if (!add_target(context, plan, plan->confs->pdata[i], ask,
				error))
			return false;
	return has_patches(plan, error);
}
