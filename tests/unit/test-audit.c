// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "audit-fixture.h"

/*
 * Each fixture of tests/audit/ says at its end what is to be found in it:
 *	(a comment) expect
 *	 * LINE: VERDICT: NAME[: words of the reason | untested]
 *	 ...
 */

static char *folder(void)
{
	return g_build_filename(g_getenv("KSERIES_DATA"), "tests", "audit",
				NULL);
}

/* Add the lines of the last comment, without the stars. */
static void add_expected(const char *path, GPtrArray *words)
{
	g_autofree char *text = NULL;
	g_auto(GStrv) lines = NULL;
	const char *at;

	if (!g_file_get_contents(path, &text, NULL, NULL))
		return;
	at = g_strrstr(text, "/* expect\n");
	g_assert_nonnull(at);
	lines = g_strsplit(at, "\n", -1);
	for (guint i = 1; g_str_has_prefix(lines[i], " * "); i++)
		g_ptr_array_add(words, g_strdup(lines[i] + 3));
}

/* Of the fixture, then of its header if it has one. */
static GPtrArray *expected(const char *name)
{
	g_autofree char *dir = folder();
	g_autofree char *path = g_build_filename(dir, name, NULL);
	GPtrArray *words = g_ptr_array_new_with_free_func(g_free);

	add_expected(path, words);
	path[strlen(path) - 1] = 'h';
	add_expected(path, words);
	return words;
}

static void compare(const KsAudited *site, const char *line)
{
	g_auto(GStrv) want = g_strsplit(line, ": ", 4);
	bool untested;

	untested = g_strcmp0(want[3], "untested") == 0;
	if (atoi(want[0]) == site->line &&
	    g_str_equal(want[1], ks_audit_verdict_name(site->verdict)) &&
	    g_str_equal(want[2], site->name) && untested == site->untested &&
	    (!want[3] || untested || strstr(site->reason, want[3])))
		return;
	g_test_message("expected %s", line);
	g_test_message("is       %d: %s: %s: %s", site->line,
		       ks_audit_verdict_name(site->verdict), site->name,
		       site->reason);
	g_test_fail();
}

static void test_fixture(gconstpointer data)
{
	const char *name = data;
	g_autofree char *dir = folder();
	g_autoptr(GPtrArray) sites = fixture_audit(dir, name);
	g_autoptr(GPtrArray) want = expected(name);

	for (guint i = 0; i < MIN(sites->len, want->len); i++)
		compare(sites->pdata[i], want->pdata[i]);
	g_assert_cmpuint(sites->len, ==, want->len);
}

static void test_cut(void)
{
	static const char *const bad[] = {
		"",
		"facts\t1\n",
		"facts\t2\nend\n",
		"facts\t1\nend",
		"facts\t1\nend\nend\n",
		"facts\t1\nfunc\ta\ta\tx.c\t1\t-\t0\nend\n",
		"facts\t1\nret\tC:0\nend\n",
		"facts\t1\nset\tx.c\t1\tG:a\tb+ C:1\nend\n",
		"facts\t1\nset\tx.c\t1\tG:a\tC:1 C:1\nend\n",
		"facts\t1\nfunc\ta\ta\tx.c\t1\t-\t0\n"
		"call\tx.c\t1\t1\tf\tF:f\t-\t-\t1\ndone\nend\n",
		"facts\t1\nwhat\tever\nend\n",
	};

	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;
		g_autoptr(KsFacts)
			facts = ks_facts_parse(bad[i], "x.c", &error);

		g_assert_null(facts);
		g_assert_nonnull(error);
		g_assert_true(g_str_has_prefix(error->message, "x.c: "));
	}
}

/* cpu_to_be16() in the initialiser of a table: no function has the call. */
static void test_call_outside(void)
{
	static const char text[] =
		"facts\t1\n"
		"call\tx.c\t1\t1\tf\tF:__builtin_bswap16\t-\t-\t1\n"
		"arg\tC:1\nend\n";
	g_autoptr(GError) error = NULL;
	g_autoptr(KsFacts) facts = ks_facts_parse(text, "x.c", &error);

	g_assert_no_error(error);
	g_assert_cmpuint(facts->functions->len, ==, 0);
}

int main(int argc, char **argv)
{
	g_autofree char *dir = NULL;
	g_autoptr(GDir) files = NULL;
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	const char *name;

	g_test_init(&argc, &argv, NULL);
	g_assert_nonnull(g_getenv("KSERIES_DATA"));
	dir = folder();
	files = g_dir_open(dir, 0, NULL);
	g_assert_nonnull(files);
	g_test_add_func("/audit/cut", test_cut);
	g_test_add_func("/audit/call-outside", test_call_outside);
	while ((name = g_dir_read_name(files))) {
		g_autofree char *test = g_strconcat("/audit/", name, NULL);

		if (!g_str_has_suffix(name, ".c"))
			continue;
		g_ptr_array_add(names, g_strdup(name));
		g_test_add_data_func(test, names->pdata[names->len - 1],
				     test_fixture);
	}
	return g_test_run();
}
