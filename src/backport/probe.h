/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_PROBE_H
#define KS_PROBE_H

#include "series/rule.h"

/* What a tree has of something that a rule needs. */
typedef enum {
	KS_PROBE_THERE,
	KS_PROBE_MISSING,
	KS_PROBE_OTHER, /* the name is there, and means something else */
} KsProbe;

/* "there", ... */
const char *ks_probe_name(KsProbe probe);

/* Look for @need in @commit.  What counts is what is there, not the version. */
bool ks_probe(KsContext *context, const KsRuleNeed *need, const char *commit,
	      KsProbe *probe, GError **error);

/*
 * Whether the function @symbol of @text, or one that it calls there, directly
 * or through others, uses @name.
 */
bool ks_probe_uses(GBytes *text, const char *symbol, const char *name);

#endif
