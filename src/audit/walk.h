/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_WALK_H
#define KS_WALK_H

#include "audit/roots.h"
#include "audit/value.h"

/* What a site is about. */
typedef enum {
	KS_AUDIT_BUILD, /* build_skb, napi_build_skb */
	KS_AUDIT_CONSUME, /* napi_consume_skb */
	KS_AUDIT_FREE, /* dev_kfree_skb_any, ... */
	KS_AUDIT_ALLOC, /* napi_alloc_skb, ... */
	KS_AUDIT_KINDS,
} KsAuditKind;

/* "build", ... */
const char *ks_audit_kind_name(KsAuditKind kind);

/* A function that is reached from a root, with what it is called with. */
typedef struct KsState KsState;
struct KsState {
	const KsRoot *root;
	const KsNode *node;
	bool irqs_off; /* on the way here */
	KsValue *params;
	KsState *from; /* the first way here; NULL: it is the root's function */
	const KsCall *by;
	GPtrArray *callers; /* KsState: all ways here, but for the first */
	KsScope scope;
};

/* One call of an skb function, and how it is reached. */
typedef struct {
	KsAuditKind kind;
	const char *name; /* as it is spelled there */
	const KsCall *call;
	const KsNode *node;
	GPtrArray *arrivals; /* KsArrival */
} KsArrivals;

typedef struct {
	const KsState *state;
	KsValue budget; /* of a consume site: what arrives there */
	bool irqs_off;
} KsArrival;

/* A way that is never taken, for a reason that is not in the code. */
typedef struct {
	char *driver;
	char *root; /* the function that the kernel calls */
	char *function, *callee; /* the call that ends the way */
	char *reason;
} KsExclusion;

typedef struct KsWalk KsWalk;

/*
 * Find the sites of the graph, and walk to them from every root.  What a guard
 * excludes is not walked, nor what one of @exclusions (KsExclusion; may be NULL)
 * does.  All of them must outlive it.
 */
KsWalk *ks_walk_new(const KsGraph *graph, const GPtrArray *roots,
		    const GPtrArray *exclusions);
void ks_walk_free(KsWalk *walk);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsWalk, ks_walk_free)

const KsGraph *ks_walk_graph(const KsWalk *walk);
const GPtrArray *ks_walk_roots(const KsWalk *walk);

/* In the order of files and lines; KsArrivals, owned by the walk. */
const GPtrArray *ks_walk_sites(const KsWalk *walk);

/* The exclusions that have ended a way: KsExclusion. */
const GPtrArray *ks_walk_excluded(const KsWalk *walk);

/* Whether there was more than could be walked: nothing is proven then. */
bool ks_walk_is_cut(const KsWalk *walk);

#endif
