// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/comments.h"

/* How many comments of @before are renamed in @after. */
static guint count(const char *before, const char *after)
{
	g_autoptr(GBytes) was = g_bytes_new_static(before, strlen(before));
	g_autoptr(GBytes) is = g_bytes_new_static(after, strlen(after));
	g_autoptr(GPtrArray) found = ks_comments_renamed(was, is, "a.c");

	return found->len;
}

static void test_renamed(void)
{
	static const char before[] = "int a;\n\n/*\n * build_skb() takes it,\n"
				     " * dev_kfree_skb() frees it\n */\n"
				     "int b;	// build_skb\n";
	static const char after[] = "int a;\n\n/* napi_build_skb() takes it,\n"
				    " * napi_consume_skb() frees it\n */\n"
				    "int b;	// build_skb\n";
	g_autoptr(GBytes) was = g_bytes_new_static(before, sizeof(before) - 1);
	g_autoptr(GBytes) is = g_bytes_new_static(after, sizeof(after) - 1);
	g_autoptr(GPtrArray) found = ks_comments_renamed(was, is, "a.c");
	g_autofree char *text = NULL;

	g_assert_cmpuint(found->len, ==, 1);
	text = ks_finding_format(found->pdata[0]);
	g_assert_cmpstr(
		text, ==,
		"a.c:3: warning: a comment says napi_build_skb where it "
		"said build_skb: it is no call, leave it");
}

/* A comment that is added, goes, moves, is broken anew, or says more. */
static void test_other(void)
{
	static const char one[] = "/* build_skb() */\nint a;\nint b;\n";

	g_assert_cmpuint(count(one, one), ==, 0);
	g_assert_cmpuint(count(one, "int a;\nint b;\n"), ==, 0);
	g_assert_cmpuint(count("int a;\n", "/* napi_build_skb */\n"), ==, 0);
	g_assert_cmpuint(count(one, "int a;\n/*\n * build_skb()\n */\n"), ==,
			 0);
	g_assert_cmpuint(count(one, "/* napi_build_skb() now */\n"), ==, 0);
	g_assert_cmpuint(count("/* napi_a() */", "/* napi_b() */"), ==, 0);
	g_assert_cmpuint(count("", "/* napi_b() */"), ==, 0);
}

/* What is no comment, and what would hide one. */
static void test_literals(void)
{
	g_assert_cmpuint(count("char *a = \"/* build_skb */\";",
			       "char *a = \"/* napi_build_skb */\";"),
			 ==, 0);
	g_assert_cmpuint(
		count("char a = '\"'; /* build_skb */ int b = '\"';",
		      "char a = '\"'; /* napi_build_skb */ int b = '\"';"),
		==, 1);
	g_assert_cmpuint(count("char *a = \"\\\"\"; // build_skb\n",
			       "char *a = \"\\\"\"; // napi_build_skb\n"),
			 ==, 1);
	g_assert_cmpuint(count("// a \\\n build_skb\n",
			       "// a \\\n napi_build_skb\n"),
			 ==, 1);
	g_assert_cmpuint(count("/* build_skb", "/* napi_build_skb"), ==, 0);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/comments/renamed", test_renamed);
	g_test_add_func("/comments/other", test_other);
	g_test_add_func("/comments/literals", test_literals);
	return g_test_run();
}
