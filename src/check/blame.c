// SPDX-License-Identifier: GPL-2.0
#include "check/blame.h"

#include <string.h>

#include "base/names.h"
#include "tree/filekind.h"

void ks_break_free(KsBreak *broken)
{
	g_free(broken->reason);
	g_free(broken->log);
	g_free(broken);
}

const KsBreak *ks_workshop_break(const KsWorkshop *workshop, guint at,
				 bool hard)
{
	const KsBreak *first = NULL;

	for (guint i = 0; i < workshop->breaks->len; i++) {
		const KsBreak *one = workshop->breaks->pdata[i];

		if (one->lo <= at && at <= one->hi && (one->hard || !hard) &&
		    (!first || one->lo < first->lo))
			first = one;
	}
	return first;
}

const KsBreak *ks_work_break(const KsWork *work)
{
	const KsWorkshop *workshop = work->workshop;
	const KsBreak *own = ks_workshop_break(workshop, work->at, true);

	if (own)
		return own;
	/* what it makes make rebuild shows only after a build of all before */
	return ks_workshop_break(workshop, work->at - 1, !work->moves_ground);
}

void ks_break_clip(const KsWorkshop *workshop, guint at, bool hard,
		   KsSpan *span)
{
	for (guint i = 0; i < workshop->breaks->len; i++) {
		const KsBreak *one = workshop->breaks->pdata[i];

		if (hard && !one->hard)
			continue;
		if (one->lo > at)
			span->hi = MIN(span->hi, one->lo - 1);
		if (one->hi < at)
			span->lo = MAX(span->lo, one->hi + 1);
	}
}

void ks_workshop_add_break(KsWorkshop *workshop, KsBreak *broken)
{
	g_ptr_array_add(workshop->breaks, broken);
}

/*
 * Whether an object that fails fails in commit @at as in the one before.  What
 * a compiler has read that failed is not known, so any header may count.
 */
static bool fails_alike(const KsWorkshop *workshop, guint at,
			const char *object)
{
	g_auto(GStrv) files = ks_blobs_changed(workshop->blobs, at);
	const GPtrArray *deps = ks_cone_deps(workshop->target->cone, object);
	g_autofree char *source = ks_workshop_source(workshop, object);

	if (ks_blobs_moves_ground(workshop->blobs, at))
		return false;
	for (guint i = 0; files[i]; i++) {
		KsFileKind kind = ks_file_kind(files[i]);

		if (kind == KS_FILE_TEXT)
			continue;
		if (kind != KS_FILE_UNIT || g_str_equal(files[i], source) ||
		    (deps &&
		     g_ptr_array_find_with_equal_func(
			     (GPtrArray *)deps, files[i], g_str_equal, NULL)))
			return false;
	}
	return true;
}

/* Whether the object fails in commit @at; it is compiled if nobody knows. */
static bool fails_in(KsWorkshop *workshop, guint at, const char *object,
		     bool *fails, GError **error)
{
	g_autofree char *source = ks_workshop_source(workshop, object);
	g_autoptr(KsObject) known = NULL;

	*fails = false;
	if (!ks_blobs_id(workshop->blobs, at, source) ||
	    ks_workshop_break(workshop, at, true))
		return true;
	known = ks_object_load(workshop->target, workshop->blobs, at, object);
	if (!known) {
		if (!ks_visit_compile(workshop, at, object, error))
			return false;
		known = ks_object_load(workshop->target, workshop->blobs, at,
				       object);
	}
	*fails = known && known->status;
	return true;
}

/* The first of the commits up to @at that the object fails in. */
static bool first_failing(KsWorkshop *workshop, guint at, const char *object,
			  guint *lo, GError **error)
{
	bool fails = true;

	for (*lo = at; *lo; --*lo) {
		if (fails_alike(workshop, *lo, object))
			continue;
		if (!fails_in(workshop, *lo - 1, object, &fails, error))
			return false;
		if (!fails)
			break;
	}
	return true;
}

static void break_by_object(KsWorkshop *workshop, guint lo, guint at,
			    const char *object)
{
	KsBreak *broken = g_new0(KsBreak, 1);
	g_autoptr(KsObject) known =
		ks_object_load(workshop->target, workshop->blobs, at, object);

	*broken = (KsBreak){.lo = lo, .hi = at, .verdict = KS_VERDICT_FAIL};
	while (broken->hi + 1 < ks_blobs_len(workshop->blobs) &&
	       fails_alike(workshop, broken->hi + 1, object))
		broken->hi++;
	broken->reason = ks_object_failure(known, workshop->target->src);
	if (!broken->reason)
		broken->reason = g_strdup("make says no reason");
	ks_workshop_add_break(workshop, broken);
}

bool ks_blame_objects(KsWorkshop *workshop, guint at, GHashTable *objects,
		      bool *found, GError **error)
{
	g_auto(GStrv) names = ks_sorted_keys(objects);
	const char *first = NULL;
	guint lo, first_lo = at;

	for (char **name = names; *name; name++) {
		g_autoptr(KsObject) known = ks_object_load(
			workshop->target, workshop->blobs, at, *name);

		if (!known || !known->status)
			continue;
		if (!first_failing(workshop, at, *name, &lo, error))
			return false;
		if (first && lo >= first_lo)
			continue;
		first = *name;
		first_lo = lo;
	}
	*found = first != NULL;
	if (first)
		break_by_object(workshop, first_lo, at, first);
	return true;
}

/* Up to where a commit that make does not get through leaves the same ground. */
static guint same_ground(const KsWorkshop *workshop, guint at)
{
	while (at + 1 < ks_blobs_len(workshop->blobs) &&
	       !ks_blobs_moves_ground(workshop->blobs, at + 1))
		at++;
	return at;
}

bool ks_blame_build(KsWorkshop *workshop, guint at, KsBreak *broken,
		    GError **error)
{
	g_autoptr(KsBreak) own = broken;
	const KsBreak *earlier = NULL;

	if (at && !ks_workshop_break(workshop, at - 1, false) &&
	    !ks_visit_everything(workshop, at - 1, error))
		return false;
	if (at)
		earlier = ks_workshop_break(workshop, at - 1, own->hard);
	own->lo = at;
	own->hi = own->hard ? same_ground(workshop, at) : at;
	if (own->verdict == KS_VERDICT_TIMEOUT)
		/* nobody wants to wait for the next one */
		own->hi = ks_blobs_len(workshop->blobs) - 1;
	if (earlier) {
		own->lo = earlier->lo;
		own->verdict = earlier->verdict;
		g_free(own->reason);
		own->reason = g_strdup(earlier->reason);
	}
	ks_workshop_add_break(workshop, g_steal_pointer(&own));
	return true;
}
