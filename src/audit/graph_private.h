/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GRAPH_PRIVATE_H
#define KS_GRAPH_PRIVATE_H

#include "audit/graph.h"

typedef struct KsPoints KsPoints;

typedef struct {
	char *module;
	const KsFacts *facts;
} Unit;

struct KsGraph {
	GPtrArray *nodes; /* KsNode */
	GPtrArray *taken; /* KsTaken */
	GPtrArray *units; /* Unit */
	GHashTable *by_key; /* "MODULE KEY" -> KsNode */
	GHashTable *exported; /* key -> the first KsNode with external linkage */
	KsPoints *points;
};

KsPoints *ks_points_new(void);
void ks_points_free(KsPoints *points);

/* Find what every place can point to. */
void ks_points_solve(KsGraph *graph);

/* The functions that @expr of @node can be (KsNode); newly allocated. */
GPtrArray *ks_points_of(const KsGraph *graph, const KsNode *node,
			const KsExpr *expr);

/* Find every address that is taken and where it goes. */
void ks_points_taken(KsGraph *graph);

#endif
