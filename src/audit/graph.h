/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GRAPH_H
#define KS_GRAPH_H

#include "audit/facts.h"

/*
 * The functions of several modules, linked: who calls whom, also through
 * function pointers.  Where a pointer may lead is found by a fixpoint over all
 * that is assigned, passed and returned, told apart by field, variable and
 * parameter but not by object.
 */
typedef struct KsGraph KsGraph;

/* One function of one module; a header's inline is one for all units of it. */
typedef struct {
	const char *module;
	const KsFunction *function;
	const KsFacts *facts; /* the unit's that it was taken from */
	GPtrArray *edges; /* KsEdge, one a call that leads somewhere */
	GPtrArray *callers; /* KsEdge that lead here */
	GPtrArray *
		escapes; /* char *: where its address goes and is not followed */
	bool broken; /* its unit has errors */
} KsNode;

typedef struct {
	KsNode *from;
	const KsCall *call;
	GPtrArray *to; /* KsNode */
} KsEdge;

/* A function's address that is assigned, or passed to what is not here. */
typedef struct {
	KsNode *node;
	const char *place; /* "net_device_ops.ndo_open", or the callee's name */
	bool is_field;
	guint index; /* of the argument */
	KsNode *where; /* NULL: an initialiser of a global */
	const char *file;
	int line;
	bool followed; /* calls through that place are in the graph */
} KsTaken;

KsGraph *ks_graph_new(void);
void ks_graph_free(KsGraph *graph);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsGraph, ks_graph_free)

/* Add a unit of @module; @facts must outlive the graph. */
void ks_graph_add(KsGraph *graph, const char *module, const KsFacts *facts);

/* After the last unit. */
void ks_graph_link(KsGraph *graph);

const GPtrArray *ks_graph_nodes(const KsGraph *graph); /* KsNode */
const GPtrArray *ks_graph_taken(const KsGraph *graph); /* KsTaken */

/* The function that @module means by @key, NULL: it is not here. */
KsNode *ks_graph_find(const KsGraph *graph, const char *module,
		      const char *key);

#endif
