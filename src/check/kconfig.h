/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_KCONFIG_H
#define KS_KCONFIG_H

#include <glib.h>
#include <stdbool.h>

/* One line of a configuration fragment. */
typedef struct {
	char *name; /* without CONFIG_ */
	char *value; /* "y", "m", a number, a quoted string; "n": not set */
	char *file;
	int line;
} KsSymbol;

void ks_symbol_free(KsSymbol *symbol);

/*
 * Read fragments: "CONFIG_X=value", "# CONFIG_X is not set", comments.  A
 * symbol that is named twice has its last value.  An array that owns its
 * KsSymbols, in the order of their first lines; an error names file and line.
 */
GPtrArray *ks_kconfig_read(const char *const *fragments, GError **error);

/* The symbols as text for KCONFIG_ALLCONFIG; newly allocated. */
char *ks_kconfig_text(GPtrArray *symbols);

/*
 * Whether each symbol has its value in @config (the text of a .config).  The
 * error names those that have not, with file and line.
 */
bool ks_kconfig_verify(GPtrArray *symbols, const char *config, GError **error);

#endif
