// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "series/rule.h"

/* The rules and golden drivers of the source tree, and a home of our own. */
typedef struct {
	char *home;
	KsContext *context;
	KsRule *rule;
	GPtrArray *files;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer name)
{
	g_autofree char *file = g_strconcat(name, ".cocci", NULL);
	g_autofree char *path = NULL;
	g_autoptr(GError) error = NULL;

	fixture->home = g_dir_make_tmp("ks-rule-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, &error);
	g_assert_no_error(error);
	path = ks_data_path(fixture->context, "cocci", file, NULL);
	fixture->rule = ks_rule_load(path, &error);
	g_assert_no_error(error);
	fixture->files = ks_spatch_files_new();
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	g_ptr_array_unref(fixture->files);
	ks_rule_free(fixture->rule);
	ks_context_free(fixture->context);
	ks_rmtree(fixture->home);
	g_free(fixture->home);
}

static void add_text(Fixture *fixture, const char *path, const char *text)
{
	g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));

	ks_spatch_files_add(fixture->files, path, bytes);
}

static GBytes *golden(Fixture *fixture, const char *rule, const char *name)
{
	g_autofree char *path = ks_data_path(fixture->context, "tests", "cocci",
					     rule, name, NULL);
	char *text;
	gsize len;

	g_assert_true(g_file_get_contents(path, &text, &len, NULL));
	return g_bytes_new_take(text, len);
}

static void add_golden(Fixture *fixture, const char *rule, const char *name)
{
	g_autoptr(GBytes) text = golden(fixture, rule, name);
	g_autofree char *path = g_build_filename("drivers", name, NULL);

	ks_spatch_files_add(fixture->files, path, text);
}

static KsRuleResult *apply(Fixture *fixture, KsRuleMode mode, const char *was,
			   const char *leave)
{
	const char *leaves[] = {leave, NULL};
	KsRuleJob job = {.rule = fixture->rule,
			 .mode = mode,
			 .was = was,
			 .leave = leaves};
	g_autoptr(GError) error = NULL;
	KsRuleResult *result =
		ks_rule_apply(fixture->context, &job, fixture->files, &error);

	g_assert_no_error(error);
	return result;
}

/* "line function: converted|left|LOST[: reason]", one a line. */
static char *list(const KsRuleResult *result)
{
	static const char *const fates[] = {"converted", "left", "LOST"};
	GString *out = g_string_new(NULL);

	for (guint i = 0; i < result->sites->len; i++) {
		const KsRuleSite *site = result->sites->pdata[i];
		const char *function = site->site->function;

		g_string_append_printf(out, "%u %s: %s%s%s\n", site->site->line,
				       *function ? function : "-",
				       fates[site->fate],
				       site->reason ? ": " : "",
				       site->reason ? site->reason : "");
	}
	return g_string_free(out, FALSE);
}

static void expect(const KsRuleResult *result, const char *expected)
{
	g_autofree char *got = list(result);

	g_assert_cmpstr(got, ==, expected);
}

static void expect_text(const KsRuleResult *result, guint file, GBytes *text)
{
	const KsSpatchFile *got = result->files->pdata[file];
	gsize len, want_len;
	const char *data = g_bytes_get_data(got->after, &len);
	const char *want = g_bytes_get_data(text, &want_len);

	g_assert_cmpmem(data, len, want, want_len);
}

static void test_converts(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;
	g_autoptr(GBytes) text = golden(fixture, rule, "convert.res");

	add_golden(fixture, rule, "convert.c");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	expect(result, "19 kite_build_skb: converted\n"
		       "30 kite_direct: converted\n"
		       "32 kite_direct: converted\n"
		       "37 kite_in_condition: converted\n"
		       "40 kite_in_condition: converted\n"
		       "51 kite_guarded: converted\n");
	expect_text(result, 0, text);
	/* the ordinary case costs one run of spatch */
	g_assert_cmpuint(result->runs, ==, 1);
	g_assert_true(ks_rule_result_check(result, NULL));
	g_assert_cmpuint(ks_rule_result_count(result, KS_FATE_CONVERTED), ==,
			 6);
}

