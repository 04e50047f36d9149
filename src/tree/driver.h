/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DRIVER_H
#define KS_DRIVER_H

#include "tree/family.h"

/*
 * A driver is one kbuild module, found in the Makefiles of a tree.  All paths
 * are relative to the tree's top, lists are sorted and NULL-terminated.
 */
typedef struct {
	char *module; /* "e1000" */
	char *config; /* "CONFIG_E1000"; NULL: no symbol switches it */
	char *dir; /* "drivers/net/ethernet/intel/e1000" */
	char **sources; /* the .c files of its objects, all options on */
	char **headers; /* the .h files below @dir that no other module's
			   Makefile is nearer to */
} KsDriver;

void ks_driver_free(KsDriver *driver);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsDriver, ks_driver_free)

/* Whether @path is one of its sources or headers. */
bool ks_driver_has(const KsDriver *driver, const char *path);

/*
 * The drivers of @family in @commit, sorted by module; owns its KsDrivers.  A
 * module is the family's when one of its sources is.
 */
GPtrArray *ks_family_drivers(const KsContext *context, const char *commit,
			     const KsFamily *family, GError **error);

/*
 * One of them; '-' and '_' are the same in a module's name.  A usage error
 * lists those that are there.
 */
KsDriver *ks_family_driver(const KsContext *context, const char *commit,
			   const KsFamily *family, const char *module,
			   GError **error);

#endif
