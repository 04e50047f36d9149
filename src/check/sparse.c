// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/compared.h"
#include "check/outcome.h"
#include "check/reach.h"
#include "check/touched.h"

/*
 * The first object of C that sparse did not read to its end, NULL if there is
 * none.  sparse ends with 1 when it found errors; a shell that does not find
 * sparse says 127.
 */
static const char *unchecked(const GPtrArray *objects, const KsBlobs *blobs,
			     guint at)
{
	for (guint i = 0; i < objects->len; i++) {
		const KsObject *object = objects->pdata[i];
		int status = ks_object_sparse_status(object);
		g_autofree char *assembler = g_strdup_printf(
			"%.*sS", (int)strlen(object->object) - 1,
			object->object);

		if (status != 0 && status != 1 &&
		    !ks_blobs_id(blobs, at, assembler))
			return object->object;
	}
	return NULL;
}

/*
 * After an error sparse keeps warnings to itself: one of types hides the rest
 * of its function (evaluate_symbol_list() of sparse 0.6.4 begins anew with each
 * symbol), any other, such as a syntax that it cannot read, the whole file.
 */
static bool hides_function_only(const KsFinding *finding)
{
	return *finding->function &&
	       (g_str_has_prefix(finding->text, "incompatible types") ||
		g_str_has_prefix(finding->text, "undefined identifier"));
}

/* Whether what the error hides is something that the patch changes. */
static bool hides_change(const KsContext *context, const KsPatch *patch,
			 const KsFinding *finding, bool *hides, GError **error)
{
	*hides = true;
	if (!hides_function_only(finding))
		return true;
	if (!ks_patch_touches(context, patch, finding->file, finding->function,
			      hides, error))
		return false;
	return *hides || ks_headers_reach(context, patch, finding->file,
					  finding->function, hides, error);
}

/* The first error that may hide what the patch does; NULL: there is none. */
static bool find_blind(const KsContext *context, const KsPatch *patch,
		       GPtrArray *findings, const KsFinding **blind,
		       GError **error)
{
	*blind = NULL;
	for (guint i = 0; i < findings->len && !*blind; i++) {
		const KsFinding *finding = findings->pdata[i];
		bool hides;

		if (!g_str_equal(finding->level, "error"))
			continue;
		if (!hides_change(context, patch, finding, &hides, error))
			return false;
		if (hides)
			*blind = finding;
	}
	return true;
}

/* An error of before or after that hides what the patch does. */
static bool find_blind_any(KsWork *work, GPtrArray *before, GPtrArray *after,
			   const KsFinding **blind, GError **error)
{
	const KsContext *context = work->workshop->context;

	return find_blind(context, work->patch, after, blind, error) &&
	       (*blind ||
		find_blind(context, work->patch, before, blind, error));
}

static KsOutcome *judge(KsWork *work, const KsCompared *compared,
			GError **error)
{
	g_autoptr(GPtrArray) after = ks_objects_findings(
		work, compared->after, work->at, ks_object_sparse, error);
	g_autoptr(GPtrArray)
		before = after ? ks_objects_findings(work, compared->before,
						     work->at - 1,
						     ks_object_sparse, error) :
				 NULL;
	g_autoptr(GPtrArray)
		fresh = before ? ks_findings_new_in(after, before) : NULL;
	const KsFinding *blind;
	g_autofree char *text = NULL;
	KsOutcome *outcome;

	if (!fresh || !find_blind_any(work, before, after, &blind, error))
		return NULL;
	if (fresh->len) {
		text = ks_findings_summary(fresh, "new sparse warning");
		outcome = ks_outcome_new(KS_VERDICT_FAIL, "%s", text);
		ks_outcome_set_findings(outcome, fresh);
		return outcome;
	}
	if (blind) {
		text = ks_finding_format(blind);
		return ks_outcome_new(
			KS_VERDICT_ERROR,
			"an error that was there before keeps sparse from reading what the patch changes: %s",
			text);
	}
	return ks_outcome_new(KS_VERDICT_PASS,
			      "objects checked: %u, no new warning",
			      compared->after->len);
}

static KsOutcome *compare(KsWork *work, const KsCompared *compared,
			  GError **error)
{
	const KsBlobs *blobs = work->workshop->blobs;
	bool parent = ks_first_failed(compared->before) != NULL;
	const char *missed;

	if (parent || ks_first_failed(compared->after))
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "the %s does not compile; see build",
				      parent ? "parent" : "patch");
	missed = unchecked(compared->before, blobs, work->at - 1);
	if (!missed)
		missed = unchecked(compared->after, blobs, work->at);
	if (missed)
		return ks_outcome_new(
			KS_VERDICT_ERROR,
			"sparse was not run on %s or did not end; see 'kseries doctor'",
			missed);
	if (!compared->after->len)
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "the patch leaves no C file to check");
	return judge(work, compared, error);
}

KsOutcome *ks_check_sparse(KsWork *work, const char *log_dir, GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "sparse.log", NULL);
	g_auto(KsCompared) compared = {0};
	KsOutcome *outcome = ks_work_blocked(work);

	if (outcome)
		return outcome;
	if (!ks_compared_load(work, &compared, error))
		return NULL;
	if (!compared.before->len && !compared.after->len)
		return ks_work_untouched(work);
	if (!ks_compared_log(work, &compared, true, NULL, log, error))
		return NULL;
	outcome = compare(work, &compared, error);
	if (outcome)
		outcome->log = g_steal_pointer(&log);
	return outcome;
}
