/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DIST_H
#define KS_DIST_H

#include "check/blame.h"
#include "check/check.h"
#include "check/target_private.h"
#include "check/workshop.h"

/*
 * The distribution's own kernel as a target: its packages are unpacked to where
 * a build would have put the same files (the O= folder), so that all that is
 * built here are the modules that a patch touches, with the distribution's
 * configuration and symbol versions, from the checkout.  The packages must be
 * of the very version of the tree's source package.
 *
 * What a patch changes outside the folders of modules cannot be tried on such a
 * kernel: it and all patches after it are skipped.
 */

/*
 * The package version of the target's tree, "6.1.192-3"; newly allocated.  A
 * usage error for a tree that is of no package.
 */
char *ks_dist_version(KsContext *context, const KsTargetConf *conf,
		      GError **error);

/* What decides this kernel, in the place of a configuration's text. */
char *ks_dist_describe(KsTarget *target, GError **error);

/*
 * Have the packages of @version in the target's O= folder; some 75 MB are
 * downloaded once.  A usage error says what to do when apt has other versions.
 */
bool ks_dist_unpack(KsTarget *target, const char *version, KsTask *task,
		    GError **error);

/* ks_workshop_prepare() for such a target. */
bool ks_dist_prepare(KsWorkshop *workshop, KsTask *task, GError **error);

/* The verdict of a patch at or after the first that cannot be tried there. */
KsOutcome *ks_dist_blocked(const KsWork *work, const KsBreak *broken);

/*
 * Move to the commit and make what @rebuild asks for: its objects, or all
 * modules that are not as in the commit.  False only as of ks_child_run();
 * make's first failure is in result->status.
 */
bool ks_dist_make(KsTarget *target, const KsRebuild *rebuild,
		  const KsMake *make, KsChildResult *result, GError **error);

/*
 * Note that modules will be built in target->folders.  *@built: all of them
 * are there, as in the commit that the target stands at.
 */
bool ks_dist_note_folders(KsTarget *target, bool *built, GError **error);

/* Whether modules of @folder were ever built here. */
bool ks_dist_has_folder(const KsTarget *target, const char *folder);

/*
 * Of package names, those that may be the headers of the plain kernel
 * (linux-headers-6.1.0-57-amd64, no cloud or rt) of @version, the likeliest
 * first.  NULL-terminated, newly allocated.
 */
char **ks_dist_headers(const char *const *names, const char *version);

/* linux-kbuild-6.1, out of the headers' Depends field; NULL: not there. */
char *ks_dist_kbuild(const char *depends);

/*
 * The path of a module below the O= folder, "drivers/net/mii.ko", by a line of
 * the image package's modules.order; NULL for what is not one.
 */
char *ks_dist_module(const char *line);

#endif
