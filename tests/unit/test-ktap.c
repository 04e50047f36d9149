// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/ktap.h"

#define NONCE "0badcafe"
#define HEAD  "KTAP version 1\n# nonce " NONCE " begin\n1..3\n"
#define TAIL  "# nonce " NONCE " end\n"
#define WHOLE                                                                  \
	HEAD "# run load\nok 1 load\n# a note\n# run frames-60\n"              \
	     "ok 2 frames-60\n# run mtu\nok 3 mtu # SKIP not supported\n" TAIL

static KsKtap *parse(const char *text)
{
	return ks_ktap_parse(text, -1, NONCE);
}

/* @text is no whole report, and what is wrong is said with @words. */
static void assert_problem(const char *text, const char *words)
{
	g_autoptr(KsKtap) ktap = parse(text);

	g_assert_nonnull(ktap->problem);
	if (!strstr(ktap->problem, words))
		g_error("\"%s\" does not say \"%s\"", ktap->problem, words);
	g_assert_false(ks_ktap_passed(ktap));
}

static void test_whole(void)
{
	g_autoptr(KsKtap) ktap = parse(WHOLE);
	const KsKtapTest *skipped = ks_ktap_find(ktap, "mtu");

	g_assert_null(ktap->problem);
	g_assert_true(ktap->begun);
	g_assert_null(ktap->running);
	g_assert_cmpuint(ktap->planned, ==, 3);
	g_assert_cmpuint(ktap->tests->len, ==, 3);
	g_assert_cmpstr(ktap->notes->pdata[1], ==, "a note");
	g_assert_cmpint(skipped->status, ==, KS_KTAP_SKIPPED);
	g_assert_cmpstr(skipped->text, ==, "not supported");
	g_assert_null(ks_ktap_first_failure(ktap));
	g_assert_true(ks_ktap_passed(ktap));
}

static void test_failure(void)
{
	g_autoptr(KsKtap) ktap = parse(HEAD "ok 1 a\n"
					    "not ok 2 b # byte 9 # is wrong\n"
					    "not ok 3 c\n" TAIL);
	const KsKtapTest *first = ks_ktap_first_failure(ktap);

	g_assert_null(ktap->problem);
	g_assert_cmpstr(first->name, ==, "b");
	g_assert_cmpstr(first->text, ==, "byte 9 # is wrong");
	g_assert_cmpstr(ks_ktap_find(ktap, "c")->text, ==, "");
	g_assert_false(ks_ktap_passed(ktap));
}

static void test_skip_is_no_failure_mark(void)
{
	g_autoptr(KsKtap) ktap = parse(HEAD "not ok 1 a # SKIP no\n"
					    "ok 2 b\nok 3 c\n" TAIL);

	g_assert_nonnull(ks_ktap_first_failure(ktap));
	g_assert_false(ks_ktap_passed(ktap));
}

static void test_nothing_tried(void)
{
	g_autoptr(KsKtap) ktap = parse(HEAD "ok 1 a # SKIP x\nok 2 b # SKIP\n"
					    "ok 3 c # SKIP x\n" TAIL);

	g_assert_null(ktap->problem);
	g_assert_false(ks_ktap_passed(ktap));
}

static void test_cut(void)
{
	const char *whole = WHOLE;

	for (gsize len = 0; len < strlen(whole); len++) {
		g_autoptr(KsKtap)
			ktap = ks_ktap_parse(whole, (gssize)len, NONCE);

		g_assert_nonnull(ktap->problem);
		g_assert_false(ks_ktap_passed(ktap));
	}
}

static void test_running(void)
{
	g_autoptr(KsKtap) ktap = parse(HEAD "# run load\nok 1 load\n"
					    "# run frames-60\n");

	g_assert_cmpstr(ktap->running, ==, "frames-60");
	g_assert_cmpuint(ktap->tests->len, ==, 1);
	g_assert_cmpstr(ktap->problem, ==, "it stops after 1 of 3 tests");
}

static void test_nonce(void)
{
	g_autoptr(KsKtap) other = ks_ktap_parse(WHOLE, -1, "0badcaff");

	g_assert_false(other->begun);
	g_assert_nonnull(strstr(other->problem, "nonce"));
	assert_problem(HEAD "ok 1 a\nok 2 b\nok 3 c\n# nonce 1234 end\n",
		       "nonce");
}

static void test_order(void)
{
	assert_problem("", "empty");
	assert_problem("ok 1 a\n", "version");
	assert_problem("KTAP version 1\n1..1\nok 1 a\n" TAIL, "nonce");
	assert_problem(WHOLE WHOLE, "after the end");
	assert_problem(WHOLE "\n", "after the end");
	assert_problem(HEAD "ok 1 a\nok 3 c\n" TAIL, "test 3 where 2");
	assert_problem(HEAD "ok 1 a\nok 1 a\n" TAIL, "test 1 where 2");
	assert_problem(HEAD "ok 1 a\n" TAIL, "after 1 of 3");
	assert_problem(HEAD "ok 1 a\nok 2 b\nok 3 c\nok 4 d\n" TAIL,
		       "test 4 of a plan of 3");
	assert_problem(HEAD "1..3\n", "is not KTAP");
}

static void test_garbage(void)
{
	static const char nul[] = HEAD "ok 1 a\0\nok 2 b\nok 3 c\n" TAIL;
	g_autoptr(KsKtap) ktap = ks_ktap_parse(nul, sizeof(nul) - 1, NONCE);

	g_assert_nonnull(ktap->problem);
	assert_problem(HEAD "ok 1 a\r\n", "not text");
	assert_problem(HEAD "ok 1 \xff\n", "not text");
	assert_problem(HEAD "ok -1 a\n", "number");
	assert_problem(HEAD "ok 1\n", "number");
	assert_problem(HEAD "ok 1 \n", "no name");
	assert_problem(HEAD "[    1.0] WARNING: x\n", "is not KTAP");
	assert_problem("KTAP version 1\n# nonce " NONCE " begin\n1..0\n",
		       "plan");
	assert_problem("KTAP version 1\n# nonce " NONCE
		       " begin\n1..99999999999999999999\n",
		       "plan");
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	g_test_add_func("/ktap/whole", test_whole);
	g_test_add_func("/ktap/failure", test_failure);
	g_test_add_func("/ktap/not-ok-skip", test_skip_is_no_failure_mark);
	g_test_add_func("/ktap/nothing-tried", test_nothing_tried);
	g_test_add_func("/ktap/cut", test_cut);
	g_test_add_func("/ktap/running", test_running);
	g_test_add_func("/ktap/nonce", test_nonce);
	g_test_add_func("/ktap/order", test_order);
	g_test_add_func("/ktap/garbage", test_garbage);
	return g_test_run();
}
