// SPDX-License-Identifier: GPL-2.0
#include "tree-fixture.h"
#include "tree/apt.h"

/* A mirror in the scratch folder that nobody signed. */
static char *make_mirror(const Fixture *fixture)
{
	g_autofree char *sum = NULL;
	g_autofree char *release = NULL;
	static const char packages[] =
		"Package: linux-source-9.8\nVersion: 9.8.7-1\n"
		"Architecture: all\nMaintainer: Ann <a@example.org>\n"
		"Filename: pool/x.deb\nSize: 1\n"
		"SHA256: 00\nDescription: x\n\n";

	sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, packages, -1);
	release =
		g_strdup_printf("Origin: Debian\nLabel: Debian\nSuite: s\n"
				"Codename: s\nArchitectures: amd64 all\n"
				"Components: main\n"
				"Date: Mon, 30 Nov 2026 00:00:00 UTC\n"
				"SHA256:\n %s %zu main/binary-amd64/Packages\n",
				sum, strlen(packages));
	put(fixture, "mirror/dists/s/Release", release);
	put(fixture, "mirror/dists/s/main/binary-amd64/Packages", packages);
	return g_strdup_printf("file:%s/mirror", fixture->dir);
}

static void test_unsigned(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *uri = make_mirror(fixture);
	g_autofree char *before = run(fixture, "ls", "-l", "--full-time",
				      "/var/lib/apt/lists", NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsApt) apt = ks_apt_private(fixture->context, uri, "s",
					      "main", NULL, &error);
	g_auto(GStrv) versions = NULL;

	(void)unused;
	g_assert_no_error(error);
	g_assert_false(ks_apt_update(apt, 0, &error));
	assert_error(error, KS_ERROR_BROKEN, "not signed");
	g_clear_error(&error);
	versions = ks_apt_versions(apt, "linux-source-9.8", &error);
	g_assert_no_error(error);
	g_assert_cmpuint(g_strv_length(versions), ==, 0);
	/* the machine's own lists are left alone */
	assert_text(run(fixture, "ls", "-l", "--full-time",
			"/var/lib/apt/lists", NULL),
		    before);
}

/* A mirror that cannot be reached leaves no lists that pass for fresh ones. */
static void test_unreachable(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsApt)
		apt = ks_apt_private(fixture->context, "http://127.0.0.1:9/",
				     "s", "main", NULL, &error);

	(void)unused;
	g_assert_no_error(error);
	g_assert_false(ks_apt_update(apt, 1000, &error));
	assert_error(error, KS_ERROR_BROKEN, "127.0.0.1");
	g_clear_error(&error);
	g_assert_false(ks_apt_update(apt, 1000, &error));
}

/* A package that no machine has, so that ci/suites.conf is looked into. */
static void assert_config(Fixture *fixture, const char *text, int code,
			  const char *says)
{
	g_autoptr(GError) error = NULL;

	put(fixture, "data/ci/suites.conf", text);
	g_free(fixture->context->data);
	fixture->context->data = in(fixture, "data");
	g_assert_null(ks_tree_add(fixture->context, "t", "debian:0.1", &error));
	assert_error(error, code, says);
}

static void test_config(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	assert_config(fixture, "", KS_ERROR_USAGE,
		      "no package linux-source-0.1 in this machine's suites");
	assert_config(fixture, "[suite \"s\"\n", KS_ERROR_USAGE,
		      "bad config line");
	assert_config(fixture, "[suite \"s\"]\n\tmirror = Debian\n",
		      KS_ERROR_USAGE, "suite \"s\" has no component");
	assert_config(fixture, "[suite \"s\"]\n\tmiror = Debian\n",
		      KS_ERROR_USAGE, "'suite.s.miror' is not a setting");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add("/apt/unsigned", Fixture, NULL, set_up, test_unsigned,
		   tear_down);
	g_test_add("/apt/unreachable", Fixture, NULL, set_up, test_unreachable,
		   tear_down);
	g_test_add("/apt/config", Fixture, NULL, set_up, test_config,
		   tear_down);
	return g_test_run();
}
