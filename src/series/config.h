/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SERIES_CONFIG_H
#define KS_SERIES_CONFIG_H

#include "base/context.h"

/* One `key = value` of a file in git-config syntax. */
typedef struct {
	char *section; /* lower case */
	char *subsection; /* as written, NULL if there is none */
	char *key; /* lower case */
	char *value; /* NULL for a key without "=" */
	int line; /* 1-based; 0 if it could not be told */
} KsConfigEntry;

/*
 * Read @path with `git config`, entries in the file's order.  A syntax error
 * is git's own message, which names the line.  The array owns its entries.
 */
GPtrArray *ks_config_read(const KsContext *context, const char *path,
			  GError **error);

#endif
