// SPDX-License-Identifier: GPL-2.0
#include "tree-fixture.h"
#include "tree/driver.h"

static const char two_families[] =
	"Prose that get_maintainer.pl skips.\n"
	"\n"
	"# a comment\n"
	"ACME ETHERNET DRIVERS\n"
	"M:\tAnn Example <ann@example.org>\n"
	"R:\tRob Example <rob@example.org>\n"
	"L:\tone@lists.example.org (moderated for non-subscribers)\n"
	"L:\ttwo@lists.example.org\n"
	"S:\tSupported\n"
	"F:\tdrivers/net/acme/\n"
	"F:\tinclude/*/acme?.[ch]\n"
	"X:\tdrivers/net/acme/other/\n"
	"# another\n"
	"K:\tacme_[a-z]+\n"
	"\n"
	"Other: 3COM (R) driver\n"
	"S:\tOrphan\n"
	"F:\tdrivers/*/o.c\n"
	"F:\tfs/**/deep.c\n"
	"F:\tDocumentation/other\n";

static GPtrArray *parse(const char *text, GError **error)
{
	return ks_family_parse(text, "FILE", error);
}

static void test_parse(void)
{
	g_autoptr(GPtrArray) families = parse(two_families, NULL);
	const KsFamily *acme, *other;
	g_auto(GStrv) lists = NULL;

	g_assert_cmpuint(families->len, ==, 2);
	acme = families->pdata[0];
	other = families->pdata[1];
	g_assert_cmpstr(acme->name, ==, "acme-ethernet");
	g_assert_cmpstr(acme->title, ==, "ACME ETHERNET DRIVERS");
	g_assert_cmpint(acme->line, ==, 4);
	g_assert_cmpuint(acme->entries->len, ==, 9);
	g_assert_cmpstr(other->name, ==, "other-3com-r");
	lists = ks_family_values(acme, 'L');
	g_assert_cmpuint(g_strv_length(lists), ==, 2);
	g_assert_cmpstr(lists[1], ==, "two@lists.example.org");
}

static void test_owns(void)
{
	static const struct {
		const char *path;
		bool acme, other;
	} cases[] = {
		{"drivers/net/acme/a.c", true, false},
		{"drivers/net/acme/deep/er/a.c", true, false},
		{"drivers/net/acme", false, false},
		{"drivers/net/acmex/a.c", false, false},
		{"xdrivers/net/acme/a.c", false, false},
		{"drivers/net/acme/other/a.c", false, false},
		{"drivers/net/acme/other.c", true, false},
		{"include/linux/acme1.h", true, false},
		{"include/linux/acme1.S", false, false},
		{"include/linux/acme.h", false, false},
		{"include/linux/acme12.h", false, false},
		{"include/a/b/acme1.h", false, false},
		{"drivers/net/o.c", false, true},
		{"drivers/net/o.c/x", false, false},
		{"drivers/net/oxc", false, false},
		{"drivers/net/o.c.orig", false, false},
		{"drivers/net/b/o.c", false, false},
		{"drivers/o.c", false, false},
		{"fs/a/b/deep.c", false, true},
		{"fs/deep.c", false, false},
		{"Documentation/other", false, true},
		{"Documentation/other/x.rst", false, true},
		{"Documentation/others", false, false},
	};
	g_autoptr(GPtrArray) families = parse(two_families, NULL);

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_test_message("%s", cases[i].path);
		g_assert_cmpint(ks_family_owns(families->pdata[0],
					       cases[i].path),
				==, cases[i].acme);
		g_assert_cmpint(ks_family_owns(families->pdata[1],
					       cases[i].path),
				==, cases[i].other);
	}
}

static void test_bad_syntax(void)
{
	static const struct {
		const char *text, *says;
	} cases[] = {
		{"M:\ta@b\n", "FILE:1: 'M:' stands outside"},
		{"A\n\nF:\tx\n", "FILE:3: 'F:' stands outside"},
		{"A\nF:\n", "FILE:2: 'F:' has no value"},
		{"A\nF:\tx\nF drivers/\n", "FILE:3: 'F drivers/' is neither"},
		{"A\nF:\tx\nf:\tx\n", "FILE:3: 'f:\tx' is neither"},
		{"A\nZ:\tx\n", "FILE:2: 'Z:' is not a tag"},
		{"A\nF:\ta[b\n", "FILE:2: 'a[b' is not a pattern"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
		g_autoptr(GError) error = NULL;

		g_assert_null(parse(cases[i].text, &error));
		assert_error(error, KS_ERROR_USAGE, cases[i].says);
	}
}

/* The snippet that we ship defines what the documentation promises. */
static void test_snippet(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsFamily) family =
		ks_family_load(fixture->context, "intel-ethernet", &error);

	(void)unused;
	g_assert_no_error(error);
	g_assert_true(
		ks_family_owns(family, "drivers/net/ethernet/intel/e100.c"));
	g_assert_true(ks_family_owns(
		family, "drivers/net/ethernet/intel/ice/ice_main.c"));
	g_assert_null(ks_family_load(fixture->context, "nope", &error));
	assert_error(error, KS_ERROR_USAGE, "intel-ethernet");
}

