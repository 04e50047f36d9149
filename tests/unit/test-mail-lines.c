// SPDX-License-Identifier: GPL-2.0
#include "check/mail_lines.h"

static const char mail[] =
	/*  1 */ "From 0000 Mon Sep 17 00:00:00 2001\n"
		 /*  2 */ "Subject: [PATCH] x\n"
		 /*  3 */ "\n"
		 /*  4 */ "Text.\n"
		 /*  5 */ "---\n"
		 /*  6 */ "diff --git a/d/a.c b/d/a.c\n"
		 /*  7 */ "--- a/d/a.c\n"
		 /*  8 */ "+++ b/d/a.c\n"
		 /*  9 */ "@@ -10,5 +10,5 @@ int f(void)\n"
		 /* 10 */ " ten\n"
		 /* 11 */ " eleven\n"
		 /* 12 */ "-old\n"
		 /* 13 */ "+new\n"
		 /* 14 */ " thirteen\n"
		 /* 15 */ " fourteen\n"
		 /* 16 */ "@@ -30,3 +30,2 @@\n"
		 /* 17 */ " thirty\n"
		 /* 18 */ "--- gone /a\n"
		 /* 19 */ " thirty-one\n"
		 /* 20 */ "diff --git a/n.c b/n.c\n"
		 /* 21 */ "--- /dev/null\n"
		 /* 22 */ "+++ b/n.c\n"
		 /* 23 */ "@@ -0,0 +1 @@\n"
		 /* 24 */ "+first\n"
		 /* 25 */ "-- \n"
		 /* 26 */ "2.39\n";

static void assert_line(const KsMailLines *lines, guint number,
			const char *file, int line, bool own)
{
	KsMailLine at = ks_mail_line(lines, number);

	g_assert_cmpstr(at.file, ==, file);
	g_assert_cmpint(at.line, ==, line);
	g_assert_true(at.own == own);
}

static void test_lines(void)
{
	g_autoptr(KsMailLines) lines = ks_mail_lines_new(mail);

	assert_line(lines, 4, NULL, 0, true);
	assert_line(lines, 10, "d/a.c", 10, false);
	assert_line(lines, 11, "d/a.c", 11, true); /* beside a removal */
	assert_line(lines, 12, "d/a.c", 0, true);
	assert_line(lines, 13, "d/a.c", 12, true);
	assert_line(lines, 14, "d/a.c", 13, false);
	assert_line(lines, 17, "d/a.c", 30, true);
	/* a removed line that looks like a head is none */
	assert_line(lines, 18, "d/a.c", 0, true);
	assert_line(lines, 19, "d/a.c", 31, true);
	assert_line(lines, 24, "n.c", 1, true);
	assert_line(lines, 26, NULL, 0, true);
	assert_line(lines, 99, NULL, 0, true);
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/mail-lines/lines", test_lines);
	return g_test_run();
}
