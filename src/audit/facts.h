/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FACTS_H
#define KS_FACTS_H

#include "audit/expr.h"

/*
 * What the functions of one translation unit do, as kseries-facts says it.
 * Strings are owned by the facts, but for names in expressions.
 */
typedef struct {
	char *file;
	int line, column;
	char *spelled; /* the identifier that stands there, "" if none does */
	KsExpr *callee;
	bool irqs_off; /* as far as the function itself shows */
	KsExpr *guard; /* what must hold for it to be reached, or NULL */
	GPtrArray *args; /* KsExpr */
} KsCall;

typedef struct {
	char *file;
	int line;
	KsExpr *place;
	KsExpr *value;
} KsSet;

typedef struct {
	char *key, *name, *file;
	int line;
	bool is_static;
	GPtrArray *params; /* names */
	guint64 numbers; /* bit N: parameter N is no pointer */
	GPtrArray *calls; /* KsCall */
	GPtrArray *sets; /* KsSet */
	GPtrArray *rets; /* KsExpr */
} KsFunction;

typedef struct {
	char *file;
	int line;
	char *text;
} KsParseError;

typedef struct {
	GPtrArray *deps; /* paths; the first is the unit */
	GPtrArray *errors; /* KsParseError */
	GPtrArray *functions; /* KsFunction */
	GPtrArray *sets; /* KsSet: initialisers of globals */
} KsFacts;

/*
 * Parse what kseries-facts printed about @unit.  An error that says the line
 * if it is not whole and in order.
 */
KsFacts *ks_facts_parse(const char *text, const char *unit, GError **error);
/*
 * Only the paths that the unit has read, which stand in front; to tell whether
 * the rest is worth parsing.  Owned by the caller.
 */
GPtrArray *ks_facts_deps(const char *text);

void ks_facts_free(KsFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsFacts, ks_facts_free)

#endif
