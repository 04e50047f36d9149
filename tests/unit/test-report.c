// SPDX-License-Identifier: GPL-2.0
#include <json-glib/json-glib.h>
#include <string.h>

#include "report/html.h"
#include "report/junit.h"
#include "report/ktap.h"
#include "report/matrix.h"
#include "report/run_json.h"
#include "report/sarif.h"
#include "report/text.h"

#define NASTY                                                                  \
	"a <b> & \"c\" \x01 # d\nnext \xff \033[31mred\033[0m \xe2\x80\xae"

static void add(KsRun *run, const char *target, guint number, const char *check,
		int verdict, const char *reason)
{
	const KsPatch patch = {.number = number,
			       .subject = (char *)"e1000: <x> & y"};
	KsCell *cell = ks_cell_new(target, &patch, check);

	cell->wall_us = 1500000;
	cell->position = run->cells->len;
	g_ptr_array_add(run->cells, cell);
	if (verdict < 0)
		return;
	cell->outcome = ks_outcome_new(verdict, "%s", reason);
	if (verdict == KS_VERDICT_FAIL)
		g_ptr_array_add(cell->outcome->findings,
				ks_finding_new("gcc", "warning", "a b.c", 3,
					       "f",
					       "<found> & quoted [-Wx-y]"));
}

static KsRun *make_run(void)
{
	KsRun *run = ks_run_new("s");

	ks_run_target_leave(ks_run_add_target(run, "old", "5.10", NULL),
			    "igb: <z>", "no # ground");
	ks_run_add_target(run, "new", "6.1", "6.1.192");
	add(run, "old", 1, "apply", KS_VERDICT_PASS, "applies");
	add(run, "old", 1, "build", KS_VERDICT_FAIL, NASTY);
	add(run, "old", 1, "boot", KS_VERDICT_SKIP, "not run");
	add(run, "new", 1, "apply", KS_VERDICT_PASS, "applies");
	add(run, "new", 1, "build", KS_VERDICT_ERROR, "no make");
	add(run, "new", 2, "apply", KS_VERDICT_PASS, "applies");
	add(run, "new", 2, "build", KS_VERDICT_PASS, "builds");
	add(run, "new", 2, "boot", KS_VERDICT_TIMEOUT, "too slow");
	run->finished = true;
	return run;
}

/* A run that was killed: what is not there must not look well anywhere. */
static KsRun *make_killed(void)
{
	KsRun *run = ks_run_new("s");

	ks_run_add_target(run, "t", "6.1", NULL);
	add(run, "t", 1, "apply", KS_VERDICT_PASS, "applies");
	add(run, "t", 1, "build", KS_VERDICT_PASS, "builds");
	add(run, "t", 2, "apply", -1, NULL);
	return run;
}

static void test_text(void)
{
	static const struct {
		const char *from, *to;
	} cases[] = {
		{"plain\ttext\n", "plain\ttext\n"},
		{"\033[1;31mred\033[0m", "red"},
		{"a\r\nb\rc", "a\nb\xef\xbf\xbd"
			      "c"},
		{"\x01\x7f", "\xef\xbf\xbd\xef\xbf\xbd"},
		{"\xff", "\xef\xbf\xbd"},
		{"\xe2\x80\xae", "\xef\xbf\xbd"}, /* right-to-left override */
		{"\xef\xbf\xbf", "\xef\xbf\xbd"}, /* no character, says XML */
		{"\033[", "\xef\xbf\xbd["},
		{"\xc3\xa4", "\xc3\xa4"},
		{NULL, ""},
	};
	g_autofree char *nul = ks_text_clean("a\0b", 3);
	g_autofree char *clip = ks_text_clip("\xc3\xa4\xc3\xb6\xc3\xbc", 2);

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autofree char *clean = ks_text_clean(cases[i].from, -1);

		g_assert_cmpstr(clean, ==, cases[i].to);
	}
	g_assert_cmpstr(nul, ==,
			"a\xef\xbf\xbd"
			"b");
	g_assert_cmpstr(clip, ==, "\xc3\xa4\xe2\x80\xa6");
}

