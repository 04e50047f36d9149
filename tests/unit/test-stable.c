// SPDX-License-Identifier: GPL-2.0
#include "backport/stable.h"

#include <string.h>

#define ID "0123456789abcdef0123456789abcdef01234567"
#define ME "Signed-off-by: Bea Porter <bea@example.org>\n"

static char *message(const char *original, const char *note, bool mailed)
{
	const KsIdentity me = {.name = (char *)"Bea Porter",
			       .email = (char *)"bea@example.org"};
	const KsChange change = {.commit = (char *)ID, .mailed = mailed};
	const KsStableSpec spec = {
		.change = &change, .note = note, .sender = &me};

	return ks_stable_message(&spec, original);
}

#define assert_message(original, note, mailed, expected)                       \
	do {                                                                   \
		g_autofree char *got_ = message(original, note, mailed);       \
		g_assert_cmpstr(got_, ==, expected);                           \
	} while (0)

static void test_form(void)
{
	assert_message("heron: fix\n\nIt fell.\n\nFixes: 0123 (\"x\")\n", NULL,
		       false,
		       "heron: fix\n\ncommit " ID " upstream.\n\n"
		       "It fell.\n\nFixes: 0123 (\"x\")\n" ME);
	assert_message("heron: fix", NULL, false,
		       "heron: fix\n\ncommit " ID " upstream.\n\n" ME);
}

/* The note stands between the author's trailers and ours. */
static void test_note(void)
{
	assert_message("heron: fix\n\nSigned-off-by: A <a@example.org>\n",
		       "written otherwise", false,
		       "heron: fix\n\ncommit " ID " upstream.\n\n"
		       "Signed-off-by: A <a@example.org>\n"
		       "[ Bea Porter: written otherwise ]\n" ME);
	/* our own patch: a note is answered for again */
	assert_message("heron: fix\n\n" ME, "written otherwise", false,
		       "heron: fix\n\ncommit " ID " upstream.\n\n" ME
		       "[ Bea Porter: written otherwise ]\n" ME);
	assert_message("heron: fix\n\n" ME, NULL, false,
		       "heron: fix\n\ncommit " ID " upstream.\n\n" ME);
}

/* One that came over another stable tree says so already. */
static void test_origin(void)
{
	static const char *const lines[] = {
		"commit fedcba9876543210 upstream.",
		"[ Upstream commit fedcba9876543210 ]",
		"(cherry picked from commit fedcba9876543210)"};

	for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
		g_autofree char *original =
			g_strconcat("heron: fix\n\n", lines[i], "\n", NULL);
		/* git cherry-pick -x puts its line among the trailers */
		g_autofree char *expected =
			g_strconcat(original, i < 2 ? "\n" : "", ME, NULL);

		assert_message(original, NULL, false, expected);
	}
	/* a word of it in a sentence is none */
	assert_message("heron: fix\n\nSee commit fedcba98 upstream.\n", NULL,
		       false,
		       "heron: fix\n\ncommit " ID " upstream.\n\n"
		       "See commit fedcba98 upstream.\n\n" ME);
}

/* What came by mail is no commit of anyone's. */
static void test_mailed(void)
{
	assert_message("heron: fix\n\nIt fell.\n", NULL, true,
		       "heron: fix\n\nIt fell.\n\n" ME);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/stable/form", test_form);
	g_test_add_func("/stable/note", test_note);
	g_test_add_func("/stable/origin", test_origin);
	g_test_add_func("/stable/mailed", test_mailed);
	return g_test_run();
}
