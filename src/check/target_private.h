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
	GPtrArray *symbols; /* KsSymbol, as asked */
	char *config; /* the text that KCONFIG_ALLCONFIG reads */
	char *identity; /* NULL before ks_target_prepare() */
	KsCone *cone;
	GHashTable *cones; /* "PARENT COMMIT" -> object paths (char **) */
};

/* A file of notes below the target's folder; newly allocated. */
char *ks_target_path(const KsTarget *target, const char *name);

/*
 * The one-line note NAME, or NULL if there is none; newly allocated.  Notes
 * are what a target knows of itself: "commit" and "moving" (the checkout),
 * "kernel" (configuration and compiler of what is in obj), "stand" (the commit
 * that vmlinux and all modules are built from), "objects" (their number).
 */
char *ks_target_note(const KsTarget *target, const char *name);
bool ks_target_set_note(const KsTarget *target, const char *name,
			const char *text, GError **error);
void ks_target_drop_note(const KsTarget *target, const char *name);

/* One run of make. */
typedef struct {
	const char *const *words; /* goals and variables */
	const char *const *env; /* "NAME=value", or NULL */
	const char *log; /* appended to */
	const char *rw; /* a folder to show writable, or NULL */
	guint timeout_s;
	KsChildWatch watch;
	gpointer watch_data;
} KsMake;

/* As ks_target_make(). */
bool ks_target_run_make(KsTarget *target, const KsMake *make,
			KsChildResult *result, GError **error);

/*
 * Move to @commit and run make's goals that bring vmlinux and the modules
 * there, with the words and the rest of @make beside them; with @force even if
 * they should be there.  On success the target stands at @commit.  False only
 * as of ks_target_make(); without a run result->status is 0.
 */
bool ks_target_bring(KsTarget *target, const char *commit, bool force,
		     const KsMake *make, KsChildResult *result, GError **error);

/*
 * The objects that the change from @parent to @commit touches (ks_target_cone
 * of their difference), by the dependencies as they are at @parent, which is
 * built first if the target does not stand there.  Owned by the target.
 */
const char *const *ks_target_patch_cone(KsTarget *target, const char *parent,
					const char *commit, GError **error);

#endif
