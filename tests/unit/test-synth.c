// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "audit-fixture.h"
#include "base/error.h"
#include "series/synth.h"

/*
 * Each fixture of tests/synth/ is a driver to which the budget is brought. What
 * becomes of it stands beside it (.res), which calls are left at its end:
 *	(a comment) expect
 *	 * LINE: words of the reason
 *	 ...
 */

static char *folder(void)
{
	return g_build_filename(g_getenv("KSERIES_DATA"), "tests", "synth",
				NULL);
}

static KsContext *context_new(void)
{
	g_autofree char *home = g_dir_make_tmp("ks-synth-XXXXXX", NULL);
	KsContext *context = ks_context_new(home, NULL);

	g_assert_nonnull(context);
	return context;
}

static KsRule *consume_rule(const KsContext *context)
{
	g_autofree char *path =
		ks_data_path(context, "cocci", "napi_consume_skb.cocci", NULL);
	g_autoptr(GError) error = NULL;
	KsRule *rule = ks_rule_load(path, &error);

	g_assert_no_error(error);
	return rule;
}

static void audit_init(KsAudit *audit, const char *dir, const char *name)
{
	static char *none[] = {NULL};

	*audit = (KsAudit){.sites = fixture_audit(dir, name), .left = none};
}

static KsRuleResult *synthesise(const KsContext *context, const KsRule *rule,
				const char *const *leave, const char *dir,
				const char *name)
{
	g_autofree char *path = g_build_filename(dir, name, NULL);
	g_autoptr(GPtrArray) files = ks_spatch_files_new();
	g_autoptr(GBytes) bytes = NULL;
	g_autoptr(GError) error = NULL;
	KsAudit audit;
	const KsSynth synth = {rule, &audit, leave};
	KsRuleResult *result;
	char *text;
	gsize len;

	g_assert_true(g_file_get_contents(path, &text, &len, NULL));
	bytes = g_bytes_new_take(text, len);
	ks_spatch_files_add(files, name, bytes);
	audit_init(&audit, dir, name);
	result = ks_synth_apply(context, &synth, files, &error);
	g_ptr_array_unref(audit.sites);
	g_assert_no_error(error);
	ks_rule_result_check(result, &error);
	g_assert_no_error(error);
	return result;
}

static char *text_after(const KsRuleResult *result)
{
	const KsSpatchFile *file = result->files->pdata[0];
	gsize len;
	const char *data = g_bytes_get_data(file->after, &len);

	g_assert_cmpuint(result->files->len, ==, 1);
	return g_strndup(data, len);
}

static void expect_left(const KsRuleResult *result, const char *text)
{
	const char *at = strstr(text, "/* expect\n");
	g_auto(GStrv) lines = g_strsplit(at, "\n", -1);
	guint n = 1;

	for (guint i = 0; i < result->sites->len; i++) {
		const KsRuleSite *site = result->sites->pdata[i];
		const char *want = lines[n] + strlen(" * ");

		if (site->fate != KS_FATE_LEFT ||
		    !strcmp(site->site->token, "napi_consume_skb"))
			continue;
		g_test_message("%u: %s", site->site->line, site->reason);
		g_assert_true(g_str_has_prefix(lines[n], " * "));
		g_assert_cmpuint(atoi(want), ==, site->site->line);
		g_assert_nonnull(strstr(site->reason, strchr(want, ' ') + 1));
		n++;
	}
	g_assert_cmpstr(lines[n], ==, " */");
}

