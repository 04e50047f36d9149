// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>

#include "base/error.h"
#include "check/compile.h"
#include "check/evidence.h"
#include "check/filekind.h"
#include "check/outcome.h"
#include "check/target_private.h"
#include "tree/git.h"

static bool is_code(const char *file)
{
	KsFileKind kind = ks_file_kind(file);

	return kind == KS_FILE_UNIT || kind == KS_FILE_HEADER;
}

/*
 * The changed files that no compiler has seen, "a.c, b.c", of those that the
 * patch leaves there; NULL if there are none.  The target stands at the patch.
 */
static char *unseen_files(KsTarget *target, char **files)
{
	g_autoptr(GPtrArray) unseen = g_ptr_array_new();

	for (; *files; files++) {
		g_autofree char *path =
			g_build_filename(target->src, *files, NULL);

		if (is_code(*files) &&
		    !ks_cone_has_file(target->cone, *files) &&
		    g_file_test(path, G_FILE_TEST_EXISTS))
			g_ptr_array_add(unseen, *files);
	}
	g_ptr_array_add(unseen, NULL);
	return unseen->pdata[0] ? g_strjoinv(", ", (char **)unseen->pdata) :
				  NULL;
}

/*
 * What modpost says stands apart: the parent is linked for comparison only if
 * it says anything.
 */
static bool add_link_findings(KsTarget *target, const KsPatch *patch,
			      const char *const *cone, KsCompiled *after,
			      GPtrArray *fresh, GError **error)
{
	g_autoptr(KsCompiled) before = NULL;
	g_autoptr(GPtrArray) more = NULL;

	if (!after->link->len)
		return true;
	before = ks_compile(target, patch->parent, cone, true, error);
	if (!before)
		return false;
	more = ks_findings_new_in(after->link, before->link);
	for (guint i = 0; i < more->len; i++)
		g_ptr_array_add(fresh, ks_finding_copy(more->pdata[i]));
	return true;
}

static KsOutcome *judge(KsTarget *target, const KsPatch *patch,
			const char *const *cone, KsCompiled *before,
			KsCompiled *after, GError **error)
{
	g_autoptr(GPtrArray)
		fresh = ks_findings_new_in(after->build, before->build);
	g_auto(GStrv) files = ks_git_changed(target->context, patch->parent,
					     patch->commit, error);
	g_autofree char *log = ks_target_path(target, "settle.log");
	g_autofree char *unseen = NULL, *summary = NULL;
	KsOutcome *outcome;

	/* What was known already leaves the target anywhere: boot needs it. */
	if (!files ||
	    !add_link_findings(target, patch, cone, after, fresh, error) ||
	    !ks_target_build(target, patch->commit, log, error) ||
	    !ks_cone_refresh(target->cone, error))
		return NULL;
	unseen = unseen_files(target, files);
	if (fresh->len) {
		summary = ks_findings_summary(fresh, "new warning");
		outcome = ks_outcome_new(KS_VERDICT_FAIL, "%s", summary);
		ks_outcome_set_findings(outcome, fresh);
		return outcome;
	}
	if (unseen)
		return ks_outcome_new(
			KS_VERDICT_WARN,
			"not compiled in this configuration: %s; turn its CONFIG_ symbol on in ci/config",
			unseen);
	return ks_outcome_new(KS_VERDICT_PASS,
			      "objects rebuilt with W=1: %u, no new warning",
			      g_strv_length((char **)cone));
}

static KsOutcome *no_objects(KsTarget *target, const KsPatch *patch,
			     GError **error)
{
	g_auto(GStrv) files = ks_git_changed(target->context, patch->parent,
					     patch->commit, error);

	if (!files)
		return NULL;
	for (guint i = 0; files[i]; i++)
		if (is_code(files[i]))
			return ks_outcome_new(
				KS_VERDICT_SKIP,
				"%s is not compiled in this configuration; turn its CONFIG_ symbol on in ci/config",
				files[i]);
	return ks_outcome_new(KS_VERDICT_SKIP,
			      "the patch changes nothing that is compiled");
}

static KsOutcome *compare(KsTarget *target, const KsPatch *patch,
			  const char *const *cone, const char *log,
			  GError **error)
{
	g_autoptr(KsCompiled) before = NULL, after = NULL;

	before = ks_compile(target, patch->parent, cone, false, error);
	if (!before)
		return NULL;
	if (!before->compiled)
		return ks_outcome_new(KS_VERDICT_ERROR,
				      "its parent does not compile: %s",
				      before->failure ? before->failure :
							"make says no reason");
	after = ks_compile(target, patch->commit, cone, true, error);
	if (!after || !ks_evidence_build(log, patch, before, after, error))
		return NULL;
	if (!after->compiled)
		return ks_outcome_new(after->machine ? KS_VERDICT_ERROR :
						       KS_VERDICT_FAIL,
				      "does not compile: %s",
				      after->failure ? after->failure :
						       "make says no reason");
	return judge(target, patch, cone, before, after, error);
}

KsOutcome *ks_check_build(KsContext *context, struct KsTarget *target,
			  const KsPatch *patch, const char *log_dir,
			  GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "build.log", NULL);
	const char *const *cone = ks_target_patch_cone(target, patch->parent,
						       patch->commit, error);
	KsOutcome *outcome;

	(void)context;
	if (!cone)
		return NULL;
	outcome = *cone ? compare(target, patch, cone, log, error) :
			  no_objects(target, patch, error);
	if (outcome && g_file_test(log, G_FILE_TEST_EXISTS))
		outcome->log = g_steal_pointer(&log);
	return outcome;
}
