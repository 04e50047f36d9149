// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "backport/dialect.h"
#include "base/context.h"
#include "base/error.h"

typedef struct {
	KsContext *context;
	KsDialect *dialect;
	char *home;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	(void)unused;
	fixture->home = g_dir_make_tmp("ks-dialect-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->home, NULL);
	fixture->dialect = ks_dialect_load(fixture->context, &error);
	g_assert_no_error(error);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_dialect_free(fixture->dialect);
	ks_context_free(fixture->context);
	ks_rmtree(fixture->home);
	g_free(fixture->home);
}

static const KsDialectRule *rule_of(const Fixture *fixture, const char *name)
{
	for (guint i = 0; i < fixture->dialect->rules->len; i++) {
		const KsDialectRule *rule = fixture->dialect->rules->pdata[i];

		if (g_str_equal(rule->name, name))
			return rule;
	}
	g_error("there is no rule %s", name);
}

/* Those of the series first: a renamed call of one may be another's token. */
static void test_load(Fixture *fixture, gconstpointer unused)
{
	const KsDialectRule *first = fixture->dialect->rules->pdata[0];
	const KsDialectRule *both = rule_of(fixture, "strscpy");
	const KsDialectRule *back = rule_of(fixture, "ice_tx_ring");

	(void)unused;
	g_assert_cmpstr(first->name, ==, "napi_build_skb");
	g_assert_true(both->patches && both->reverts);
	g_assert_true(!back->patches && back->reverts);
	g_assert_cmpstr(both->words[0], ==, "strlcpy");
	g_assert_cmpstr(both->words[1], ==, "strscpy");
	g_assert_null(both->words[2]);
}

static GBytes *text_of(const char *text)
{
	return g_bytes_new(text, strlen(text));
}

static KsDialectWay way(const Fixture *fixture, const char *name,
			const char *ours, const char *theirs, const char **was)
{
	const KsDialectRule *rule = rule_of(fixture, name);
	g_autoptr(GBytes) a = text_of(ours), b = text_of(theirs);
	g_autoptr(GPtrArray) us = ks_dialect_sites(rule, a);
	g_autoptr(GPtrArray) them = ks_dialect_sites(rule, b);

	return ks_dialect_way(rule, us, them, was);
}

#define F	"static void f(void)\n{\n"
#define G	"static void g(void)\n{\n"
#define END	"}\n\n"
#define NEWER	"\tstrscpy(a, b, 3);\n"
#define NEW_ADD "\tnetif_napi_add(a, b, c);\n"
#define OLDER	"\tstrlcpy(a, b, 3);\n"

static void test_way(Fixture *fixture, gconstpointer unused)
{
	const char *was;

	(void)unused;
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END, F OLDER END, &was),
			==, KS_DIALECT_REVERT);
	g_assert_cmpstr(was, ==, "strlcpy");
	g_assert_cmpint(way(fixture, "strscpy", F OLDER END, F NEWER END, &was),
			==, KS_DIALECT_PATCH);
	/* both stand there: nothing tells */
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END, F NEWER OLDER END,
			    &was),
			==, KS_DIALECT_KEEP);
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END, F END, &was), ==,
			KS_DIALECT_KEEP);
}

/* The same function tells before others do; a comment tells nothing. */
static void test_scope(Fixture *fixture, gconstpointer unused)
{
	const char *was;

	(void)unused;
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END,
			    G NEWER END F OLDER END, &was),
			==, KS_DIALECT_REVERT);
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END,
			    G OLDER OLDER END F NEWER END, &was),
			==, KS_DIALECT_PATCH);
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END, G OLDER END F END,
			    &was),
			==, KS_DIALECT_REVERT);
	g_assert_cmpint(way(fixture, "strscpy", F NEWER END,
			    G NEWER END F "\t/* strlcpy */\n" END, &was),
			==, KS_DIALECT_PATCH);
}

/* Of several older words that which stands there more often. */
static void test_was(Fixture *fixture, gconstpointer unused)
{
	static const char ours[] = F "\teth_hw_addr_set(dev, a);\n" END;
	const char *was;

	(void)unused;
	g_assert_cmpint(way(fixture, "eth_hw_addr_set", ours,
			    F "\tmemcpy(dev->dev_addr, a, 6);\n" END, &was),
			==, KS_DIALECT_REVERT);
	g_assert_cmpstr(was, ==, "memcpy");
	g_assert_cmpint(way(fixture, "eth_hw_addr_set", ours,
			    F "\tether_addr_copy(dev->dev_addr, a);\n" END,
			    &was),
			==, KS_DIALECT_REVERT);
	g_assert_cmpstr(was, ==, "ether_addr_copy");
	/* the same name: no way is told, but how the weight is written */
	g_assert_cmpint(way(fixture, "netif_napi_add", F NEW_ADD END,
			    F "\tnetif_napi_add(a, b, c, 64);\n" END, &was),
			==, KS_DIALECT_KEEP);
	g_assert_cmpstr(was, ==, "netif_napi_add");
	g_assert_cmpint(
		way(fixture, "netif_napi_add", F NEW_ADD END,
		    F "\tnetif_napi_add(a, b, c, NAPI_POLL_WEIGHT);\n" END,
		    &was),
		==, KS_DIALECT_KEEP);
	g_assert_cmpstr(was, ==, "NAPI_POLL_WEIGHT");
}

static const char *differs(const Fixture *fixture, const char *one,
			   const char *other, const char *ran)
{
	g_autoptr(GBytes) a = text_of(one), b = text_of(other);
	g_autoptr(GPtrArray) rules = g_ptr_array_new();

	if (ran)
		g_ptr_array_add(rules, rule_of(fixture, ran)->name);
	return ks_dialect_differs(fixture->dialect, a, b, rules);
}

static void test_differs(Fixture *fixture, gconstpointer unused)
{
	static const char old[] = "\tnetif_napi_add(a, b, c, 64);\n";
	static const char new[] = "\tnetif_napi_add(a, b, c);\n";

	(void)unused;
	g_assert_cmpstr(differs(fixture, NEWER, OLDER, NULL), ==, "strscpy");
	g_assert_cmpstr(differs(fixture, OLDER, NEWER, NULL), ==, "strscpy");
	g_assert_null(differs(fixture, NEWER, NEWER, "strscpy"));
	g_assert_null(differs(fixture, NEWER, "\treturn;\n", "strscpy"));
	g_assert_null(differs(fixture, NEWER OLDER, NEWER, NULL));
	/* one name: only the rule that ran tells */
	g_assert_cmpstr(differs(fixture, new, old, "netif_napi_add"), ==,
			"netif_napi_add");
	g_assert_null(differs(fixture, new, old, NULL));
	g_assert_null(differs(fixture, new, "\treturn;\n", "netif_napi_add"));
}

#define ADD(name, test)                                                        \
	g_test_add("/dialect/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("load", test_load);
	ADD("way", test_way);
	ADD("scope", test_scope);
	ADD("was", test_was);
	ADD("differs", test_differs);
	return g_test_run();
}
