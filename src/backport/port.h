/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PORT_H
#define KS_PORT_H

#include "backport/answer.h"
#include "backport/probe.h"
#include "series/def.h"
#include "tree/tree.h"

/* One symbol that the series needs, and what is done about it. */
typedef struct {
	char *symbol, *header;
	KsProbe probe;
	const KsAnswer *answer; /* of the port; NULL: none is needed, or known */
	char *outcome; /* what that means, as a person reads it */
	bool lost; /* what needs it is left out */
} KsPortNeed;

/* A series on the way to a tree that may lack what it needs. */
typedef struct {
	char *line; /* "5.10" */
	KsSeries *series; /* with the answers in it */
	GPtrArray *answers; /* KsAnswer */
	GPtrArray *needs; /* KsPortNeed, in the order of the patches */
} KsPort;

/*
 * Load the series @name and adapt it to @tree: whatever a rule needs is looked
 * for in the tree; where it is missing, the answer of backports/LINE comes in
 * front of the first patch that needs it, or the patches are left out with the
 * reason.
 */
KsPort *ks_port_new(KsContext *context, const char *name, const KsTree *tree,
		    GError **error);
void ks_port_free(KsPort *port);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsPort, ks_port_free)

#endif
