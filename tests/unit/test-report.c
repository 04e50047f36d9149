// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "report/html.h"
#include "report/junit.h"
#include "report/ktap.h"

#define NASTY "a <b> & \"c\" \x01 # d\nnext"

static void add(KsRun *run, guint number, const char *check, KsVerdict verdict,
		const char *reason)
{
	const KsPatch patch = {.number = number,
			       .subject = (char *)"e1000: <x> & y"};
	KsCell *cell = ks_cell_new("6.1-x86_64", &patch, check);

	cell->wall_us = 1500000;
	cell->outcome = ks_outcome_new(verdict, "%s", reason);
	if (verdict == KS_VERDICT_FAIL)
		g_ptr_array_add(cell->outcome->findings,
				ks_finding_new("gcc", "warning", "a.c", 3, "f",
					       "<found> & quoted"));
	g_ptr_array_add(run->cells, cell);
}

static KsRun *make_run(void)
{
	KsRun *run = ks_run_new("s");

	ks_run_add_target(run, "6.1-x86_64", "6.1", "6.1.192");
	add(run, 1, "apply", KS_VERDICT_PASS, "applies");
	add(run, 1, "build", KS_VERDICT_FAIL, NASTY);
	add(run, 1, "boot", KS_VERDICT_SKIP, "not run");
	add(run, 2, "apply", KS_VERDICT_PASS, "applies");
	add(run, 2, "build", KS_VERDICT_PASS, "builds");
	add(run, 2, "boot", KS_VERDICT_TIMEOUT, "too slow");
	run->finished = true;
	return run;
}

/* The elements of an XML text, counted by name; it must be well-formed. */
static void count_element(GMarkupParseContext *context, const char *name,
			  const char **names, const char **values,
			  gpointer counts, GError **error)
{
	guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));

	(void)context;
	(void)names;
	(void)values;
	(void)error;
	g_hash_table_insert(counts, g_strdup(name), GUINT_TO_POINTER(n + 1));
}

static void test_junit(void)
{
	static const struct {
		const char *name;
		guint n;
	} expected[] = {{"testsuites", 1}, {"testsuite", 2}, {"testcase", 6},
			{"failure", 1},	   {"error", 1},     {"skipped", 1}};
	const GMarkupParser parser = {.start_element = count_element};
	g_autoptr(GHashTable) counts =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GMarkupParseContext)
		context = g_markup_parse_context_new(&parser, 0, counts, NULL);
	g_autoptr(KsRun) run = make_run();
	g_autofree char *xml = ks_report_junit(run);
	g_autoptr(GError) error = NULL;

	g_markup_parse_context_parse(context, xml, -1, &error);
	g_assert_no_error(error);
	g_markup_parse_context_end_parse(context, &error);
	g_assert_no_error(error);
	for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
		g_assert_cmpuint(GPOINTER_TO_UINT(g_hash_table_lookup(
					 counts, expected[i].name)),
				 ==, expected[i].n);
	g_assert_null(strchr(xml, '\x01'));
}

static void test_ktap(void)
{
	g_autoptr(KsRun) run = make_run();
	g_autofree char *ktap = ks_report_ktap(run);

	g_assert_cmpstr(ktap, ==,
			"KTAP version 1\n1..2\n"
			"    KTAP version 1\n    1..3\n"
			"    ok 1 apply\n"
			"    # fail: a <b> & \"c\" \x01   d next\n"
			"    not ok 2 build\n"
			"    ok 3 boot # SKIP not run\n"
			"not ok 1 e1000: <x> & y\n"
			"    KTAP version 1\n    1..3\n"
			"    ok 1 apply\n    ok 2 build\n"
			"    # timeout: too slow\n"
			"    not ok 3 boot # TIMEOUT\n"
			"not ok 2 e1000: <x> & y\n");
}

static void test_html(void)
{
	g_autoptr(KsRun) run = make_run();
	g_autofree char *html = ks_report_html(run);

	g_assert_null(strstr(html, "<b>"));
	g_assert_null(strstr(html, "<x>"));
	g_assert_null(strstr(html, "<found>"));
	g_assert_null(strstr(html, "<script"));
	g_assert_nonnull(strstr(html, "a &lt;b&gt; &amp; &quot;c&quot;"));
	g_assert_nonnull(strstr(html, "a.c:3: warning: &lt;found&gt;"));
	/* what is not pass can be jumped to */
	g_assert_nonnull(strstr(html, "href=\"#c1-build\""));
	g_assert_nonnull(strstr(html, "id=\"c1-build\""));
	g_assert_nonnull(strstr(html, "id=\"c2-boot\""));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/report/junit", test_junit);
	g_test_add_func("/report/ktap", test_ktap);
	g_test_add_func("/report/html", test_html);
	return g_test_run();
}
