/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_STAGE_H
#define KS_STAGE_H

#include <glib.h>

/*
 * A stage is a folder with all that the boot of a patch needs of its build: a
 * kernel, the driver's module, those that must be loaded before it, netconsole.
 * It is copied out of the O= folder, so that the boot does not wait for what is
 * built next.  Everything below is a path in it.
 */
typedef struct {
	char *kernel;
	char *module;
	char **deps; /* in the order of loading */
	char *netconsole; /* NULL: there is none */
	char **netconsole_deps;
} KsStage;

/* Read what the folder holds. */
KsStage *ks_stage_read(const char *dir, GError **error);
void ks_stage_free(KsStage *stage);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsStage, ks_stage_free)

#endif
