/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RENAME_H
#define KS_RENAME_H

#include "series/site.h"

/*
 * The text of @lex with the names at @sites (KsSite of it, in its order)
 * replaced by @to, and lines that were aligned with a parenthesis aligned with
 * it again.  spatch 1.1.1 does that for some statements only, and for none
 * when the name becomes shorter.
 */
GBytes *ks_rename(const KsLex *lex, GPtrArray *sites, const char *to);

/* Whether both texts are the same but for white space and comments. */
bool ks_rename_same(const KsLex *one, const KsLex *other);

#endif
