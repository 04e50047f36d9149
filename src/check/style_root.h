/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_STYLE_ROOT_H
#define KS_STYLE_ROOT_H

#include "check/check.h"

/*
 * What checkpatch.pl reads of a tree, checked out apart, so that style does not
 * wait for a kernel: the scripts, the headers (for names that are in CamelCase
 * already) and the files that the patch changes, as they are before it.
 */
typedef struct {
	char *dir;
	int lock;
} KsStyleRoot;

/* It is locked, against threads and other kseries, until it is closed. */
KsStyleRoot *ks_style_root_open(KsContext *context, const KsPatch *patch,
				GError **error);
void ks_style_root_close(KsStyleRoot *root);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsStyleRoot, ks_style_root_close)

#endif
