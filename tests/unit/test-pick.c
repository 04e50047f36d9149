// SPDX-License-Identifier: GPL-2.0
/* Changes of a newer kernel on an older one, with the shipped rules. */
#include "backport/verify.h"
#include "tree-fixture.h"

#define GIT(fixture, ...)                                                      \
	g_free(run(fixture, "git", "-C", "user", __VA_ARGS__, NULL))
#define DRIVER "user/drivers/net/ethernet/heron/heron.c"

#define HEAD                                                                   \
	"#include <linux/netdevice.h>\n\n"                                     \
	"static int heron_poll(struct napi_struct *napi, int budget)\n"        \
	"{\n"                                                                  \
	"\treturn budget;\n"                                                   \
	"}\n\n"
#define OPEN(add)                                                              \
	"static int heron_open(struct net_device *dev)\n"                      \
	"{\n"                                                                  \
	"\tstruct heron *heron = netdev_priv(dev);\n\n" add "\treturn 0;\n"    \
	"}\n\n"
#define NAME(copy)                                                             \
	"static void heron_name(struct heron *heron, char *name)\n"            \
	"{\n" copy "}\n"
#define NEW_ADD "\tnetif_napi_add(dev, &heron->napi, heron_poll);\n"
#define OLD_ADD                                                                \
	"\tnetif_napi_add(dev, &heron->napi, heron_poll, NAPI_POLL_WEIGHT);\n"
#define ENABLE	 "\tnapi_enable(&heron->napi);\n"
#define NEW_COPY "\tstrscpy(name, heron->name, 8);\n"
#define OLD_COPY "\tstrlcpy(name, heron->name, 8);\n"
#define CUT	 "\tname[4] = 0;\n"

#define NEW_HEADER                                                             \
	"void netif_napi_add_weight(void);\nvoid netif_napi_add(void);\n"
#define OLD_HEADER "void netif_napi_add(void);\n"

typedef struct {
	Fixture fixture;
	KsDialect *dialect;
	KsTree *tree; /* the target */
	GPtrArray *changes;
	KsPicks *picks;
} Scene;

static void write_tree(const Fixture *fixture, const char *header,
		       const char *driver)
{
	put(fixture, "user/Makefile", KERNEL_MAKEFILE);
	put(fixture, "user/include/linux/netdevice.h", header);
	put(fixture, "user/include/linux/string.h", "void strscpy(void);\n");
	put(fixture, DRIVER, driver);
}

static void commit(const Fixture *fixture, const char *driver,
		   const char *message)
{
	put(fixture, DRIVER, driver);
	GIT(fixture, "commit", "-qam", message);
}

/* An older line, and a newer one of its own that still stands at its base. */
static void make_lines(const Fixture *fixture, const char *old, const char *new)
{
	g_free(run(fixture, "git", "init", "-q", "-b", "old", "user", NULL));
	write_tree(fixture, OLD_HEADER, old);
	GIT(fixture, "add", ".");
	GIT(fixture, "commit", "-qm", "old");
	GIT(fixture, "checkout", "-q", "--orphan", "new");
	write_tree(fixture, NEW_HEADER, new);
	GIT(fixture, "add", ".");
	GIT(fixture, "commit", "-qm", "new");
}

static void scene_set_up(Scene *scene, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	set_up(&scene->fixture, unused);
	scene->dialect = ks_dialect_load(scene->fixture.context, &error);
	g_assert_no_error(error);
}

static void scene_tear_down(Scene *scene, gconstpointer unused)
{
	g_clear_pointer(&scene->picks, ks_picks_free);
	g_clear_pointer(&scene->changes, g_ptr_array_unref);
	g_clear_pointer(&scene->tree, ks_tree_free);
	ks_dialect_free(scene->dialect);
	tear_down(&scene->fixture, unused);
}

/* Bring the commits that came after the first one of "new" to "old". */
static void pick(Scene *scene)
{
	KsContext *context = scene->fixture.context;
	g_autoptr(KsTree) from = add(&scene->fixture, "new", "git", "user@new");
	g_autofree char *root = run(&scene->fixture, "git", "-C", "user",
				    "rev-list", "--max-parents=0", "new", NULL);
	g_autofree char *what = g_strconcat(root, "..new", NULL);
	g_autoptr(GError) error = NULL;

	g_assert_cmpstr(from->name, ==, "new");
	scene->tree = add(&scene->fixture, "old", "git", "user@old");
	scene->changes = ks_changes_find(context, what, NULL, &error);
	g_assert_no_error(error);
	scene->picks = ks_pick(context, scene->dialect, scene->changes, "fixes",
			       scene->tree, &error);
	g_assert_no_error(error);
}

static void verify(const Scene *scene)
{
	g_autoptr(GError) error = NULL;

	ks_picks_verify(scene->fixture.context, scene->picks, &error);
	g_assert_no_error(error);
}

static const KsPick *nth(const Scene *scene, guint i)
{
	g_assert_cmpuint(i, <, scene->picks->picks->len);
	return scene->picks->picks->pdata[i];
}