static void test_accounts_for_what_stays(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;
	g_autoptr(GBytes) text = golden(fixture, rule, "keep.c");

	add_golden(fixture, rule, "keep.c");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	expect(result,
	       "6 -: left: named, not called\n"
	       "12 reed_member: left: a member of that name, not the function\n"
	       "17 reed_nested: left: a member of that name, not the function\n"
	       "22 reed_local: left: named, not called\n"
	       "22 reed_local: left: a member of that name, not the function\n"
	       "24 reed_local: left: not a call of the kernel's build_skb(x, y)\n"
	       "28 -: left: named, not called\n"
	       "30 reed_param: left: not a call of the kernel's build_skb(x, y)\n"
	       "40 -: left: a member of that name, not the function\n"
	       "40 -: left: named, not called\n");
	expect_text(result, 0, text);
	/* the second run proves that spatch saw the calls */
	g_assert_cmpuint(result->runs, ==, 2);
}

static void test_finds_what_is_lost(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;
	g_autoptr(GError) error = NULL;

	add_golden(fixture, rule, "neighbour.c");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	expect(result,
	       "11 adder_no_syntax: LOST: not seen by spatch, which does not "
	       "parse lines 6 to 14 because of line 10\n"
	       "22 adder_no_flow: LOST: not seen by spatch, which skipped the "
	       "function without a word\n"
	       "24 adder_no_flow: LOST: not seen by spatch, which skipped the "
	       "function without a word\n"
	       "29 adder_good: converted\n"
	       "41 adder_two_heads: converted\n");
	g_assert_false(ks_rule_result_check(result, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_assert_true(g_str_has_prefix(error->message,
				       "drivers/neighbour.c:11: build_skb in "
				       "adder_no_syntax: not seen by spatch"));
}

static void test_macro_and_disabled(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;

	add_golden(fixture, rule, "macro.c");
	add_golden(fixture, rule, "disabled.c");
	add_golden(fixture, rule, "already.c");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	expect(result, "5 -: converted\n"
		       "8 -: converted\n"
		       "13 -: left: in a macro's body\n"
		       "19 teal_checked: converted\n"
		       "8 -: left: under #if 0\n"
		       "14 wren_new: converted\n"
		       "7 heron_small: left: already converted\n"
		       "12 heron_large: converted\n"
		       "15 heron_large: left: already converted\n");
}

static void test_leave(Fixture *fixture, gconstpointer rule)
{
	KsRuleJob job = {.rule = fixture->rule, .mode = KS_RULE_PATCH};
	const char *leave[] = {"kite_nowhere: gone", NULL};
	g_autoptr(KsRuleResult) result = NULL;
	g_autoptr(GError) error = NULL;

	add_golden(fixture, rule, "convert.c");
	result = apply(fixture, KS_RULE_PATCH, NULL,
		       "kite_direct: also called from a hard interrupt");
	expect(result, "19 kite_build_skb: converted\n"
		       "30 kite_direct: left: also called from a hard "
		       "interrupt\n"
		       "32 kite_direct: left: also called from a hard "
		       "interrupt\n"
		       "37 kite_in_condition: converted\n"
		       "40 kite_in_condition: converted\n"
		       "51 kite_guarded: converted\n");
	job.leave = leave;
	g_assert_null(
		ks_rule_apply(fixture->context, &job, fixture->files, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_assert_nonnull(strstr(error->message, "kite_nowhere"));
}

/* Wrapped arguments stay under their parenthesis, both ways. */
static void test_wrapped(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) there = NULL;
	g_autoptr(KsRuleResult) back = NULL;
	g_autoptr(GBytes) before = golden(fixture, rule, "wrapped.c");
	const KsSpatchFile *file;
	g_autofree char *text = NULL;

	add_golden(fixture, rule, "wrapped.c");
	there = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	file = there->files->pdata[0];
	text = g_strndup(g_bytes_get_data(file->after, NULL),
			 g_bytes_get_size(file->after));
	g_assert_nonnull(strstr(text, "- EGRET_HEADROOM,\n"
				      "\t\t\t     egret->truesize);"));
	g_assert_nonnull(strstr(text, "(egret->va,\n"
				      "\t\t\t\t\t     egret->truesize))))"));
	g_ptr_array_set_size(fixture->files, 0);
	ks_spatch_files_add(fixture->files, "wrapped.c", file->after);
	back = apply(fixture, KS_RULE_REVERT, NULL, NULL);
	expect_text(back, 0, before);
}

static void test_untouched_costs_nothing(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;

	(void)rule;
	add_text(fixture, "a.c", "int a; /* build_skb(x, y) */\n");
	add_text(fixture, "a.h", "struct ops { int (*build_skb)(void); };\n");
	add_text(fixture, "empty.c", "");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	expect(result, "1 -: left: named, not called\n");
	g_assert_cmpuint(result->runs, ==, 0);
	g_assert_cmpuint(result->files->len, ==, 0);
}

static void test_header(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;

	(void)rule;
	add_text(fixture, "include/a.h",
		 "static inline void *f(void *a)\n"
		 "{\n"
		 "\treturn build_skb(a, 0);\n"
		 "}\n");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	expect(result, "3 f: converted\n");
}

static void test_consume(Fixture *fixture, gconstpointer rule)
{
	g_autoptr(KsRuleResult) result = NULL;
	g_autoptr(GError) error = NULL;
	KsRuleJob job = {.rule = fixture->rule, .mode = KS_RULE_REVERT};

	add_golden(fixture, rule, "drop.c");
	add_golden(fixture, rule, "masked.c");
	result = apply(fixture, KS_RULE_PATCH, NULL, NULL);
	g_assert_cmpuint(ks_rule_result_count(result, KS_FATE_CONVERTED), ==,
			 2);
	g_assert_cmpuint(ks_rule_result_count(result, KS_FATE_LEFT), ==, 6);
	g_assert_true(ks_rule_result_check(result, NULL));
	/* which free was it? */
	g_assert_null(
		ks_rule_apply(fixture->context, &job, fixture->files, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
}

static void bad_rule(Fixture *fixture, const char *body, int code,
		     const char *says)
{
	g_autofree char *text = g_strconcat("// kseries-token: old\n"
					    "// kseries-result: new\n"
					    "// kseries-leaves: why\n",
					    body, NULL);
	g_autoptr(KsRule) rule = ks_rule_parse("x.cocci", text, NULL);
	KsRuleJob job = {.rule = rule, .mode = KS_RULE_PATCH};
	g_autoptr(GError) error = NULL;

	g_assert_nonnull(rule);
	g_assert_null(
		ks_rule_apply(fixture->context, &job, fixture->files, &error));
	g_assert_error(error, KS_ERROR, code);
	if (!strstr(error->message, says))
		g_error("\"%s\" does not say \"%s\"", error->message, says);
}

/* Exit statuses and what a rule does besides are errors with the file. */
static void test_bad_rules(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	add_text(fixture, "d/one.c",
		 "void f(void)\n{\n\told(1);\n\told(2);\n\told(3);\n}\n");
	bad_rule(fixture, "virtual patch\n@@ @@\n- old(\n+ new\n",
		 KS_ERROR_BROKEN, "d/one.c: spatch ended with status 255");
	bad_rule(fixture,
		 "virtual patch\n@@ expression e, f; @@\n old(f);\n"
		 " ... when any\n- old(e);\n+ new(f, e);\n",
		 KS_ERROR_BROKEN, "already tagged token");
	bad_rule(fixture, "virtual nothing\n@@ @@\n- old\n+ new\n",
		 KS_ERROR_BROKEN, "d/one.c: spatch ended with status 255");
	bad_rule(fixture, "virtual patch\n@@ @@\n- old\n+ other\n  (...)\n",
		 KS_ERROR_BROKEN, "d/one.c: x.cocci did more there");
	bad_rule(fixture,
		 "virtual patch\n@@ expression e; @@\n- old(e)\n"
		 "+ new(new(e))\n",
		 KS_ERROR_BROKEN, "d/one.c: x.cocci did more there");
}

static void test_cancelled(Fixture *fixture, gconstpointer rule)
{
	KsRuleJob job = {.rule = fixture->rule, .mode = KS_RULE_PATCH};
	g_autoptr(GError) error = NULL;

	add_golden(fixture, rule, "convert.c");
	g_cancellable_cancel(fixture->context->cancel);
	g_assert_null(
		ks_rule_apply(fixture->context, &job, fixture->files, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_CANCELLED);
}

static void test_paths(Fixture *fixture, gconstpointer rule)
{
	static const char *const paths[] = {"../a.c", "/tmp/a.c", "a/../b.c",
					    "-D.c", "a//b.c"};

	for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
		KsRuleJob job = {.rule = fixture->rule, .mode = KS_RULE_PATCH};
		g_autoptr(GError) error = NULL;

		(void)rule;
		g_ptr_array_set_size(fixture->files, 0);
		add_text(fixture, paths[i], "int a = build_skb(1, 2);\n");
		g_assert_null(ks_rule_apply(fixture->context, &job,
					    fixture->files, &error));
		g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	}
}

static void head_error(const char *text, const char *says)
{
	g_autoptr(GError) error = NULL;

	g_assert_null(ks_rule_parse("r.cocci", text, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	if (!strstr(error->message, says))
		g_error("\"%s\" does not say \"%s\"", error->message, says);
}

static void test_head(void)
{
	head_error("@@ @@\n", "\"// kseries-token: ...\" is missing");
	head_error("// kseries-token: a\n", "kseries-result: ...\" is missing");
	head_error("// kseries-token: a\n// kseries-result: b\n",
		   "kseries-leaves: ...\" is missing");
	head_error("\n// kseries-tokens: a\n", "r.cocci:2: ");
	head_error("// kseries-token: a b\n", "must be one C name");
	head_error("// kseries-needs: a\n", "must be SYMBOL HEADER");
	head_error("// kseries-token\n", "a colon is missing");
}

/* What a reader of the rules may rely on. */
static void test_heads_of_ours(Fixture *fixture, gconstpointer name)
{
	const KsRuleNeed *need = fixture->rule->needs->pdata[0];

	g_assert_cmpstr(fixture->rule->result, ==, name);
	g_assert_cmpstr(need->symbol, ==, name);
	g_assert_cmpstr(need->header, ==, "include/linux/skbuff.h");
}

#define ADD(path, rule, function)                                              \
	g_test_add("/rule/" path, Fixture, rule, set_up, function, tear_down)

int main(int argc, char **argv)
{
	static const char build[] = "napi_build_skb";
	static const char consume[] = "napi_consume_skb";

	g_test_init(&argc, &argv, NULL);
	ADD("converts", build, test_converts);
	ADD("accounts-for-what-stays", build, test_accounts_for_what_stays);
	ADD("finds-what-is-lost", build, test_finds_what_is_lost);
	ADD("macro-and-disabled", build, test_macro_and_disabled);
	ADD("leave", build, test_leave);
	ADD("wrapped", build, test_wrapped);
	ADD("untouched-costs-nothing", build, test_untouched_costs_nothing);
	ADD("header", build, test_header);
	ADD("consume", consume, test_consume);
	ADD("bad-rules", build, test_bad_rules);
	ADD("cancelled", build, test_cancelled);
	ADD("paths", build, test_paths);
	ADD("head-build", build, test_heads_of_ours);
	ADD("head-consume", consume, test_heads_of_ours);
	g_test_add_func("/rule/head", test_head);
	return g_test_run();
}
