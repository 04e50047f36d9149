/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MASK_H
#define KS_MASK_H

#include "series/site.h"

/*
 * Sites that are to stay are hidden from spatch behind names of the same
 * length, so that nothing in the layout moves: only a name's last byte
 * differs, by one that makes it a name the text does not have.
 */

/* The text of @lex with the places in @sites (KsSite of it) hidden. */
GBytes *ks_mask_hide(const KsLex *lex, GPtrArray *sites);

/* @after, which was made of that text, with the names shown again. */
GBytes *ks_mask_show(const KsLex *lex, GPtrArray *sites, GBytes *after);

#endif
