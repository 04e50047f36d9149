/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TARGET_PRIVATE_H
#define KS_TARGET_PRIVATE_H

#include "check/cone.h"
#include "check/target.h"

struct KsTarget {
	KsContext *context;
	char *name;
	char *dir; /* build/NAME in the home; src, obj and notes below it */
	char *src;
	char *obj;
	int lock;
	char *config;	/* the text that KCONFIG_ALLCONFIG reads */
	char *identity; /* NULL before ks_target_prepare() */
	KsCone *cone;
	GHashTable *cones; /* "PARENT COMMIT" -> object paths (char **) */
};

/* A file of notes below the target's folder; newly allocated. */
char *ks_target_path(const KsTarget *target, const char *name);

/* The one-line note NAME, or NULL if there is none; newly allocated. */
char *ks_target_note(const KsTarget *target, const char *name);
bool ks_target_set_note(const KsTarget *target, const char *name,
			const char *text, GError **error);
void ks_target_drop_note(const KsTarget *target, const char *name);

#endif