#define assert_fates(pick, plain_, fate_)                                      \
	do {                                                                   \
		g_assert_cmpstr(ks_pick_fate_name((pick)->plain), ==, plain_); \
		g_assert_cmpstr(ks_pick_fate_name((pick)->fate), ==, fate_);   \
	} while (0)

/* git's output has lost its last newline and blank lines. */
static void assert_driver(const Scene *scene, const char *commit,
			  const char *text)
{
	g_autofree char *name = g_strconcat(
		commit, ":drivers/net/ethernet/heron/heron.c", NULL);
	g_autofree char *got = store(&scene->fixture, "cat-file", "-p", name);
	g_autofree char *want = g_strchomp(g_strdup(text));

	g_assert_cmpstr(g_strchomp(got), ==, want);
}

static bool has_rule(const KsPick *pick, const char *name)
{
	return g_ptr_array_find_with_equal_func(pick->rules, name, g_str_equal,
						NULL);
}

/*
 * A line beside a call that the old kernel writes with one more argument: the
 * plain merge conflicts.
 */
static void test_adapted(Scene *scene, gconstpointer unused)
{
	const KsPick *one;

	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN(OLD_ADD) NAME(OLD_COPY),
		   HEAD OPEN(NEW_ADD) NAME(NEW_COPY));
	commit(&scene->fixture, HEAD OPEN(NEW_ADD ENABLE) NAME(NEW_COPY),
	       "heron: enable it");
	pick(scene);
	one = nth(scene, 0);
	assert_fates(one, "conflict", "adapted");
	g_assert_cmpstr(one->dialect, ==, "netif_napi_add");
	g_assert_true(has_rule(one, "netif_napi_add"));
	g_assert_false(has_rule(one, "strscpy"));
	g_assert_cmpuint(one->conflicts->len, ==, 0);
	g_assert_cmpuint(one->doubts->len, ==, 0);
	assert_driver(scene, one->commit,
		      HEAD OPEN(OLD_ADD ENABLE) NAME(OLD_COPY));
	g_assert_cmpuint(scene->picks->dialect, ==, 1);
	g_assert_cmpuint(scene->picks->resolved, ==, 1);
}

/* Where the plain merge would put a call that the old kernel does not know. */
static void test_new_words(Scene *scene, gconstpointer unused)
{
	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN("") NAME(OLD_COPY),
		   HEAD OPEN("") NAME(OLD_COPY));
	commit(&scene->fixture, HEAD OPEN(NEW_ADD) NAME(OLD_COPY),
	       "heron: poll");
	pick(scene);
	assert_fates(nth(scene, 0), "clean", "adapted");
	assert_driver(scene, nth(scene, 0)->commit,
		      HEAD OPEN(OLD_ADD) NAME(OLD_COPY));
}

/* The old kernel has the newer word in that function: nothing is renamed. */
static void test_evidence(Scene *scene, gconstpointer unused)
{
	const KsPick *one;

	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN("") NAME(NEW_COPY "\n\n"),
		   HEAD OPEN("") NAME(NEW_COPY));
	commit(&scene->fixture, HEAD OPEN("") NAME(NEW_COPY CUT),
	       "heron: cut it");
	pick(scene);
	one = nth(scene, 0);
	g_assert_cmpuint(one->rules->len, ==, 0);
	g_assert_null(one->dialect);
}

/* A conflict of meaning stays one, and is shown with all three texts. */
static void test_conflict(Scene *scene, gconstpointer unused)
{
	const KsMergeConflict *conflict;
	const KsPick *one;

	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN("") NAME("\tname[0] = 7;\n"),
		   HEAD OPEN("") NAME("\tname[0] = 0;\n"));
	commit(&scene->fixture, HEAD OPEN("") NAME("\tname[0] = 1;\n"),
	       "heron: one");
	pick(scene);
	one = nth(scene, 0);
	assert_fates(one, "conflict", "conflict");
	g_assert_null(one->commit);
	g_assert_null(one->dialect);
	g_assert_cmpuint(one->conflicts->len, ==, 1);
	conflict = one->conflicts->pdata[0];
	g_assert_cmpstr(conflict->path, ==,
			"drivers/net/ethernet/heron/heron.c");
	g_assert_nonnull(g_strstr_len(g_bytes_get_data(conflict->ours, NULL),
				      (gssize)g_bytes_get_size(conflict->ours),
				      "name[0] = 7"));
	g_assert_cmpstr(scene->picks->tip, ==, scene->tree->commit);
}

/* What spatch cannot read on one side is left on both, and said. */
static void test_doubt(Scene *scene, gconstpointer unused)
{
	const KsPick *one;

	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN(OLD_ADD) NAME(""),
		   HEAD OPEN(NEW_ADD) NAME(""));
	commit(&scene->fixture, HEAD OPEN(NEW_ADD "\tif (x ENDIF(\n") NAME(""),
	       "heron: odd");
	pick(scene);
	one = nth(scene, 0);
	assert_fates(one, "conflict", "conflict");
	g_assert_cmpuint(one->rules->len, ==, 0);
	g_assert_cmpuint(one->doubts->len, ==, 1);
	g_assert_nonnull(strstr(one->doubts->pdata[0],
				"heron.c: netif_napi_add left as it is"));
}

