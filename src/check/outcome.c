// SPDX-License-Identifier: GPL-2.0
#include "check/outcome.h"

#include <string.h>

#include "base/error.h"

void ks_patch_free(KsPatch *patch)
{
	g_free(patch->subject);
	g_free(patch->parent);
	g_free(patch->commit);
	g_free(patch->mail);
	g_free(patch->driver);
	g_free(patch->family);
	g_free(patch->tree);
	g_strfreev(patch->files);
	g_free(patch);
}

KsOutcome *ks_outcome_new(KsVerdict verdict, const char *reason, ...)
{
	KsOutcome *outcome = g_new0(KsOutcome, 1);
	va_list ap;

	va_start(ap, reason);
	outcome->verdict = verdict;
	outcome->reason = g_strdup_vprintf(reason, ap);
	outcome->findings = ks_findings_new();
	va_end(ap);
	return outcome;
}

void ks_outcome_free(KsOutcome *outcome)
{
	g_free(outcome->reason);
	g_free(outcome->word);
	g_ptr_array_unref(outcome->findings);
	g_free(outcome->log);
	g_free(outcome);
}

KsOutcome *ks_outcome_from_error(const GError *error)
{
	bool timeout = g_error_matches(error, KS_ERROR, KS_ERROR_TIMEOUT);

	return ks_outcome_new(timeout ? KS_VERDICT_TIMEOUT : KS_VERDICT_ERROR,
			      "%s", error->message);
}

void ks_outcome_set_findings(KsOutcome *outcome, GPtrArray *findings)
{
	for (guint i = 0; i < findings->len; i++)
		g_ptr_array_add(outcome->findings,
				ks_finding_copy(findings->pdata[i]));
}

char *ks_findings_summary(GPtrArray *findings, const char *what)
{
	g_autofree char *first = NULL;

	if (!findings->len)
		return g_strdup_printf("no %s", what);
	first = ks_finding_format(findings->pdata[0]);
	if (findings->len == 1)
		return g_strdup_printf("%s: %s", what, first);
	return g_strdup_printf("%u %ss, the first: %s", findings->len, what,
			       first);
}

const KsCheck *ks_checks(void)
{
	static const KsCheck checks[] = {
		{"apply", KS_CHECK_LIGHT, true, false, ks_check_apply},
		{"style", KS_CHECK_LIGHT, true, false, ks_check_style},
		{"build", KS_CHECK_COMPILED, false, false, NULL},
		{"sparse", KS_CHECK_COMPILED, false, false, NULL},
		{"audit", KS_CHECK_LIGHT, false, true, ks_check_audit},
		{"boot", KS_CHECK_BOOTED, false, false, NULL},
		{NULL, 0, false, false, NULL},
	};

	return checks;
}