/* Cells in any order, gaps, two patches of one subject. */
static void test_matrix(void)
{
	g_autoptr(KsRun) run = ks_run_new("s");
	g_autoptr(KsMatrix) matrix = NULL;
	const KsMatrixTarget *target;
	const KsMatrixRow *first, *second;

	ks_run_add_target(run, "t", "6.1", NULL);
	add(run, "t", 2, "boot", KS_VERDICT_PASS, "");
	add(run, "t", 2, "zoo", KS_VERDICT_PASS, "");
	add(run, "t", 1, "apply", KS_VERDICT_FAIL, "");
	add(run, "stray", 1, "apply", KS_VERDICT_FAIL, "");
	matrix = ks_matrix_new(run);
	g_assert_cmpuint(matrix->checks->len, ==, 3);
	g_assert_cmpstr(matrix->checks->pdata[0], ==, "apply");
	g_assert_cmpstr(matrix->checks->pdata[1], ==, "boot");
	g_assert_cmpstr(matrix->checks->pdata[2], ==, "zoo");
	/* a cell whose target the run does not name is not lost */
	g_assert_cmpuint(matrix->targets->len, ==, 2);
	target = matrix->targets->pdata[0];
	g_assert_cmpuint(target->rows->len, ==, 2);
	first = target->rows->pdata[0];
	second = target->rows->pdata[1];
	g_assert_cmpuint(first->number, ==, 1);
	g_assert_true(first->cells[0] == run->cells->pdata[2]);
	g_assert_null(first->cells[1]);
	g_assert_true(second->cells[2] == run->cells->pdata[1]);
	g_assert_cmpstr(first->key, !=, second->key);
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

typedef struct {
	const char *name;
	guint n;
} Expected;

static void check_elements(const char *xml, const Expected *expected)
{
	const GMarkupParser parser = {.start_element = count_element};
	g_autoptr(GHashTable) counts =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	g_autoptr(GMarkupParseContext)
		context = g_markup_parse_context_new(&parser, 0, counts, NULL);
	g_autoptr(GError) error = NULL;

	g_markup_parse_context_parse(context, xml, -1, &error);
	g_assert_no_error(error);
	g_markup_parse_context_end_parse(context, &error);
	g_assert_no_error(error);
	for (; expected->name; expected++)
		g_assert_cmpuint(GPOINTER_TO_UINT(g_hash_table_lookup(
					 counts, expected->name)),
				 ==, expected->n);
}

static void test_junit(void)
{
	/* a suite a patch and target, and one for what was left out */
	static const Expected whole[] = {{"testsuites", 1}, {"testsuite", 4},
					 {"testcase", 9},   {"failure", 1},
					 {"error", 2},	    {"skipped", 2},
					 {NULL, 0}};
	/* two not done, and the run that did not finish */
	static const Expected killed[] = {
		{"testsuite", 3}, {"testcase", 5}, {"error", 3}, {NULL, 0}};
	g_autoptr(KsRun) run = make_run();
	g_autoptr(KsRun) half = make_killed();
	g_autofree char *xml = ks_report_junit(run);
	g_autofree char *other = ks_report_junit(half);

	check_elements(xml, whole);
	check_elements(other, killed);
	g_assert_null(strchr(xml, '\x01'));
	g_assert_null(strchr(xml, '\033'));
	g_assert_nonnull(strstr(xml, "name=\"old: 1 e1000: &lt;x&gt;"));
}

static void test_ktap(void)
{
	g_autoptr(KsRun) run = make_run();
	g_autofree char *ktap = ks_report_ktap(run);

	g_assert_cmpstr(
		ktap, ==,
		"KTAP version 1\n1..2\n"
		"    KTAP version 1\n    1..2\n"
		"        KTAP version 1\n        1..3\n"
		"        ok 1 apply\n"
		"        # fail: a <b> & \"c\" \xef\xbf\xbd   d next \xef\xbf\xbd red \xef\xbf\xbd\n"
		"        not ok 2 build\n"
		"        ok 3 boot # SKIP not run\n"
		"    not ok 1 e1000: <x> & y\n"
		"    ok 2 igb: <z> # SKIP left out: no   ground\n"
		"not ok 1 old\n"
		"    KTAP version 1\n    1..2\n"
		"        KTAP version 1\n        1..2\n"
		"        ok 1 apply\n"
		"        # error: no make\n"
		"        not ok 2 build # ERROR\n"
		"    not ok 1 e1000: <x> & y\n"
		"        KTAP version 1\n        1..3\n"
		"        ok 1 apply\n        ok 2 build\n"
		"        # timeout: too slow\n"
		"        not ok 3 boot # TIMEOUT\n"
		"    not ok 2 e1000: <x> & y\n"
		"not ok 2 new\n");
}

static void test_ktap_killed(void)
{
	g_autoptr(KsRun) run = make_killed();
	g_autofree char *ktap = ks_report_ktap(run);

	g_assert_nonnull(strstr(ktap, "\n1..2\n"));
	g_assert_nonnull(
		strstr(ktap, "\n        not ok 1 apply # ERROR not done\n"));
	g_assert_nonnull(
		strstr(ktap, "\n        not ok 2 build # ERROR not done\n"));
	g_assert_nonnull(strstr(ktap, "\nnot ok 1 t\n"));
	g_assert_nonnull(strstr(ktap, "\nnot ok 2 the run did not finish\n"));
}

/* Another reader of JSON must find the same words again. */
static void test_json(void)
{
	g_autoptr(KsRun) run = make_run();
	g_autofree char *text = ks_report_json(run);
	g_autoptr(JsonParser) parser = json_parser_new();
	g_autoptr(GError) error = NULL;
	JsonObject *root, *cell, *target;

	json_parser_load_from_data(parser, text, -1, &error);
	g_assert_no_error(error);
	root = json_node_get_object(json_parser_get_root(parser));
	target = json_array_get_object_element(
		json_object_get_array_member(root, "targets"), 0);
	g_assert_true(json_object_get_null_member(target, "version"));
	g_assert_cmpuint(json_array_get_length(
				 json_object_get_array_member(target, "left")),
			 ==, 1);
	cell = json_array_get_object_element(
		json_object_get_array_member(root, "cells"), 1);
	g_assert_cmpstr(json_object_get_string_member(cell, "verdict"), ==,
			"fail");
	g_assert_cmpstr(
		json_object_get_string_member(cell, "reason"), ==,
		"a <b> & \"c\" \x01 # d\nnext \xef\xbf\xbd \033[31mred\033[0m \xe2\x80\xae");
	g_assert_cmpint(json_object_get_int_member(cell, "wall_us"), ==,
			1500000);
}

static JsonObject *result_of(JsonParser *parser, const char *text, guint run,
			     guint result)
{
	g_autoptr(GError) error = NULL;
	JsonObject *root;

	json_parser_load_from_data(parser, text, -1, &error);
	g_assert_no_error(error);
	root = json_node_get_object(json_parser_get_root(parser));
	root = json_array_get_object_element(
		json_object_get_array_member(root, "runs"), run);
	return json_array_get_object_element(
		json_object_get_array_member(root, "results"), result);
}

static char *fingerprint(KsRun *run)
{
	g_autofree char *text = ks_report_sarif(run);
	g_autoptr(JsonParser) parser = json_parser_new();
	JsonObject *prints = json_object_get_object_member(
		result_of(parser, text, 1, 0), "partialFingerprints");

	return g_strdup(
		json_object_get_string_member(prints, "findingIdentity/v1"));
}

/* The shape as a whole is tested in tests/e2e/report.bats. */
static void test_sarif(void)
{
	g_autoptr(KsRun) run = make_run();
	g_autofree char *text = ks_report_sarif(run);
	g_autofree char *before = fingerprint(run);
	g_autofree char *moved = NULL;
	g_autofree char *other = NULL;
	g_autoptr(JsonParser) parser = json_parser_new();
	const KsCell *cell = run->cells->pdata[1];
	KsFinding *finding = cell->outcome->findings->pdata[0];
	JsonObject *result = result_of(parser, text, 1, 0);

	g_assert_cmpstr(json_object_get_string_member(result, "ruleId"), ==,
			"-Wx-y");
	g_assert_nonnull(strstr(text, "\"uri\": \"a%20b.c\""));
	finding->line = 99;
	moved = fingerprint(run);
	g_assert_cmpstr(before, ==, moved);
	g_free(finding->function);
	finding->function = g_strdup("g");
	other = fingerprint(run);
	g_assert_cmpstr(before, !=, other);
}

static void test_html(void)
{
	g_autoptr(KsRun) run = make_run();
	g_autofree char *html = ks_report_html(NULL, run);

	g_assert_true(g_utf8_validate(html, -1, NULL));
	g_assert_null(strstr(html, "<b>"));
	g_assert_null(strstr(html, "<x>"));
	g_assert_null(strstr(html, "<found>"));
	g_assert_null(strstr(html, "<script"));
	g_assert_nonnull(strstr(html, "a &lt;b&gt; &amp; &quot;c&quot;"));
	g_assert_nonnull(strstr(html, "&lt;found&gt; &amp; quoted"));
	/* what is not pass can be jumped to */
	g_assert_nonnull(strstr(html, "href=\"#c0-1-build\""));
	g_assert_nonnull(strstr(html, "id=\"c0-1-build\""));
	g_assert_nonnull(strstr(html, "id=\"c1-2-boot\""));
	g_assert_nonnull(strstr(html, "new (6.1.192)"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/report/text", test_text);
	g_test_add_func("/report/matrix", test_matrix);
	g_test_add_func("/report/junit", test_junit);
	g_test_add_func("/report/ktap", test_ktap);
	g_test_add_func("/report/ktap-killed", test_ktap_killed);
	g_test_add_func("/report/json", test_json);
	g_test_add_func("/report/sarif", test_sarif);
	g_test_add_func("/report/html", test_html);
	return g_test_run();
}
