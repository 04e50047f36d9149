/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_FIXTURE_H
#define KS_AUDIT_FIXTURE_H

#include "audit/audited.h"
#include "base/child.h"
#include "base/context.h"

/* The facts of a driver of a few lines, of @dir, below tests/ or anywhere. */
static inline KsFacts *fixture_facts(const char *dir, const char *name)
{
	const char *data = g_getenv("KSERIES_DATA");
	g_autofree char *program =
		g_build_filename(data, "build", "kseries-facts", NULL);
	g_autofree char *include =
		g_strdup_printf("-I%s/tests/audit/include", data);
	const char *argv[] = {program, dir, name, include, "-std=gnu11", NULL};
	KsChildSpec spec = {.argv = argv, .cwd = dir, .timeout_s = 60};
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) error = NULL;
	KsFacts *facts;

	ks_child_check(&spec, &result, &error);
	g_assert_no_error(error);
	facts = ks_facts_parse(result.out->str, name, &error);
	g_assert_no_error(error);
	return facts;
}

/* What the audit says of it: KsAudited. */
static inline GPtrArray *fixture_audit(const char *dir, const char *name)
{
	g_autoptr(KsFacts) facts = fixture_facts(dir, name);
	g_autoptr(KsGraph) graph = ks_graph_new();
	g_autoptr(GPtrArray) roots = NULL;
	g_autoptr(KsWalk) walk = NULL;

	ks_graph_add(graph, "fixture", facts);
	ks_graph_link(graph);
	roots = ks_roots_find(graph);
	walk = ks_walk_new(graph, roots, NULL);
	return ks_audit_judge(walk);
}

#endif
