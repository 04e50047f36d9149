/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_BLAME_H
#define KS_BLAME_H

#include "check/workshop_private.h"

/*
 * Which commit broke the build.  A build of everything that fails says that
 * its commit is broken, not since when; a patch is blamed only for what its
 * parent does without.  So the commits before it are asked, back to one that
 * does, whatever order they were visited in and whatever was known before: the
 * verdict of a patch depends on its tree and its parent's alone.
 */

/* Commits in a row that do not build, because of the first of them. */
typedef struct {
	guint lo, hi;
	bool hard; /* make does not get as far as to compile */
	bool foreign; /* it cannot be tried on this target (check/dist.h) */
	KsVerdict verdict; /* of the patch that is commit @lo */
	char *reason;
	char *log; /* what the linker said, or NULL */
} KsBreak;

void ks_break_free(KsBreak *broken);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsBreak, ks_break_free)

/* Why commit @at does not build, NULL if nothing says that it does not. */
const KsBreak *ks_workshop_break(const KsWorkshop *workshop, guint at,
				 bool hard);

/* Note that commits do not build; takes @broken. */
void ks_workshop_add_break(KsWorkshop *workshop, KsBreak *broken);

/* Why nothing can be compiled to judge the patch by, NULL if all can. */
const KsBreak *ks_work_break(const KsWork *work);

/* Narrow a span around commit @at to commits that build (@hard: get through). */
void ks_break_clip(const KsWorkshop *workshop, guint at, bool hard,
		   KsSpan *span);

/*
 * Of all that was compiled at commit @at (names as keys) some may have failed:
 * find who broke the first of them.  *@found is false if none has.
 */
bool ks_blame_objects(KsWorkshop *workshop, guint at, GHashTable *objects,
		      bool *found, GError **error);

/* Commit @at is broken as @broken says, but for its lo and hi; find them. */
bool ks_blame_build(KsWorkshop *workshop, guint at, KsBreak *broken,
		    GError **error);

#endif
