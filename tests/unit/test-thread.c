// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "series/thread.h"

#define OTTER                                                                  \
	"otter_poll > otter_clean_all > otter_clean_ring > otter_put_buffer"
#define SHORT "mink_poll > mink_clean > mink_free"

/* A driver of a few lines, whose parts a test replaces. */
#define POLL                                                                   \
	"static int mink_poll(struct napi_struct *napi, int budget)\n"         \
	"{\n"                                                                  \
	"\tmink_clean(napi->ring);\n"                                          \
	"\treturn 0;\n"                                                        \
	"}\n"
#define CLEAN                                                                  \
	"static void mink_clean(struct ring *ring)\n"                          \
	"{\n"                                                                  \
	"\tmink_free(ring->skb);\n"                                            \
	"}\n"
#define FREE                                                                   \
	"static void mink_free(struct sk_buff *skb)\n"                         \
	"{\n"                                                                  \
	"\tdev_kfree_skb_any(skb);\n"                                          \
	"}\n"

typedef struct {
	char *home;
	KsContext *context;
	GPtrArray *files;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	fixture->home = g_dir_make_tmp("ks-thread-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, NULL);
	g_assert_nonnull(fixture->context);
	fixture->files = ks_spatch_files_new();
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	g_ptr_array_unref(fixture->files);
	ks_context_free(fixture->context);
	ks_rmtree(fixture->home);
	g_free(fixture->home);
}

static void add_text(Fixture *fixture, const char *path, const char *text)
{
	g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));

	ks_spatch_files_add(fixture->files, path, bytes);
}

static GBytes *golden(Fixture *fixture, const char *name)
{
	g_autofree char *path = ks_data_path(fixture->context, "tests", "cocci",
					     "thread", name, NULL);
	char *text;
	gsize len;

	g_assert_true(g_file_get_contents(path, &text, &len, NULL));
	return g_bytes_new_take(text, len);
}

static const char *const otter[] = {"otter.c", "otter.h", "otter_reset.c"};

static void add_otter(Fixture *fixture, const char *suffix)
{
	for (gsize i = 0; i < G_N_ELEMENTS(otter); i++) {
		g_autofree char *name = g_strconcat(otter[i], suffix, NULL);
		g_autoptr(GBytes) text = golden(fixture, name);

		ks_spatch_files_add(fixture->files, otter[i], text);
	}
}

static KsRuleResult *try_chain(Fixture *fixture, const char *chain,
			       KsRuleMode mode, GError **error)
{
	g_autoptr(KsThread)
		thread = ks_thread_new(chain, "dev_kfree_skb_any", NULL);

	g_assert_nonnull(thread);
	return ks_thread_apply(fixture->context, thread, mode, fixture->files,
			       error);
}

static KsRuleResult *apply(Fixture *fixture, const char *chain, KsRuleMode mode)
{
	g_autoptr(GError) error = NULL;
	KsRuleResult *result = try_chain(fixture, chain, mode, &error);

	g_assert_no_error(error);
	return result;
}

static void refused(Fixture *fixture, const char *text, int code,
		    const char *says)
{
	g_autoptr(GError) error = NULL;

	g_ptr_array_set_size(fixture->files, 0);
	add_text(fixture, "mink.c", text);
	g_assert_null(try_chain(fixture, SHORT, KS_RULE_PATCH, &error));
	g_assert_error(error, KS_ERROR, code);
	if (!strstr(error->message, says))
		g_error("\"%s\" does not say \"%s\"", error->message, says);
}

static char *text_of(const KsRuleResult *result, guint i)
{
	const KsSpatchFile *file = result->files->pdata[i];
	gsize len;
	const char *data = g_bytes_get_data(file->after, &len);

	return g_strndup(data, len);
}

static void expect_otter(Fixture *fixture, const KsRuleResult *result,
			 const char *suffix)
{
	g_assert_cmpuint(result->files->len, ==, G_N_ELEMENTS(otter));
	for (gsize i = 0; i < G_N_ELEMENTS(otter); i++) {
		const KsSpatchFile *file = result->files->pdata[i];
		g_autofree char *name = g_strconcat(otter[i], suffix, NULL);
		g_autoptr(GBytes) want = golden(fixture, name);
		gsize len, want_len;
		const char *data = g_bytes_get_data(file->after, &len);
		const char *text = g_bytes_get_data(want, &want_len);

		g_assert_cmpstr(file->path, ==, otter[i]);
		g_assert_cmpmem(data, len, text, want_len);
	}
}

static guint count(const KsRuleResult *result, KsFate fate)
{
	return ks_rule_result_count(result, fate);
}

/* Three hops, prototypes, a header, kernel-doc, a function of no arguments. */
static void test_there(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRuleResult) result = NULL;

	(void)unused;
	add_otter(fixture, "");
	result = apply(fixture, OTTER, KS_RULE_PATCH);
	expect_otter(fixture, result, ".res");
	g_assert_cmpuint(count(result, KS_FATE_CONVERTED), ==, 1);
	g_assert_cmpuint(count(result, KS_FATE_LEFT), ==, 2);
	g_assert_true(ks_rule_result_check(result, NULL));
	/* one run of spatch a file */
	g_assert_cmpuint(result->runs, ==, 3);
}

