/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GATE_H
#define KS_GATE_H

#include "audit/audited.h"
#include "tree/driver.h"
#include "tree/tree.h"

/* Calls that a rule must leave alone: nothing proves that they may change. */
typedef struct {
	char *file;
	char *function; /* NULL: all of the file */
	guint line; /* 0: all of the function */
	bool drop; /* it is right as it is, and must stay a drop */
	char *reason;
} KsUnproven;

/*
 * Asked before a rule is applied, and after: what is known of the sites of
 * @driver of @family as it is in @commit?  NULL with an error.
 */
typedef struct {
	KsAudit *(*ask)(gpointer data, const KsTree *tree, const char *family,
			const KsDriver *driver, const char *commit,
			GError **error);
	gpointer data;
} KsGate;

/*
 * The calls of @tokens that @audit does not prove: an array that owns its
 * KsUnprovens.
 */
GPtrArray *ks_unproven_of(const KsAudit *audit, const char *const *tokens);

/* Add @site in front of them, so that its reason is the one that is given. */
void ks_unproven_add(GPtrArray *unproven, const KsAudited *site,
		     const char *reason);

/* What says that the call in @function of @file is to stay, or NULL. */
const KsUnproven *ks_unproven_find(const GPtrArray *unproven, const char *file,
				   const char *function, guint line);

#endif
