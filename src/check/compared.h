/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_COMPARED_H
#define KS_COMPARED_H

#include "check/workshop_private.h"

/*
 * What was said of a patch's objects before and after it, side by side, for
 * the checks that judge it.
 */
typedef struct {
	GPtrArray *before; /* KsObject */
	GPtrArray *after;
} KsCompared;

/* All results must be there: the work is ready. */
bool ks_compared_load(KsWork *work, KsCompared *compared, GError **error);
void ks_compared_clear(KsCompared *compared);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsCompared, ks_compared_clear)

/* The first object that did not compile, NULL if all did. */
const KsObject *ks_first_failed(const GPtrArray *objects);

/*
 * The findings of @objects, as ks_object_warnings() or ks_object_sparse() take
 * them from one, with their functions as of commit @at.
 */
typedef GPtrArray *(*KsObjectWords)(const KsObject *object, const char *src);
GPtrArray *ks_objects_findings(KsWork *work, const GPtrArray *objects, guint at,
			       KsObjectWords words, GError **error);

/* Write the evidence: what was said of the parent's objects and the patch's. */
bool ks_compared_log(const KsWork *work, const KsCompared *compared,
		     bool sparse, const char *link, const char *log,
		     GError **error);

/*
 * The outcome of a patch that was not built, for the reason of another or of
 * itself; NULL if it was.
 */
KsOutcome *ks_work_blocked(const KsWork *work);

/* What to do about a file that is not compiled, to end a sentence with. */
const char *ks_work_config_hint(const KsWork *work);

/* "not compiled in this configuration" or the like, for no objects at all. */
KsOutcome *ks_work_untouched(const KsWork *work);

#endif
