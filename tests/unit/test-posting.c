// SPDX-License-Identifier: GPL-2.0
#include "series/posting.h"

static void test_group(void)
{
	static const struct {
		const char *dir, *group;
	} want[] = {
		{"drivers/net/ethernet/intel/ice", "intel"},
		{"drivers/net/ethernet/intel", "intel"},
		{"drivers/net/ethernet", "ethernet"},
		{"drivers/net/wireless/ath/ath9k", "wireless-ath"},
		{"drivers/net/wireless/intel/iwlwifi", "wireless-intel"},
		{"drivers/net/usb", "usb"},
		{"drivers/net", "net"},
		{"net/core", "core"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(want); i++) {
		g_autofree char *group = ks_posting_group(want[i].dir);

		g_assert_cmpstr(group, ==, want[i].group);
	}
}

static void check_name(const char *group, guint part, const char *name,
		       const char *branch)
{
	KsPosting *posting =
		ks_posting_new(group, part, "refs/heads/series/s/7.2", "b");

	g_assert_cmpstr(posting->name, ==, name);
	g_assert_cmpstr(posting->branch, ==, branch);
	g_assert_cmpstr(posting->tip, ==, "b");
	ks_posting_free(posting);
}

static void test_name(void)
{
	check_name(NULL, 1, NULL, "refs/heads/series/s/7.2");
	check_name("intel", 1, "intel", "refs/heads/series/s/7.2/intel");
	check_name("intel", 3, "intel-3", "refs/heads/series/s/7.2/intel-3");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/posting/group", test_group);
	g_test_add_func("/posting/name", test_name);
	return g_test_run();
}
