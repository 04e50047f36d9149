/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_AUDIT_FACTS_H
#define KS_AUDIT_FACTS_H

#include "audit/facts.h"
#include "check/target_private.h"
#include "tree/blobs.h"

/* Units whose facts are wanted. */
typedef struct {
	const char *module; /* whose unit it is */
	const char *source;
	char **flags; /* not owned */
	KsFacts *facts; /* owned; set by ks_audit_facts_get() */
} KsAuditUnit;

void ks_audit_unit_free(KsAuditUnit *unit);

/* Names the program that reads a unit, and its libclang; newly allocated. */
char *ks_audit_tool(KsContext *context, GError **error);

/*
 * Give the units the facts that are known of them, as commit @at of @blobs has
 * them; *@missing is how many have none then.  Nothing is asked of the target
 * but that it is configured.
 */
bool ks_audit_facts_look(KsTarget *target, const KsBlobs *blobs, guint at,
			 GPtrArray *units, guint *missing, GError **error);

/*
 * Have the facts of @units (KsAuditUnit), as of commit @at, where the target's
 * checkout has to stand.  A unit whose files, flags and tools are as in an
 * earlier run is not parsed again.  One child a unit, in the sandbox, as many
 * at a time as there are cores.  *@parsed: how many were not known.
 */
bool ks_audit_facts_get(KsTarget *target, const KsBlobs *blobs, guint at,
			GPtrArray *units, KsTask *task, guint *parsed,
			GError **error);

#endif