static void test_back(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRuleResult) result = NULL;

	(void)unused;
	add_otter(fixture, ".res");
	result = apply(fixture, OTTER, KS_RULE_REVERT);
	expect_otter(fixture, result, "");
	g_assert_cmpuint(count(result, KS_FATE_CONVERTED), ==, 1);
}

static void test_twice_is_once(Fixture *fixture, gconstpointer suffix)
{
	KsRuleMode mode = *(const char *)suffix ? KS_RULE_PATCH :
						  KS_RULE_REVERT;
	g_autoptr(KsRuleResult) result = NULL;

	add_otter(fixture, suffix);
	result = apply(fixture, OTTER, mode);
	for (guint i = 0; i < result->files->len; i++) {
		const KsSpatchFile *file = result->files->pdata[i];

		g_assert_true(file->after == file->before);
	}
	g_assert_cmpuint(count(result, KS_FATE_CONVERTED), ==, 0);
}

/* As mainline has it in e1000: a constant, from a function without budget. */
static void test_constant(Fixture *fixture, gconstpointer unused)
{
	static const char shipped[] =
		"static void mink_free(struct sk_buff *skb, int budget)\n"
		"{\n"
		"\tnapi_consume_skb(skb, budget);\n"
		"}\n"
		"static void mink_clean(struct ring *ring)\n"
		"{\n"
		"\tmink_free(ring->skb,\n"
		"\t\t  64);\n"
		"}\n" POLL;
	g_autoptr(KsRuleResult) result = NULL;
	g_autofree char *text = NULL;

	(void)unused;
	refused(fixture, shipped, KS_ERROR_USAGE,
		"take a conversion that is there out first (--without)");
	result = apply(fixture, SHORT, KS_RULE_REVERT);
	text = text_of(result, 0);
	g_assert_cmpstr(text, ==, FREE CLEAN POLL);
}

/* A function that has the poll's budget keeps its parameter. */
static void test_existing_budget(Fixture *fixture, gconstpointer unused)
{
	static const char driver[] = FREE
		"static bool mink_clean(int left, struct ring *ring)\n"
		"{\n"
		"\tmink_free(ring->skb);\n"
		"\treturn left;\n"
		"}\n"
		"static int mink_poll(struct napi_struct *napi, int b)\n"
		"{\n"
		"\treturn mink_clean(b, napi->ring);\n"
		"}\n"
		"static void mink_down(struct ring *ring)\n"
		"{\n"
		"\tmink_clean(0, ring);\n"
		"}\n";
	g_autofree char *dishonest = NULL;
	g_autoptr(KsRuleResult) result = NULL;
	g_autofree char *text = NULL;
	g_auto(GStrv) halves = NULL;

	(void)unused;
	add_text(fixture, "mink.c", driver);
	result = apply(fixture, SHORT, KS_RULE_PATCH);
	text = text_of(result, 0);
	g_assert_nonnull(strstr(text, "mink_clean(int left, struct"));
	g_assert_nonnull(strstr(text, "\tmink_free(ring->skb, left);"));
	g_assert_nonnull(strstr(text, "\tnapi_consume_skb(skb, budget);"));
	/* a ring's size is no budget */
	halves = g_strsplit(driver, "mink_clean(0,", 2);
	dishonest = g_strjoinv("mink_clean(ring->count,", halves);
	refused(fixture, dishonest, KS_ERROR_USAGE,
		"mink.c:16: mink_clean() is given something else than the "
		"poll's budget or 0");
}

static void test_name_clash(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRuleResult) result = NULL;
	g_autofree char *text = NULL;

	(void)unused;
	add_text(fixture, "mink.c",
		 FREE "static void mink_clean(struct ring *ring)\n"
		      "{\n"
		      "\tint budget = ring->budget;\n"
		      "\n"
		      "\twhile (budget--)\n"
		      "\t\tmink_free(ring->skb);\n"
		      "}\n" POLL);
	result = apply(fixture, SHORT, KS_RULE_PATCH);
	text = text_of(result, 0);
	g_assert_nonnull(strstr(text, "struct ring *ring, int napi_budget)"));
	g_assert_nonnull(strstr(text, "mink_free(ring->skb, napi_budget);"));
	g_assert_nonnull(strstr(text, "struct sk_buff *skb, int budget)"));
	g_assert_nonnull(strstr(text, "mink_clean(napi->ring, budget);"));
}

/* The poll alone, and frees of other names, which stay. */
static void test_poll_alone(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRuleResult) result = NULL;
	g_autofree char *text = NULL;

	(void)unused;
	add_text(fixture, "mink.c",
		 "static int mink_poll(struct napi_struct *napi, int quota)\n"
		 "{\n"
		 "\tdev_kfree_skb_any(napi->skb);\n"
		 "\tkfree_skb(napi->skb);\n"
		 "\treturn 0;\n"
		 "}\n");
	result = apply(fixture, "mink_poll", KS_RULE_PATCH);
	text = text_of(result, 0);
	g_assert_nonnull(strstr(text, "\tnapi_consume_skb(napi->skb, quota);\n"
				      "\tkfree_skb(napi->skb);\n"));
}

