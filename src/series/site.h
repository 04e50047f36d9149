/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SITE_H
#define KS_SITE_H

#include "series/lex.h"

/* How a name stands in the text. */
typedef enum {
	KS_SITE_CALL,
	KS_SITE_MEMBER, /* behind "." or "->": something else's name */
	KS_SITE_DECLARATION, /* or definition, of a function */
	KS_SITE_MACRO, /* in a #define */
	KS_SITE_DISABLED, /* under #if 0: no compiler sees it */
	KS_SITE_REFERENCE, /* any other use: its address, a parameter */
} KsSiteKind;

/* One place where a name stands outside of comments and strings. */
typedef struct {
	char *token;
	char *function; /* the one around it, "" outside of all */
	guint line; /* 1-based */
	guint column; /* 1-based, in bytes */
	KsSiteKind kind;
	guint lexeme; /* its index in the KsLex */
	int args; /* of a call or declaration; else -1 */
} KsSite;

/* Every place of the names in @tokens (NULL-terminated), in the text's order:
 * an array of KsSite that owns them.
 */
GPtrArray *ks_sites_find(const KsLex *lex, const char *const *tokens);

/* A copy that the caller owns. */
KsSite *ks_site_copy(const KsSite *site);
void ks_site_free(KsSite *site);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSite, ks_site_free)

/* "call", "member", ...: for tables and messages. */
const char *ks_site_kind_name(KsSiteKind kind);

#endif
