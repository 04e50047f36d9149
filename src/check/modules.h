/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_MODULES_H
#define KS_MODULES_H

#include <glib.h>
#include <stdbool.h>

/*
 * The modules that a built kernel (an O= folder) has, by name.  Names are
 * those of /proc/modules: '-' is '_'.
 */
typedef struct KsModules KsModules;

/* Read modules.order; its entries end in .ko, since 6.2 in .o. */
KsModules *ks_modules_read(const char *obj, GError **error);
void ks_modules_free(KsModules *modules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsModules, ks_modules_free)

/* Absolute path of a module's file, or NULL (owned by @modules). */
const char *ks_modules_path(const KsModules *modules, const char *name);

/*
 * The modules that must be loaded before the file @ko: absolute paths in the
 * order of loading, NULL-terminated, @ko itself not among them.  What a file
 * needs is read from its own .modinfo ("depends="), so it holds for a module
 * that was just built by a patch.  NULL on a file that is not a module, a
 * dependency that was not built, or a circle.
 */
char **ks_modules_needed(const KsModules *modules, const char *ko,
			 GError **error);

#endif