static void test_refuses(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	refused(fixture, FREE POLL, KS_ERROR_USAGE,
		"mink_clean() is defined in none");
	refused(fixture,
		FREE "static void mink_clean(struct ring *ring)\n{\n}\n" POLL,
		KS_ERROR_USAGE, "mink_clean() does not call mink_free()");
	refused(fixture,
		FREE CLEAN "static int mink_poll(struct ring *r, int b)\n"
			   "{\n\tmink_clean(r);\n}\n",
		KS_ERROR_USAGE, "no NAPI poll function");
	refused(fixture,
		FREE CLEAN POLL "struct ops o = { .clean = mink_clean };\n",
		KS_ERROR_USAGE,
		"mink.c:14: the address of mink_clean() is taken");
	refused(fixture, FREE CLEAN POLL "EXPORT_SYMBOL(mink_free);\n",
		KS_ERROR_USAGE, "the address of mink_free() is taken");
	refused(fixture, FREE CLEAN POLL "#define clean_it(r) mink_clean(r)\n",
		KS_ERROR_USAGE, "mink_clean() is used in a macro");
	refused(fixture,
		FREE CLEAN
		"static int mink_poll(struct napi_struct *napi, int budget)\n"
		"{\n"
		"\tmink_clean(napi->ring);\n"
		"\tbudget -= 1;\n"
		"}\n",
		KS_ERROR_USAGE,
		"mink.c:12: mink_poll() does not keep its budget");
	refused(fixture, FREE CLEAN POLL "int x(void)\n{\n\tmink_free();\n}\n",
		KS_ERROR_USAGE, "called with 0 arguments, and defined with 1");
}

/* What spatch does not see is an error, never a half-made patch. */
static void test_not_seen(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	refused(fixture,
		FREE CLEAN POLL "static void mink_down(struct ring *ring)\n"
				"{\n"
				"\tfor_odd(a; b: c) ? {\n"
				"\t\tmink_clean(ring);\n"
				"\t} else until $;\n"
				"}\n",
		KS_ERROR_BROKEN,
		"mink.c:17: spatch did not change a call of mink_clean() as "
		"it should: it does not parse these lines");
	refused(fixture,
		FREE CLEAN POLL "static void mink_down(struct ring *ring)\n"
				"{\n"
				"\tgoto nowhere;\n"
				"\tmink_clean(ring);\n"
				"}\n",
		KS_ERROR_BROKEN, "skipped the function without a word");
}

/* A budget that more depends on was not put there by a conversion. */
static void test_revert_refuses(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	(void)unused;
	add_text(fixture, "mink.c",
		 FREE
		 "static void mink_clean(struct ring *r, int budget)\n"
		 "{\n"
		 "\twhile (budget--)\n"
		 "\t\tmink_free(r->skb);\n"
		 "}\n"
		 "static int mink_poll(struct napi_struct *n, int budget)\n"
		 "{\n"
		 "\tmink_clean(n->ring, budget);\n"
		 "}\n");
	g_assert_null(try_chain(fixture, SHORT, KS_RULE_REVERT, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_assert_nonnull(strstr(error->message, "for more than to free"));
}

static void test_chain(void)
{
	static const char *const bad[][2] = {
		{"", "is no function's name"},
		{"a > ", "is no function's name"},
		{"a, b", "is no function's name"},
		{"a > b > a", "is there twice"},
	};
	g_autoptr(KsThread)
		thread = ks_thread_new("  a>b  > c_1 ", "consume_skb", NULL);
	g_autoptr(GError) error = NULL;

	g_assert_cmpuint(g_strv_length(thread->functions), ==, 3);
	g_assert_cmpstr(thread->functions[2], ==, "c_1");
	for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) wrong = NULL;

		g_assert_null(ks_thread_new(bad[i][0], "x", &wrong));
		g_assert_error(wrong, KS_ERROR, KS_ERROR_USAGE);
		g_assert_nonnull(strstr(wrong->message, bad[i][1]));
	}
	g_assert_null(ks_thread_new("a", "napi_consume_skb", &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
}

#define ADD(path, data, function)                                              \
	g_test_add("/thread/" path, Fixture, data, set_up, function, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("there", NULL, test_there);
	ADD("back", NULL, test_back);
	ADD("patch-twice", ".res", test_twice_is_once);
	ADD("revert-twice", "", test_twice_is_once);
	ADD("constant", NULL, test_constant);
	ADD("existing-budget", NULL, test_existing_budget);
	ADD("name-clash", NULL, test_name_clash);
	ADD("poll-alone", NULL, test_poll_alone);
	ADD("refuses", NULL, test_refuses);
	ADD("not-seen", NULL, test_not_seen);
	ADD("revert-refuses", NULL, test_revert_refuses);
	g_test_add_func("/thread/chain", test_chain);
	return g_test_run();
}