/* What came of it is proven, and a second run finds nothing to do. */
static void expect_proven(const KsContext *context, const KsRule *rule,
			  const KsRuleResult *result, const char *name)
{
	g_autofree char *text = text_after(result);
	g_autofree char *path = g_build_filename(context->home, name, NULL);
	g_autoptr(KsRuleResult) again = NULL;
	g_autofree char *disproof = NULL;
	KsAudit audit;

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
	audit_init(&audit, context->home, name);
	disproof = ks_synth_disproof(&audit, rule, result);
	g_ptr_array_unref(audit.sites);
	g_assert_cmpstr(disproof, ==, NULL);
	again = synthesise(context, rule, NULL, context->home, name);
	g_assert_cmpuint(ks_rule_result_count(again, KS_FATE_CONVERTED), ==, 0);
	if (again->files->len) {
		g_autofree char *same = text_after(again);

		g_assert_cmpstr(same, ==, text);
	}
}

static void test_fixture(gconstpointer data)
{
	const char *name = data;
	g_autoptr(KsContext) context = context_new();
	g_autoptr(KsRule) rule = consume_rule(context);
	g_autofree char *dir = folder();
	g_autofree char *path = g_build_filename(dir, name, NULL);
	g_autofree char *golden = g_strconcat(path, ".res", NULL);
	g_autoptr(KsRuleResult)
		result = synthesise(context, rule, NULL, dir, name);
	g_autofree char *text = text_after(result);
	g_autofree char *want = NULL;
	g_autofree char *before = NULL;

	if (g_getenv("KSERIES_UPDATE_GOLDENS"))
		g_file_set_contents(golden, text, -1, NULL);
	g_assert_true(g_file_get_contents(golden, &want, NULL, NULL));
	g_assert_true(g_file_get_contents(path, &before, NULL, NULL));
	g_assert_cmpstr(text, ==, want);
	expect_left(result, before);
	expect_proven(context, rule, result, name);
	ks_rmtree(context->home);
}

/* A constant budget is seen by the audit of the result. */
static void test_disproof(void)
{
	g_autoptr(KsContext) context = context_new();
	g_autoptr(KsRule) rule = consume_rule(context);
	g_autofree char *dir = folder();
	g_autofree char *path =
		g_build_filename(context->home, "two-polls.c", NULL);
	g_autoptr(KsRuleResult)
		result = synthesise(context, rule, NULL, dir, "two-polls.c");
	g_autofree char *after = text_after(result);
	g_autoptr(GString) text = g_string_new(after);
	g_autofree char *disproof = NULL;
	KsAudit audit;

	g_assert_cmpuint(g_string_replace(text, "(vole, weight)", "(vole, 64)",
					  0),
			 ==, 1);
	g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
	audit_init(&audit, context->home, "two-polls.c");
	disproof = ks_synth_disproof(&audit, rule, result);
	g_ptr_array_unref(audit.sites);
	g_assert_nonnull(disproof);
	g_assert_nonnull(strstr(disproof, "the constant 64"));
	ks_rmtree(context->home);
}

/* A call that the series leaves is left, with the series' reason. */
static void test_leave(void)
{
	static const char *const leave[] = {"vole_clean: sent twice", NULL};
	g_autoptr(KsContext) context = context_new();
	g_autoptr(KsRule) rule = consume_rule(context);
	g_autofree char *dir = folder();
	g_autoptr(KsRuleResult)
		result = synthesise(context, rule, leave, dir, "two-polls.c");
	const KsRuleSite *site = result->sites->pdata[0];

	g_assert_cmpuint(ks_rule_result_count(result, KS_FATE_CONVERTED), ==,
			 1);
	g_assert_cmpint(site->fate, ==, KS_FATE_LEFT);
	g_assert_cmpstr(site->reason, ==, "sent twice");
	ks_rmtree(context->home);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_assert_nonnull(g_getenv("KSERIES_DATA"));
	g_test_add_data_func("/synth/threads", "threads.c", test_fixture);
	g_test_add_data_func("/synth/two-polls", "two-polls.c", test_fixture);
	g_test_add_data_func("/synth/constant", "constant.c", test_fixture);
	g_test_add_data_func("/synth/refused", "refused.c", test_fixture);
	g_test_add_func("/synth/disproof", test_disproof);
	g_test_add_func("/synth/leave", test_leave);
	return g_test_run();
}
