/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_WANTED_H
#define KS_WANTED_H

#include "series/def.h"
#include "series/rule.h"
#include "tree/driver.h"

/* A patch that a series wants on a tree. */
typedef struct {
	const KsPatchDef *def;
	KsPatchDef *own; /* @def, where it is one of many that `driver = *`
			  * stands for; else NULL */
	char *group; /* see ks_posting_group(); NULL: the series is one */
	char *idle; /* why there can be nothing to do; or NULL */
} KsWanted;

KsWanted *ks_wanted_new(const KsPatchDef *def);
void ks_wanted_free(gpointer wanted);

/*
 * Append to @wanted what @all, a definition for all drivers, stands for: each
 * of @drivers whose files have a token of @rule as of @commit and that
 * @series does not name itself with the same rule.  A driver that nowhere
 * names NAPI is there too, as idle: no budget can arrive there.
 */
bool ks_wanted_add_all(GPtrArray *wanted, const KsContext *context,
		       const KsSeries *series, const KsPatchDef *all,
		       const KsRule *rule, const char *commit,
		       const GPtrArray *drivers, GError **error);

/*
 * Give each of @wanted its group, and sort them by it: the definition's own
 * first, in its order, then by module.
 */
void ks_wanted_group(GPtrArray *wanted, const GPtrArray *drivers);

#endif
