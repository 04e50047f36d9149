// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/dist.h"
#include "tree-fixture.h"

static void test_headers(void)
{
	/* of bookworm-security and trixie-backports */
	static const char *const names[] = {
		"linux-headers-6.1.0-9-amd64",
		"linux-headers-6.1.0-57-amd64",
		"linux-headers-6.1.0-57-cloud-amd64",
		"linux-headers-6.1.0-57-rt-amd64",
		"linux-headers-6.12-amd64",
		"linux-headers-6.12.117+deb12-amd64",
		"linux-headers-6.12.117+deb12-rt-amd64",
		"linux-headers-6.12.99+deb12-amd64",
		"linux-image-6.1.0-57-amd64",
		"linux-headers-6.1.0-57-arm64",
		"",
		NULL,
	};
	g_auto(GStrv) old = ks_dist_headers(names, "6.1.192-3");
	g_auto(GStrv) new = ks_dist_headers(names, "6.12.117-1~deb12u1");
	g_auto(GStrv) none = ks_dist_headers(names, "7.2.12-1~bpo13+1");
	g_auto(GStrv) wrong = ks_dist_headers(names, "nonsense");

	g_assert_cmpuint(g_strv_length(old), ==, 2);
	g_assert_cmpstr(old[0], ==, "linux-headers-6.1.0-57-amd64");
	g_assert_cmpstr(old[1], ==, "linux-headers-6.1.0-9-amd64");
	g_assert_cmpuint(g_strv_length(new), ==, 2);
	g_assert_cmpstr(new[0], ==, "linux-headers-6.12.117+deb12-amd64");
	g_assert_cmpuint(g_strv_length(none), ==, 0);
	g_assert_cmpuint(g_strv_length(wrong), ==, 0);
}

static void assert_kbuild(const char *depends, const char *want)
{
	g_autofree char *name = ks_dist_kbuild(depends);

	g_assert_cmpstr(name, ==, want);
}

static void test_kbuild(void)
{
	assert_kbuild(
		"linux-headers-6.1.0-57-common (= 6.1.192-3), linux-kbuild-6.1 (>= 6.1.192-3), linux-compiler-gcc-12-x86\n",
		"linux-kbuild-6.1");
	assert_kbuild("gcc-12, linux-kbuild-6.12.117+deb12\n",
		      "linux-kbuild-6.12.117+deb12");
	assert_kbuild("linux-kbuild-5.10:amd64 (>= 1)", "linux-kbuild-5.10");
	assert_kbuild("gcc-12, x-linux-kbuild-1", NULL);
	assert_kbuild("", NULL);
}

static void assert_module(const char *line, const char *want)
{
	g_autofree char *path = ks_dist_module(line);

	g_assert_cmpstr(path, ==, want);
}

static void test_module(void)
{
	assert_module("kernel/drivers/net/mii.ko", "drivers/net/mii.ko");
	assert_module("kernel/drivers/net/mii.ko.xz", "drivers/net/mii.ko");
	assert_module("kernel/../../etc/passwd.ko", NULL);
	assert_module("extra/foo.ko", NULL);
	assert_module("kernel/drivers/net/mii.o", NULL);
	assert_module("", NULL);
}

/* A tree that no package was made of has no kernel of the distribution. */
static void test_no_package(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *folder = in(fixture, "linux");
	g_autofree char *source = g_strconcat("dir:", folder, NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsTree) tree = NULL;
	char name[] = "t-debian", of[] = "t", package[] = "debian";
	KsTargetConf conf = {.name = name, .tree = of, .package = package};

	(void)unused;
	put(fixture, "linux/a", "a\n");
	tree = ks_tree_add(fixture->context, "t", source, &error);
	g_assert_no_error(error);
	g_assert_null(ks_dist_version(fixture->context, &conf, &error));
	assert_error(error, KS_ERROR_USAGE, "of no Debian package");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/dist/headers", test_headers);
	g_test_add_func("/dist/kbuild", test_kbuild);
	g_test_add_func("/dist/module", test_module);
	g_test_add("/dist/no-package", Fixture, NULL, set_up, test_no_package,
		   tear_down);
	return g_test_run();
}
