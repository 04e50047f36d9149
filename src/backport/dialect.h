/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DIALECT_H
#define KS_DIALECT_H

#include "series/rule.h"

/*
 * How kernels of different age write the same thing: the rules of cocci/ and
 * of backports/dialect/.  A rule's tokens are the older words, its result the
 * newer; it is run as it is on the way to a newer kernel and with "revert" on
 * the way to an older one, and may know one way only.
 */
typedef struct {
	GPtrArray *rules; /* KsDialectRule */
} KsDialect;

typedef struct {
	KsRule *rule;
	char *name; /* "strscpy" */
	char **words; /* the tokens and the result */
	bool patches, reverts; /* which ways it knows */
} KsDialectRule;

typedef enum {
	KS_DIALECT_KEEP, /* both write it alike, or nothing tells */
	KS_DIALECT_REVERT,
	KS_DIALECT_PATCH,
} KsDialectWay;

KsDialect *ks_dialect_load(const KsContext *context, GError **error);
void ks_dialect_free(KsDialect *dialect);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsDialect, ks_dialect_free)

/* Where a rule's words stand in a text, in its order: an array of KsSite. */
GPtrArray *ks_dialect_sites(const KsDialectRule *rule, GBytes *text);

/*
 * The way that a rule goes by what the target writes, @theirs (the sites of
 * its file), where we write @ours: it is the target's own function of the same
 * name that tells, and only where that has none of the words the whole file.
 * *@was becomes the token that stands there most often, or NULL.
 */
KsDialectWay ks_dialect_way(const KsDialectRule *rule, GPtrArray *ours,
			    GPtrArray *theirs, const char **was);

/*
 * The rule (its name) by whose words two texts of the same place differ, that
 * is one has the newer where the other has the older; or NULL.  Where the older
 * and the newer are one name with other arguments, both texts have it, and the
 * rule is one of those (names) that @ran on the change.
 */
const char *ks_dialect_differs(const KsDialect *dialect, GBytes *one,
			       GBytes *other, GPtrArray *ran);

#endif
