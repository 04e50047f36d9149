/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CHAIN_H
#define KS_CHAIN_H

#include "audit/walk.h"

/* One function that a poll's budget comes through on its way to a site. */
typedef struct {
	char *name;
	bool poll; /* the core hands the budget to it */
	GPtrArray *callers; /* char *: those of the chain that call it */
} KsLink;

/* The functions of all of @ways (KsArrival, of polls); owns its KsLinks. */
GPtrArray *ks_chain_new(const GPtrArray *ways);

/* The link @name of a chain, which is added if it is not there. */
KsLink *ks_chain_link(GPtrArray *chain, const char *name);

/* An empty chain that owns its links. */
GPtrArray *ks_chain_empty(void);

/* Note that @caller calls @link's function. */
void ks_link_add_caller(KsLink *link, const char *caller);

#endif
