/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GATE_H
#define KS_GATE_H

#include "tree/driver.h"
#include "tree/tree.h"

/* Calls that a rule must leave alone: nothing proves that they may change. */
typedef struct {
	char *file;
	char *function; /* NULL: all of the file */
	char *reason;
} KsUnproven;

void ks_unproven_free(KsUnproven *unproven);

/* Why the call in @function of @file is to stay, NULL if it may change. */
const char *ks_unproven_reason(const GPtrArray *unproven, const char *file,
			       const char *function);

/*
 * Asked before a rule is applied: which calls of @tokens in @driver, as it is
 * in @commit, are not proven?  An array that owns its KsUnprovens; NULL with
 * an error.
 */
typedef struct {
	GPtrArray *(*ask)(gpointer data, const KsTree *tree,
			  const KsDriver *driver, const char *commit,
			  const char *const *tokens, GError **error);
	gpointer data;
} KsGate;

#endif
