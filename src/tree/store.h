/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_STORE_H
#define KS_STORE_H

#include "base/context.h"

/*
 * What the bare store needs beyond git's plumbing: one writer of trees at a
 * time, a quarantine for imports, and the list of the users' repositories that
 * it borrows objects from.
 */
typedef struct KsStoreLock KsStoreLock;

/*
 * Make the store if need be and be its only changer of trees, from all
 * processes; waits for another, and says so.
 */
KsStoreLock *ks_store_lock(KsContext *context, GError **error);
void ks_store_unlock(KsStoreLock *lock);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsStoreLock, ks_store_unlock)

/*
 * An empty object folder that sees the store's packs, but no alternates, for
 * GIT_OBJECT_DIRECTORY.  What a killed import left there is removed first.
 * Needs the lock.  Newly allocated path.
 */
char *ks_store_quarantine(const KsContext *context, GError **error);

/* Move the new packs of the quarantine into the store, and remove it. */
bool ks_store_release(const KsContext *context, GError **error);

/* Remove the quarantine, and git's report of why the import failed. */
void ks_store_discard(const KsContext *context);

/* Borrow from @objects, an absolute path of an object folder; once. */
bool ks_store_borrow(const KsContext *context, const char *objects,
		     GError **error);

/* Borrow from it no longer; nor from any that is not there any more. */
bool ks_store_unborrow(const KsContext *context, const char *objects,
		       GError **error);
bool ks_store_unborrow_lost(const KsContext *context, GError **error);

/*
 * Add the lines of the file @shallow (a repository's list of commits whose
 * parents it lacks) to the store's own list.
 */
bool ks_store_add_shallow(const KsContext *context, const char *shallow,
			  GError **error);

#endif
