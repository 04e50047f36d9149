/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_EXPR_H
#define KS_EXPR_H

#include <glib.h>
#include <stdbool.h>

/* An expression of a function, as src/facts/README.md has it. */
typedef enum {
	KS_EXPR_UNKNOWN,
	KS_EXPR_CONST, /* value */
	KS_EXPR_PARAM, /* value: its index */
	KS_EXPR_LOCAL, /* value: its number in the function */
	KS_EXPR_GLOBAL, /* name: its key */
	KS_EXPR_FIELD, /* name: "record.field" */
	KS_EXPR_FUNC, /* name: its key */
	KS_EXPR_RESULT, /* name: the key of what was called */
	KS_EXPR_DEREF, /* x[0] */
	KS_EXPR_ADDRESS,
	KS_EXPR_NOT,
	KS_EXPR_MINUS,
	KS_EXPR_CHOICE, /* x[0] ? x[1] : x[2] */
	KS_EXPR_BINARY, /* x[0] name x[1] */
} KsExprKind;

typedef struct KsExpr KsExpr;
struct KsExpr {
	KsExprKind kind;
	gint64 value;
	char *name; /* or NULL */
	KsExpr *x[3];
};

/* Parse @text; NULL if it is no expression. */
KsExpr *ks_expr_parse(const char *text);
void ks_expr_free(KsExpr *expr);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsExpr, ks_expr_free)

/* Call @fn for @expr and all that it is made of, outermost first. */
typedef void (*KsExprFn)(const KsExpr *expr, gpointer data);
void ks_expr_each(const KsExpr *expr, KsExprFn fn, gpointer data);

/* The name in a key: what follows its path, if it has one. */
const char *ks_key_name(const char *key);

/* As a reader writes it, "x->clean_rx" as "e1000_adapter.clean_rx". */
char *ks_expr_format(const KsExpr *expr);

#endif