/* A family of drivers as kbuild sees it. */
static const struct {
	const char *path, *text;
} tree_files[] = {
	{"net/acme/Makefile", "obj-$(CONFIG_LONE) += lone.o\n"
			      "obj-$(CONFIG_BIG) += big/\n"},
	{"net/acme/lone.c", ""},
	{"net/acme/lone.h", ""},
	{"net/acme/big/Makefile", "obj-$(CONFIG_BIG) += big-er.o\n"
				  "big-er-y := main.o \\\n"
				  "\t    sub/port.o	# not gone.o\n"
				  "big-er-$(CONFIG_BIG_DCB) += dcb.o\n"},
	{"net/acme/big/main.c", ""},
	{"net/acme/big/dcb.c", ""},
	{"net/acme/big/gone.c", ""},
	{"net/acme/big/big.h", ""},
	{"net/acme/big/sub/port.c", ""},
	{"net/acme/big/sub/port.h", ""},
	{"net/other/Makefile", "obj-m += other.o\n"},
	{"net/other/other.c", ""},
	{"net/Makefile", "obj-y += core.o\n"},
	{"net/core.c", ""},
};

static KsTree *make_tree(Fixture *fixture)
{
	for (guint i = 0; i < G_N_ELEMENTS(tree_files); i++) {
		g_autofree char *name =
			g_strconcat("src/", tree_files[i].path, NULL);

		put(fixture, name, tree_files[i].text);
	}
	return add(fixture, "t", "dir", "src");
}

static void assert_words(char **words, const char *expected)
{
	assert_text(g_strjoinv(" ", words), expected);
}

static void test_drivers(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GPtrArray) families = parse("ACME\nF:\tnet/acme/\n", NULL);
	g_autoptr(KsTree) tree = make_tree(fixture);
	g_autoptr(GError) error = NULL;
	g_autoptr(GPtrArray) drivers = NULL;
	const KsDriver *big, *lone;

	(void)unused;
	drivers = ks_family_drivers(fixture->context, tree->commit,
				    families->pdata[0], &error);
	g_assert_no_error(error);
	g_assert_cmpuint(drivers->len, ==, 2);
	big = drivers->pdata[0];
	lone = drivers->pdata[1];
	g_assert_cmpstr(big->module, ==, "big-er");
	g_assert_cmpstr(big->config, ==, "CONFIG_BIG");
	g_assert_cmpstr(big->dir, ==, "net/acme/big");
	assert_words(big->sources, "net/acme/big/dcb.c net/acme/big/main.c "
				   "net/acme/big/sub/port.c");
	assert_words(big->headers,
		     "net/acme/big/big.h net/acme/big/sub/port.h");
	g_assert_cmpstr(lone->module, ==, "lone");
	assert_words(lone->sources, "net/acme/lone.c");
	assert_words(lone->headers, "net/acme/lone.h");
}

/* A family that names one file: the Makefile beside it still tells. */
static void test_one_file(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GPtrArray)
		families = parse("O\nF:\tnet/other/other.c\n", NULL);
	g_autoptr(KsTree) tree = make_tree(fixture);
	g_autoptr(KsDriver) driver = NULL;

	(void)unused;
	driver = ks_family_driver(fixture->context, tree->commit,
				  families->pdata[0], "other", NULL);
	g_assert_nonnull(driver);
	g_assert_null(driver->config);
	assert_words(driver->sources, "net/other/other.c");
}

static void test_driver(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GPtrArray) families = parse("ACME\nF:\tnet/acme/\n", NULL);
	g_autoptr(KsTree) tree = make_tree(fixture);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsDriver) driver = NULL;

	(void)unused;
	driver = ks_family_driver(fixture->context, tree->commit,
				  families->pdata[0], "big_er", &error);
	g_assert_no_error(error);
	g_assert_cmpstr(driver->module, ==, "big-er");
	g_assert_null(ks_family_driver(fixture->context, tree->commit,
				       families->pdata[0], "other", &error));
	assert_error(error, KS_ERROR_USAGE, "there are: big-er, lone");
	g_clear_error(&error);
	g_assert_null(ks_family_driver(
		fixture->context, "0123456789012345678901234567890123456789",
		families->pdata[0], "lone", &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *path;
		void (*run)(Fixture *fixture, gconstpointer unused);
	} tests[] = {
		{"/family/snippet", test_snippet},
		{"/family/drivers", test_drivers},
		{"/family/one-file", test_one_file},
		{"/family/driver", test_driver},
	};

	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/family/parse", test_parse);
	g_test_add_func("/family/owns", test_owns);
	g_test_add_func("/family/bad-syntax", test_bad_syntax);
	for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
		g_test_add(tests[i].path, Fixture, NULL, set_up, tests[i].run,
			   tear_down);
	return g_test_run();
}
