/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_USES_H
#define KS_USES_H

#include "series/lex.h"

typedef enum {
	KS_USE_NAME, /* a constant, a variable, a type, a function's address */
	KS_USE_CALL,
	KS_USE_MEMBER,
	KS_USE_HEADER, /* of an #include; the name is the path */
} KsUseKind;

/* A name that a text uses and does not declare in the same function. */
typedef struct {
	KsUseKind kind;
	char *name;
	guint line; /* the first one */
	int count; /* of a call: the arguments */
	char *tag; /* of a member: the struct that the chain begins at, or NULL */
	char **path; /* the members between: "hw", "mac" of a->hw.mac.type */
} KsUse;

/*
 * What the text @after uses, in the bodies of functions and in initialisers,
 * that @before (NULL: nothing) uses nowhere: an array of KsUse that owns them.
 * A call with another number of arguments is another use, and so is a member
 * of another struct.
 */
GPtrArray *ks_uses_added(GBytes *before, GBytes *after);

/*
 * Add to @names (a set that owns its texts) the names that stand in the text
 * outside of all functions and initialisers, or are a function's or a macro's:
 * whatever it declares is among them.
 */
void ks_uses_declared(GBytes *text, GHashTable *names);

#endif
