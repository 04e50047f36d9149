// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/blame.h"
#include "check/compared.h"
#include "check/outcome.h"
#include "tree/filekind.h"

static bool reads(const GPtrArray *objects, const char *file)
{
	for (guint i = 0; i < objects->len; i++) {
		const KsObject *object = objects->pdata[i];

		if (g_strv_contains((const char *const *)object->deps, file))
			return true;
	}
	return false;
}

/*
 * The changed files that no compiler has seen, "a.c, b.c", of those that the
 * patch leaves there; NULL if there are none.
 */
static char *unseen_files(KsWork *work, const KsCompared *compared)
{
	const KsWorkshop *workshop = work->workshop;
	g_autoptr(GPtrArray) unseen = g_ptr_array_new();

	for (guint i = 0; work->files[i]; i++) {
		char *file = work->files[i];
		KsFileKind kind = ks_file_kind(file);

		if ((kind == KS_FILE_UNIT || kind == KS_FILE_HEADER) &&
		    ks_blobs_id(workshop->blobs, work->at, file) &&
		    !reads(compared->after, file))
			g_ptr_array_add(unseen, file);
	}
	g_ptr_array_add(unseen, NULL);
	return unseen->pdata[0] ? g_strjoinv(", ", (char **)unseen->pdata) :
				  NULL;
}

/* What modpost says of the state after the patch, and not of the one before. */
static void add_link_findings(KsWork *work, const char *link, GPtrArray *fresh)
{
	g_autoptr(GPtrArray) after = ks_link_findings(work, link);
	g_autoptr(GPtrArray) before = NULL;
	g_autoptr(GPtrArray) more = NULL;
	g_autofree char *log = NULL;

	if (!after->len)
		return;
	log = ks_link_load(work, work->at - 1);
	if (!log) /* the parent does not link: nothing to compare with */
		return;
	before = ks_link_findings(work, log);
	more = ks_findings_new_in(after, before);
	for (guint i = 0; i < more->len; i++)
		g_ptr_array_add(fresh, ks_finding_copy(more->pdata[i]));
}

/* Why the patch does not link, though its objects compile; NULL if it does. */
static KsOutcome *judge_link(KsWork *work)
{
	const KsBreak *broken =
		ks_workshop_break(work->workshop, work->at, false);
	const KsWork *culprit;

	if (!broken)
		return NULL;
	if (work->at == broken->lo)
		return ks_outcome_new(broken->verdict, "does not link: %s",
				      broken->reason);
	if (!broken->lo)
		return ks_outcome_new(
			KS_VERDICT_ERROR,
			"compiles, and was not linked: what the series starts from does not build: %s",
			broken->reason);
	culprit = work->workshop->works->pdata[broken->lo - 1];
	return ks_outcome_new(
		KS_VERDICT_SKIP,
		"compiles without a new warning, and was not linked: patch %u does not build: %s",
		culprit->patch->number, broken->reason);
}

static KsOutcome *judge_words(KsWork *work, const KsCompared *compared,
			      const char *link, GError **error)
{
	g_autoptr(GPtrArray) after = ks_objects_findings(
		work, compared->after, work->at, ks_object_warnings, error);
	g_autoptr(GPtrArray) before =
		after ? ks_objects_findings(work, compared->before,
					    work->at - 1, ks_object_warnings,
					    error) :
			NULL;
	g_autoptr(GPtrArray)
		fresh = before ? ks_findings_new_in(after, before) : NULL;
	g_autofree char *unseen = NULL, *summary = NULL;
	KsOutcome *outcome;

	if (!fresh)
		return NULL;
	if (link)
		add_link_findings(work, link, fresh);
	if (fresh->len) {
		summary = ks_findings_summary(fresh, "new warning");
		outcome = ks_outcome_new(KS_VERDICT_FAIL, "%s", summary);
		ks_outcome_set_findings(outcome, fresh);
		return outcome;
	}
	if (work->workshop->wants.link && !link) {
		outcome = judge_link(work);
		if (outcome)
			return outcome;
	}
	unseen = unseen_files(work, compared);
	if (unseen)
		return ks_outcome_new(
			KS_VERDICT_WARN,
			"not compiled in this configuration: %s%s", unseen,
			ks_work_config_hint(work));
	return ks_outcome_new(KS_VERDICT_PASS,
			      "objects rebuilt with W=1: %u, no new warning%s",
			      compared->after->len,
			      link ? "" : "; not linked: no kernel is there");
}

static KsOutcome *judge(KsWork *work, const KsCompared *compared,
			const char *link, GError **error)
{
	const char *src = work->workshop->target->src;
	const KsObject *failed = ks_first_failed(compared->before);
	g_autofree char *why = NULL;

	if (failed) {
		why = ks_object_failure(failed, src);
		return ks_outcome_new(KS_VERDICT_ERROR,
				      "its parent does not compile: %s",
				      why ? why : "make says no reason");
	}
	failed = ks_first_failed(compared->after);
	if (!failed)
		return judge_words(work, compared, link, error);
	why = ks_object_failure(failed, src);
	return ks_outcome_new(KS_VERDICT_FAIL, "does not compile: %s",
			      why ? why : "make says no reason");
}

KsOutcome *ks_check_build(KsWork *work, const char *log_dir, GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "build.log", NULL);
	g_auto(KsCompared) compared = {0};
	const KsBreak *broken =
		ks_workshop_break(work->workshop, work->at, false);
	g_autofree char *link = NULL;
	const char *link_log;
	KsOutcome *outcome = ks_work_blocked(work);

	if (outcome)
		return outcome;
	link = ks_link_load(work, work->at);
	link_log = link;
	if (!ks_compared_load(work, &compared, error))
		return NULL;
	if (!compared.before->len && !compared.after->len &&
	    !work->moves_ground)
		return ks_work_untouched(work);
	if (!link && broken)
		link_log = broken->log;
	if (!ks_compared_log(work, &compared, false, link_log, log, error))
		return NULL;
	outcome = judge(work, &compared, link, error);
	if (outcome)
		outcome->log = g_steal_pointer(&log);
	return outcome;
}
