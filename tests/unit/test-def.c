// SPDX-License-Identifier: GPL-2.0
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "series/def.h"
#include "tree/git.h"

/* A definition in a folder of its own, and a home. */
typedef struct {
	char *dir;
	KsContext *context;
} Fixture;

static void put(const Fixture *fixture, const char *name, const char *text)
{
	g_autofree char *path = g_build_filename(fixture->dir, name, NULL);

	g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void set_up(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *home = NULL;

	(void)unused;
	fixture->dir = g_dir_make_tmp("ks-def-XXXXXX", NULL);
	home = g_build_filename(fixture->dir, "home", NULL);
	fixture->context = ks_context_new(home, NULL);
	g_assert_nonnull(fixture->context);
	g_assert_true(ks_git_init(fixture->context, NULL));
	put(fixture, "cover.txt", "Why.\n");
	put(fixture, "one.txt", "Because.\n");
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_rmtree(fixture->dir);
	ks_context_free(fixture->context);
	g_free(fixture->dir);
}

#define HEAD                                                                   \
	"[series]\n\tname = s\n\tfamily = intel-ethernet\n"                    \
	"\ttitle = \"x: do it\"\n\tcover = cover.txt\n"

#define PATCH                                                                  \
	"[patch \"one\"]\n\tdriver = e1000\n\trule = napi_build_skb\n"         \
	"\tsubject = \"e1000: do it\"\n\tmessage = one.txt\n"

#define ALL "[patch \"one\"]\n\tdriver = *\n\trule = napi_build_skb\n"

static KsSeries *load(const Fixture *fixture, const char *text, GError **error)
{
	put(fixture, "series", text);
	return ks_series_load(fixture->context, fixture->dir, error);
}

static void test_whole(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsSeries) series = load(
		fixture,
		HEAD
		"\tto = a@b\n\tto = c@d\n" PATCH
		"[patch \"zwei\"]\n\tdriver = igb\n\trule = napi_build_skb\n"
		"\tsubject = \"igb: do it\"\n\tmessage = one.txt\n"
		"\tleave = \"f: not in NAPI\"\n",
		&error);
	const KsPatchDef *first, *second;

	(void)unused;
	g_assert_no_error(error);
	g_assert_cmpuint(series->patches->len, ==, 2);
	first = series->patches->pdata[0];
	second = series->patches->pdata[1];
	g_assert_cmpstr(first->id, ==, "one");
	g_assert_cmpstr(first->subject, ==, "e1000: do it");
	g_assert_cmpstr(first->message, ==, "Because.\n");
	g_assert_cmpstr(second->driver, ==, "igb");
	g_assert_cmpstr(second->leave[0], ==, "f: not in NAPI");
	g_assert_cmpstr(series->to[1], ==, "c@d");
	g_assert_cmpstr(series->cover, ==, "Why.\n");
	g_assert_cmpuint(series->version, ==, 1);
	g_assert_cmpstr(series->prefix, ==, "PATCH");
}

static void refused(const Fixture *fixture, const char *text, int line,
		    const char *says)
{
	g_autofree char *where = g_strdup_printf("series:%d: ", line);
	g_autoptr(GError) error = NULL;
	KsSeries *series = load(fixture, text, &error);

	g_assert_null(series);
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_test_message("%s", error->message);
	g_assert_nonnull(strstr(error->message, where));
	g_assert_nonnull(strstr(error->message, says));
	g_assert_null(strchr(error->message, '\n'));
}

static void test_refusals(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	refused(fixture, HEAD PATCH "\tcolour = red\n", 11,
		"unknown key 'colour'");
	refused(fixture,
		HEAD "[patch \"one\"]\n\tdriver = e1000\n"
		     "\trule = no_such_rule\n",
		8, "there is no cocci/no_such_rule.cocci");
	refused(fixture, HEAD PATCH "\tdriver = igb\n", 11, "given twice");
	refused(fixture, HEAD "[patch \"one\"]\n\tmessage = gone.txt\n", 7,
		"gone.txt");
	refused(fixture, HEAD PATCH "\tleave = f\n", 7, "function: reason");
	refused(fixture, HEAD PATCH "\tchain = \"a > b\"\n", 7,
		"'chain' and 'was' go together");
	refused(fixture, HEAD PATCH "\tchain = audit\n\twas = f\n", 7,
		"there is no 'was'");
	refused(fixture, HEAD PATCH "\tchain = audit\n\ttrust = f: g\n", 7,
		"there is no 'trust'");
	refused(fixture, HEAD ALL "\tsubject = s\n\tchain = audit\n", 7,
		"driver = * takes no 'subject'");
	refused(fixture, HEAD ALL "\tleave = f: g\n\tchain = audit\n", 7,
		"driver = * takes no 'leave'");
	refused(fixture,
		HEAD ALL "\tsubject = s\n\tmessage = one.txt\n"
			 "\tchain = \"a > b\"\n\twas = c\n",
		7, "needs chain = audit");
	refused(fixture, HEAD "\tversion = new\n" PATCH, 6, "not a number");
	refused(fixture, HEAD PATCH "[pitch \"x\"]\n\ta = b\n", 12,
		"unknown section [pitch]");
	refused(fixture, HEAD, 1, "there is no [patch");
	refused(fixture, "[series]\n\tname = s\n" PATCH, 1, "has no 'family'");
}

/* The same key in many sections: each error has its own line. */
static void test_line_of_repeated_key(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	refused(fixture,
		HEAD PATCH "# rule = no_such_rule in a comment\n"
			   "[patch \"two\"]\n\trule = no_such_rule\n",
		13, "no_such_rule");
}

static void test_syntax(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_null(load(fixture, HEAD "[patch \"one\"\n", &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_assert_nonnull(strstr(error->message, "line 7"));
}

static void test_missing(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_null(ks_series_load(fixture->context, "no-such", &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_assert_nonnull(strstr(error->message, "no-such"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
#define ADD(name, func)                                                        \
	g_test_add("/def/" name, Fixture, NULL, set_up, func, tear_down)
	ADD("whole", test_whole);
	ADD("refusals", test_refusals);
	ADD("line-of-repeated-key", test_line_of_repeated_key);
	ADD("syntax", test_syntax);
	ADD("missing", test_missing);
	return g_test_run();
}
