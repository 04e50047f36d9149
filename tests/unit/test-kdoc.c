// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "series/kdoc.h"

#define WHAT "budget of the poll"

static char *edit(const char *text, gboolean add)
{
	g_autoptr(GBytes) bytes = g_bytes_new(text, strlen(text));
	g_autoptr(GBytes)
		out = add ? ks_kdoc_add(bytes, "otter_clean", "budget", WHAT) :
			    ks_kdoc_remove(bytes, "otter_clean", "budget");
	gsize len;
	const char *data = g_bytes_get_data(out, &len);

	return g_strndup(data ? data : "", len);
}

/* @after is @before with the parameter, and the other way round. */
static void expect(const char *before, const char *after)
{
	g_autofree char *added = edit(before, TRUE);
	g_autofree char *again = edit(after, TRUE);
	g_autofree char *removed = edit(after, FALSE);
	g_autofree char *nothing = edit(before, FALSE);

	g_assert_cmpstr(added, ==, after);
	g_assert_cmpstr(again, ==, after);
	g_assert_cmpstr(removed, ==, before);
	g_assert_cmpstr(nothing, ==, before);
}

static void test_plain(void)
{
	expect("/**\n"
	       " * otter_clean - give back\n"
	       " * @ring: the ring\n"
	       " *\n"
	       " * Returns true if all is done.\n"
	       " **/\n"
	       "static bool otter_clean(struct ring *ring)\n",
	       "/**\n"
	       " * otter_clean - give back\n"
	       " * @ring: the ring\n"
	       " * @budget: " WHAT "\n"
	       " *\n"
	       " * Returns true if all is done.\n"
	       " **/\n"
	       "static bool otter_clean(struct ring *ring)\n");
}

static void test_last_line_and_continuation(void)
{
	expect("/**\n"
	       " * otter_clean() - give back\n"
	       " * @ring: the ring, which is\n"
	       " *        a long one: or two\n"
	       " */\n",
	       "/**\n"
	       " * otter_clean() - give back\n"
	       " * @ring: the ring, which is\n"
	       " *        a long one: or two\n"
	       " * @budget: " WHAT "\n"
	       " */\n");
}

static void test_section(void)
{
	expect("/**\n"
	       " * otter_clean - give back\n"
	       " * @ring: the ring\n"
	       " * Return: true\n"
	       " */\n",
	       "/**\n"
	       " * otter_clean - give back\n"
	       " * @ring: the ring\n"
	       " * @budget: " WHAT "\n"
	       " * Return: true\n"
	       " */\n");
}

static void test_table(void)
{
	expect("/**\n"
	       " * otter_clean - give back\n"
	       " * @ring:\tthe ring\n"
	       " * @first:\tthe first\n"
	       " */\n",
	       "/**\n"
	       " * otter_clean - give back\n"
	       " * @ring:\tthe ring\n"
	       " * @first:\tthe first\n"
	       " * @budget:\t" WHAT "\n"
	       " */\n");
	expect("\t/**\n"
	       "\t * otter_clean - give back\n"
	       "\t * @ring:       the ring\n"
	       "\t */\n",
	       "\t/**\n"
	       "\t * otter_clean - give back\n"
	       "\t * @ring:       the ring\n"
	       "\t * @budget:     " WHAT "\n"
	       "\t */\n");
}

static void test_no_parameter(void)
{
	expect("/**\n"
	       " * otter_clean - give back\n"
	       " *\n"
	       " * All of it.\n"
	       " */\n",
	       "/**\n"
	       " * otter_clean - give back\n"
	       " * @budget: " WHAT "\n"
	       " *\n"
	       " * All of it.\n"
	       " */\n");
}

static void test_several(void)
{
	expect("/**\n"
	       " * otter_clean_all - another\n"
	       " * @ring: the ring\n"
	       " */\n"
	       "#ifdef A\n"
	       "/**\n"
	       " * otter_clean - one\n"
	       " * @ring: the ring\n"
	       " */\n"
	       "#else\n"
	       "/**\n"
	       " * otter_clean - two\n"
	       " * @ring: the ring\n"
	       " */\n"
	       "#endif\n"
	       "int x;",
	       "/**\n"
	       " * otter_clean_all - another\n"
	       " * @ring: the ring\n"
	       " */\n"
	       "#ifdef A\n"
	       "/**\n"
	       " * otter_clean - one\n"
	       " * @ring: the ring\n"
	       " * @budget: " WHAT "\n"
	       " */\n"
	       "#else\n"
	       "/**\n"
	       " * otter_clean - two\n"
	       " * @ring: the ring\n"
	       " * @budget: " WHAT "\n"
	       " */\n"
	       "#endif\n"
	       "int x;");
}

static void test_none(void)
{
	static const char *const texts[] = {
		"",
		"/**",
		"/**\n",
		"/**\n * otter_clean - open",
		"/* otter_clean\n * @ring: x\n */\n",
		"/***\n * otter_clean - a box\n ***/\n",
		"int otter_clean(void);\n",
		"/**\n * DOC: otter_clean\n */\n",
	};

	for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
		expect(texts[i], texts[i]);
}

/* The description of several lines goes as a whole. */
static void test_remove_long(void)
{
	g_autofree char *got = edit("/**\n"
				    " * otter_clean - give back\n"
				    " * @ring: the ring\n"
				    " * @budget: what the core gave,\n"
				    " *          or 0\n"
				    " * @more: more\n"
				    " */\n",
				    FALSE);

	g_assert_cmpstr(got, ==,
			"/**\n"
			" * otter_clean - give back\n"
			" * @ring: the ring\n"
			" * @more: more\n"
			" */\n");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/kdoc/plain", test_plain);
	g_test_add_func("/kdoc/last-line-and-continuation",
			test_last_line_and_continuation);
	g_test_add_func("/kdoc/section", test_section);
	g_test_add_func("/kdoc/table", test_table);
	g_test_add_func("/kdoc/no-parameter", test_no_parameter);
	g_test_add_func("/kdoc/several", test_several);
	g_test_add_func("/kdoc/none", test_none);
	g_test_add_func("/kdoc/remove-long", test_remove_long);
	return g_test_run();
}
