// SPDX-License-Identifier: GPL-2.0
#include "series/mask.h"

#include <string.h>

/* The last byte that makes a new name of @token; the token's own if all of
 * them are taken, and then nothing is hidden.
 */
static char mask_byte(const KsLex *lex, const char *token)
{
	static const char bytes[] = "0123456789QXZ";
	g_autofree char *name = g_strdup(token);
	const char *names[] = {name, NULL};
	char *last = name + strlen(name) - 1;

	for (const char *byte = bytes; *byte; byte++) {
		g_autoptr(GPtrArray) known = NULL;

		*last = *byte;
		known = ks_sites_find(lex, names);
		if (!known->len)
			return *byte;
	}
	return token[strlen(token) - 1];
}

GBytes *ks_mask_hide(const KsLex *lex, GPtrArray *sites)
{
	char *text;

	if (!sites->len)
		return g_bytes_ref(lex->bytes);
	text = g_memdup2(lex->text, lex->len);
	for (guint i = 0; i < sites->len; i++) {
		const KsSite *site = sites->pdata[i];

		text[ks_lex_at(lex, site->lexeme)->end - 1] =
			mask_byte(lex, site->token);
	}
	return g_bytes_new_take(text, lex->len);
}

GBytes *ks_mask_show(const KsLex *lex, GPtrArray *sites, GBytes *after)
{
	g_autoptr(KsLex) now = NULL;
	char *text;

	if (!sites->len)
		return g_bytes_ref(after);
	now = ks_lex_new(after);
	text = g_memdup2(now->text, now->len);
	for (guint i = 0; i < sites->len; i++) {
		const KsSite *site = sites->pdata[i];
		g_autofree char *name = g_strdup(site->token);
		const char *names[] = {name, NULL};
		gsize last = strlen(name) - 1;
		g_autoptr(GPtrArray) hidden = NULL;

		name[last] = mask_byte(lex, site->token);
		hidden = ks_sites_find(now, names);
		for (guint k = 0; k < hidden->len; k++) {
			const KsSite *there = hidden->pdata[k];

			text[ks_lex_at(now, there->lexeme)->end - 1] =
				site->token[last];
		}
	}
	return g_bytes_new_take(text, now->len);
}