/* Each stands on the one before; what is there already makes no commit. */
static void test_stack(Scene *scene, gconstpointer unused)
{
	g_autofree char *log = NULL;
	g_autofree char *range = NULL;

	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN(OLD_ADD ENABLE) NAME(OLD_COPY),
		   HEAD OPEN(NEW_ADD) NAME(NEW_COPY));
	commit(&scene->fixture, HEAD OPEN(NEW_ADD ENABLE) NAME(NEW_COPY),
	       "heron: enable it");
	commit(&scene->fixture, HEAD OPEN(NEW_ADD ENABLE) NAME(NEW_COPY CUT),
	       "heron: cut it");
	commit(&scene->fixture,
	       HEAD OPEN(NEW_ADD ENABLE "\theron->up = 1;\n")
		       NAME(NEW_COPY CUT "\tname[3] = 0;\n"),
	       "heron: cut it more");
	pick(scene);
	assert_fates(nth(scene, 0), "conflict", "nothing");
	g_assert_null(nth(scene, 0)->commit);
	assert_fates(nth(scene, 1), "conflict", "adapted");
	/* on the cut that the plain stack does not have */
	assert_fates(nth(scene, 2), "conflict", "clean");
	assert_driver(scene, scene->picks->tip,
		      HEAD OPEN(OLD_ADD ENABLE "\theron->up = 1;\n")
			      NAME(OLD_COPY CUT "\tname[3] = 0;\n"));
	range = g_strdup_printf("%s..%s", scene->tree->commit,
				scene->picks->branch);
	log = store(&scene->fixture, "log", "--reverse", "--format=%s", range);
	g_assert_cmpstr(log, ==, "heron: cut it\nheron: cut it more");
	g_assert_cmpuint(scene->picks->fates[KS_PICK_ADAPTED], ==, 1);
	g_assert_cmpuint(scene->picks->plain[KS_PICK_CONFLICT], ==, 3);
}

/* A driver that the old kernel does not have at all. */
static void test_absent(Scene *scene, gconstpointer unused)
{
	(void)unused;
	make_lines(&scene->fixture, HEAD, HEAD OPEN(""));
	GIT(&scene->fixture, "checkout", "-q", "old");
	GIT(&scene->fixture, "rm", "-q", "drivers/net/ethernet/heron/heron.c");
	GIT(&scene->fixture, "commit", "-qm", "heron: gone");
	GIT(&scene->fixture, "checkout", "-q", "new");
	commit(&scene->fixture, HEAD OPEN(ENABLE), "heron: enable it");
	pick(scene);
	assert_fates(nth(scene, 0), "not there", "not there");
	g_assert_null(nth(scene, 0)->commit);
}

#define TUNE  "static void heron_tune(struct heron *heron)\n{\n}\n"
#define TUNED "\theron_tune(heron);\n"

/* It merges, and calls what only the newer kernel's driver has. */
static void test_needs(Scene *scene, gconstpointer unused)
{
	const KsLack *lack;
	const KsPick *one;

	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN("") NAME(""),
		   HEAD OPEN("") NAME("") TUNE);
	commit(&scene->fixture, HEAD OPEN(TUNED) NAME("") TUNE,
	       "heron: tune it");
	pick(scene);
	verify(scene);
	one = nth(scene, 0);
	assert_fates(one, "clean", "needs");
	g_assert_nonnull(one->commit);
	g_assert_cmpuint(one->lacks->len, ==, 1);
	lack = one->lacks->pdata[0];
	g_assert_cmpstr(lack->text, ==, "no heron_tune()");
	g_assert_cmpuint(lack->line, ==, 12);
	g_assert_cmpuint(scene->picks->fates[KS_PICK_NEEDS], ==, 1);
	g_assert_cmpuint(scene->picks->fates[KS_PICK_CLEAN], ==, 0);
}

/* What an earlier change needs may come with a later one. */
static void test_brought(Scene *scene, gconstpointer unused)
{
	(void)unused;
	make_lines(&scene->fixture, HEAD OPEN("") NAME(""),
		   HEAD OPEN("") NAME(""));
	commit(&scene->fixture, HEAD OPEN(TUNED) NAME(""), "heron: tune it");
	commit(&scene->fixture, HEAD OPEN(TUNED) NAME("") TUNE, "heron: how");
	pick(scene);
	verify(scene);
	assert_fates(nth(scene, 0), "clean", "clean");
	assert_fates(nth(scene, 1), "clean", "clean");
}

#define ADD(name, test)                                                        \
	g_test_add("/pick/" name, Scene, NULL, scene_set_up, test,             \
		   scene_tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("adapted", test_adapted);
	ADD("new-words", test_new_words);
	ADD("evidence", test_evidence);
	ADD("conflict", test_conflict);
	ADD("doubt", test_doubt);
	ADD("stack", test_stack);
	ADD("absent", test_absent);
	ADD("needs", test_needs);
	ADD("brought", test_brought);
	return g_test_run();
}
