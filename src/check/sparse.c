// SPDX-License-Identifier: GPL-2.0
#include "base/error.h"
#include "check/compile.h"
#include "check/evidence.h"
#include "check/filekind.h"
#include "check/outcome.h"
#include "check/target_private.h"
#include "check/touched.h"

/*
 * The first object that sparse did not read to its end, NULL if there is none.
 * sparse ends with 1 when it found errors; a shell that does not find sparse
 * says 127.
 */
static const char *unchecked(const KsCompiled *compiled)
{
	for (guint i = 0; i < compiled->objects->len; i++) {
		const char *object = compiled->objects->pdata[i];
		const char *status =
			g_hash_table_lookup(compiled->checked, object);

		if (g_strcmp0(status, "0") != 0 && g_strcmp0(status, "1") != 0)
			return object;
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

static bool changes_header(const KsPatch *patch)
{
	for (guint i = 0; patch->files && patch->files[i]; i++)
		if (ks_file_kind(patch->files[i]) == KS_FILE_HEADER)
			return true;
	return false;
}

/* The first error that may hide what the patch does; NULL: there is none. */
static bool find_blind(const KsContext *context, const KsPatch *patch,
		       GPtrArray *findings, const KsFinding **blind,
		       GError **error)
{
	*blind = NULL;
	for (guint i = 0; i < findings->len && !*blind; i++) {
		const KsFinding *finding = findings->pdata[i];
		bool hides = true;

		if (!g_str_equal(finding->level, "error"))
			continue;
		if (hides_function_only(finding) && !changes_header(patch) &&
		    !ks_patch_touches(context, patch, finding->file,
				      finding->function, &hides, error))
			return false;
		if (hides)
			*blind = finding;
	}
	return true;
}

static KsOutcome *judge(const KsContext *context, const KsPatch *patch,
			const KsCompiled *before, const KsCompiled *after,
			GError **error)
{
	g_autoptr(GPtrArray)
		fresh = ks_findings_new_in(after->sparse, before->sparse);
	const KsFinding *blind;
	g_autofree char *text = NULL;
	KsOutcome *outcome;

	if (fresh->len) {
		text = ks_findings_summary(fresh, "new sparse warning");
		outcome = ks_outcome_new(KS_VERDICT_FAIL, "%s", text);
		ks_outcome_set_findings(outcome, fresh);
		return outcome;
	}
	if (!find_blind(context, patch, after->sparse, &blind, error) ||
	    (!blind &&
	     !find_blind(context, patch, before->sparse, &blind, error)))
		return NULL;
	if (blind) {
		text = ks_finding_format(blind);
		return ks_outcome_new(
			KS_VERDICT_ERROR,
			"an error that was there before keeps sparse from reading what the patch changes: %s",
			text);
	}
	return ks_outcome_new(KS_VERDICT_PASS,
			      "objects checked: %u, no new warning",
			      after->objects->len);
}

static KsOutcome *compare(KsTarget *target, const KsPatch *patch,
			  const char *const *cone, const char *log,
			  GError **error)
{
	g_autoptr(KsCompiled) before = NULL, after = NULL;
	const char *missed;

	before = ks_compile(target, patch->parent, cone, false, error);
	after = before ? ks_compile(target, patch->commit, cone, true, error) :
			 NULL;
	if (!after || !ks_evidence_sparse(log, patch, before, after, error))
		return NULL;
	if (!before->compiled || !after->compiled)
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "the %s does not compile; see build",
				      before->compiled ? "patch" : "parent");
	missed = unchecked(before);
	if (!missed)
		missed = unchecked(after);
	if (missed)
		return ks_outcome_new(
			KS_VERDICT_ERROR,
			"sparse was not run on %s or did not end; see 'kseries doctor'",
			missed);
	if (!after->objects->len)
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "the patch leaves no C file to check");
	return judge(target->context, patch, before, after, error);
}

KsOutcome *ks_check_sparse(KsContext *context, struct KsTarget *target,
			   const KsPatch *patch, const char *log_dir,
			   GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "sparse.log", NULL);
	const char *const *cone = ks_target_patch_cone(target, patch->parent,
						       patch->commit, error);
	KsOutcome *outcome;

	(void)context;
	if (!cone)
		return NULL;
	if (!*cone)
		return ks_outcome_new(
			KS_VERDICT_SKIP,
			"the patch changes nothing that is compiled in this configuration");
	outcome = compare(target, patch, cone, log, error);
	if (outcome)
		outcome->log = g_steal_pointer(&log);
	return outcome;
}
