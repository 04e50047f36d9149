/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_ROOTS_H
#define KS_ROOTS_H

#include "audit/graph.h"

/* From where the kernel calls a driver. */
typedef enum {
	KS_CONTEXT_POLL, /* NAPI: the second parameter is the budget */
	KS_CONTEXT_NETPOLL, /* the same function, with budget 0 */
	KS_CONTEXT_HARDIRQ,
	KS_CONTEXT_IRQTHREAD,
	KS_CONTEXT_SOFTIRQ, /* timer, tasklet */
	KS_CONTEXT_XMIT, /* bottom halves off, any context */
	KS_CONTEXT_NETPOLL_CONTROLLER,
	KS_CONTEXT_PROCESS,
	KS_CONTEXTS,
} KsContextKind;

/* "poll", "netpoll", ... */
const char *ks_context_name(KsContextKind context);

typedef struct {
	KsNode *node;
	KsContextKind context;
	char *how; /* "netif_napi_add in e1000_probe" */
	const char *file; /* where that is */
	int line;
} KsRoot;

/*
 * The functions that the kernel calls, from how their addresses are handed to
 * it; each with each context once.  What is handed to something unknown is
 * noted in the node's escapes.  Owned by the caller.
 */
GPtrArray *ks_roots_find(KsGraph *graph);

#endif
