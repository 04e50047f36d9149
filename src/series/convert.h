/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CONVERT_H
#define KS_CONVERT_H

#include "series/def.h"
#include "series/rule.h"
#include "tree/tree.h"

/*
 * Rules on the drivers of a tree: finds a patch's driver, reads its files from
 * a commit, and runs the rule on them, with the budget threaded where the
 * definition has a chain.
 */
typedef struct KsConverter KsConverter;

/*
 * @series and @tree must outlive it, as must @gate, which may be NULL: then
 * nothing has to be proven.
 */
KsConverter *ks_converter_new(KsContext *context, const KsSeries *series,
			      const KsTree *tree, const KsGate *gate,
			      GError **error);
void ks_converter_free(KsConverter *converter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsConverter, ks_converter_free)

/*
 * What the series wants on the tree: its definitions, with each driver in the
 * place of `driver = *`.  Owns its KsWanteds.
 */
GPtrArray *ks_converter_wanted(KsConverter *converter, GError **error);

/*
 * Why the tree, as it is in @commit, cannot take the rule of @def (a symbol that
 * it does not have), or NULL; NULL with an error too.
 */
char *ks_converter_missing(KsConverter *converter, const KsPatchDef *def,
			   const char *commit, GError **error);

/*
 * Convert (or take a conversion out of) the driver of @def as it is in
 * @commit.  A driver that the tree does not have is a usage error with the
 * definition's file and line.
 */
KsRuleResult *ks_converter_run(KsConverter *converter, const KsPatchDef *def,
			       const char *commit, KsRuleMode mode,
			       GError **error);

/*
 * Audit what came of it, in @commit, where the audit has made the chain:
 * *@disproof says what is not safe then (newly allocated), NULL if all is.
 */
bool ks_converter_prove(KsConverter *converter, const KsPatchDef *def,
			const char *commit, const KsRuleResult *result,
			char **disproof, GError **error);

#endif
