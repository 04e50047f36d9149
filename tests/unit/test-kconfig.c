// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/context.h"
#include "base/error.h"
#include "check/kconfig.h"

typedef struct {
	char *dir, *one, *two;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer data)
{
	(void)data;
	fixture->dir = g_dir_make_tmp("ks-kconfig-XXXXXX", NULL);
	fixture->one = g_build_filename(fixture->dir, "one.config", NULL);
	fixture->two = g_build_filename(fixture->dir, "two.config", NULL);
}

static void tear_down(Fixture *fixture, gconstpointer data)
{
	(void)data;
	ks_rmtree(fixture->dir);
	g_free(fixture->dir);
	g_free(fixture->one);
	g_free(fixture->two);
}

static GPtrArray *read_both(Fixture *fixture, const char *one, const char *two,
			    GError **error)
{
	const char *fragments[] = {fixture->one, fixture->two, NULL};

	g_assert_true(g_file_set_contents(fixture->one, one, -1, NULL));
	g_assert_true(g_file_set_contents(fixture->two, two, -1, NULL));
	return ks_kconfig_read(fragments, error);
}

static void test_text(Fixture *fixture, gconstpointer data)
{
	g_autoptr(GPtrArray) symbols = read_both(
		fixture,
		"# a comment\n\nCONFIG_A=y\n# CONFIG_B is not set\nCONFIG_S=\"x y\"\n",
		"CONFIG_B=m\nCONFIG_N=16000\n", NULL);
	g_autofree char *text = ks_kconfig_text(symbols);

	(void)data;
	g_assert_cmpstr(
		text, ==,
		"CONFIG_A=y\nCONFIG_B=m\nCONFIG_S=\"x y\"\nCONFIG_N=16000\n");
}

static void test_bad_line(Fixture *fixture, gconstpointer data)
{
	static const char *const bad[] = {"CONFIG_A\n", "CONFIG_A=\n",
					  "CONFIG_A B=y\n", "A=y\n",
					  "CONFIG_=y\n"};

	(void)data;
	for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
		g_autoptr(GError) error = NULL;
		g_autofree char *where =
			g_strdup_printf("%s:1: ", fixture->two);

		g_assert_null(
			read_both(fixture, "CONFIG_A=y\n", bad[i], &error));
		g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
		g_assert_true(g_str_has_prefix(error->message, where));
	}
}

static void test_missing_file(Fixture *fixture, gconstpointer data)
{
	const char *fragments[] = {fixture->one, NULL};
	g_autoptr(GError) error = NULL;

	(void)data;
	g_assert_null(ks_kconfig_read(fragments, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_assert_nonnull(strstr(error->message, fixture->one));
}

static void assert_verify(Fixture *fixture, const char *config,
			  const char *complaint)
{
	g_autoptr(GPtrArray) symbols =
		read_both(fixture, "CONFIG_A=y\n# CONFIG_B is not set\n",
			  "\nCONFIG_C=m\n", NULL);
	g_autoptr(GError) error = NULL;
	bool ok = ks_kconfig_verify(symbols, config, &error);

	g_assert_true(ok == !complaint);
	if (!complaint)
		return;
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
	g_assert_nonnull(strstr(error->message, complaint));
}

static void test_verify(Fixture *fixture, gconstpointer data)
{
	(void)data;
	assert_verify(fixture, "CONFIG_A=y\nCONFIG_C=m\n", NULL);
	assert_verify(fixture,
		      "CONFIG_A=y\n# CONFIG_B is not set\nCONFIG_C=m\n", NULL);
	assert_verify(fixture, "CONFIG_A=y\nCONFIG_C=y\n",
		      "two.config:2: CONFIG_C=m came out y");
	assert_verify(fixture, "# CONFIG_A is not set\nCONFIG_C=m\n",
		      "one.config:1: CONFIG_A=y came out n");
	assert_verify(fixture, "CONFIG_A=y\nCONFIG_B=y\nCONFIG_C=m\n",
		      "one.config:2: CONFIG_B=n came out y");
	assert_verify(fixture, "CONFIG_A=y\n", "came out not at all");
}

#define ADD(name, test)                                                        \
	g_test_add("/kconfig/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("text", test_text);
	ADD("bad-line", test_bad_line);
	ADD("missing-file", test_missing_file);
	ADD("verify", test_verify);
	return g_test_run();
}
