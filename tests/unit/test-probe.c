// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "backport/probe.h"

static bool uses(const char *text, const char *symbol, const char *name)
{
	g_autoptr(GBytes) bytes = g_bytes_new_static(text, strlen(text));

	return ks_probe_uses(bytes, symbol, name);
}

static const char text[] =
	"static int cache;\n"
	"static int take(void)\n{\n\treturn cache--;\n}\n"
	"static int inner(int x)\n{\n\treturn x ? take() : 0;\n}\n"
	"int build(void)\n{\n\treturn inner(1);\n}\n"
	"int plain(void)\n{\n\treturn 2; /* cache */\n}\n"
	"int loop(int n)\n{\n\treturn n ? loop(n - 1) : 0;\n}\n";

static void test_uses(void)
{
	g_assert_true(uses(text, "take", "cache"));
	g_assert_true(uses(text, "build", "cache"));
}

/* A comment is no use, nor is what another function does. */
static void test_not(void)
{
	g_assert_false(uses(text, "plain", "cache"));
	g_assert_false(uses(text, "loop", "cache"));
	g_assert_false(uses(text, "build", "loop"));
	g_assert_false(uses(text, "elsewhere", "cache"));
	g_assert_false(uses("#define build() cache\n", "build", "cache"));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/probe/uses", test_uses);
	g_test_add_func("/probe/not", test_not);
	return g_test_run();
}
