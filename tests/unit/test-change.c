// SPDX-License-Identifier: GPL-2.0
/* Commits, ranges and the difference of two snapshots as changes. */
#include "backport/change.h"
#include "tree-fixture.h"

#define GIT(fixture, ...)                                                      \
	g_free(run(fixture, "git", "-C", "user", __VA_ARGS__, NULL))
#define E1000	"drivers/net/ethernet/intel/e1000/"
#define LONG	"\ta;\n\tb;\n\tc;\n\td;\n\tu;\n"
#define F(line) "int f(void)\n{\n" LONG line "}\n\n"
#define G(line) "int g(void)\n{\n" LONG line "}\n\n"
#define H(line) "int h(void)\n{\n" LONG line "}\n"

static void commit(const Fixture *fixture, const char *path, const char *text,
		   const char *subject)
{
	g_autofree char *name = g_strconcat("user/", path, NULL);

	put(fixture, name, text);
	GIT(fixture, "add", ".");
	GIT(fixture, "commit", "-qm", subject);
}

/* A history of three commits behind the first; a tree "line" of it. */
static void make_history(const Fixture *fixture)
{
	g_free(run(fixture, "git", "init", "-q", "-b", "main", "user", NULL));
	put(fixture, "user/Makefile", KERNEL_MAKEFILE);
	commit(fixture, E1000 "a.c", F("") G("") H(""), "first");
	commit(fixture, E1000 "a.c", F("\tx;\n") G("") H("\tx;\n"), "second");
	commit(fixture, "mm/b.c", "int b;\n", "mm: third");
	commit(fixture, E1000 "a.c", F("\ty;\n") G("") H("\tx;\n"), "fourth");
	ks_tree_free(add(fixture, "line", "git", "user@main"));
}

/* "TITLE: PATH region+len>region+len ...;" of each change; or the error. */
static char *find(const Fixture *fixture, const char *what, const char *family)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsFamily) owner =
		family ? ks_family_load(fixture->context, family, &error) :
			 NULL;
	g_autoptr(GPtrArray) changes = NULL;
	GString *out = g_string_new(NULL);

	g_assert_no_error(error);
	changes = ks_changes_find(fixture->context, what, owner, &error);
	g_assert_true(changes || error->code == KS_ERROR_USAGE);
	if (!changes)
		g_string_append(out, error->message);
	for (guint i = 0; changes && i < changes->len; i++) {
		const KsChange *change = changes->pdata[i];

		g_string_append_printf(out, "%s:", change->title);
		for (guint k = 0; k < change->files->len; k++) {
			const KsChangeFile *file = change->files->pdata[k];

			g_string_append_printf(out, " %s %u",
					       strrchr(file->path, '/') + 1,
					       file->regions->len);
		}
		g_string_append(out, ";");
	}
	return g_string_free(out, FALSE);
}

#define assert_error_text(text, part)                                          \
	do {                                                                   \
		g_autofree char *got_ = text;                                  \
		if (!strstr(got_, part))                                       \
			g_error("\"%s\" does not say \"%s\"", got_, part);     \
	} while (0)

static void test_commit(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	make_history(fixture);
	assert_text(find(fixture, "line", NULL), "fourth: a.c 1;");
	/* two functions, and one that is as it was between them */
	assert_text(find(fixture, "refs/trees/line^{commit}~2", NULL),
		    "second: a.c 2;");
	assert_error_text(find(fixture, "refs/trees/line^{commit}~3", NULL),
			  "no parent");
	assert_error_text(find(fixture, "nothing", NULL),
			  "nothing: neither a series");
}

static void test_range(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	make_history(fixture);
	assert_text(find(fixture, "refs/trees/line^{commit}~3..line", NULL),
		    "second: a.c 2;mm: third: b.c 1;fourth: a.c 1;");
	assert_text(find(fixture, "refs/trees/line^{commit}~3..line",
			 "intel-ethernet"),
		    "second: a.c 2;fourth: a.c 1;");
	assert_error_text(find(fixture, "line..line", NULL),
			  "line..line changes nothing");
	assert_error_text(find(fixture,
			       "refs/trees/line^{commit}~2.."
			       "refs/trees/line^{commit}~1",
			       "intel-ethernet"),
			  "changes nothing of intel-ethernet");
}

static void test_merge(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	make_history(fixture);
	GIT(fixture, "checkout", "-q", "-b", "side", "main~1");
	commit(fixture, "mm/c.c", "int c;\n", "side");
	GIT(fixture, "merge", "-q", "-m", "merge", "main");
	ks_tree_free(add(fixture, "merged", "git", "user@side"));
	assert_error_text(find(fixture, "merged", NULL), "several parents");
	/* in a range they are passed over */
	assert_error_text(find(fixture, "line..merged", NULL), "side: c.c 1;");
}

static void write_snapshots(const Fixture *fixture)
{
	put(fixture, "old/" E1000 "a.c", F("") G("") H(""));
	put(fixture, "new/" E1000 "a.c", F("\tx;\n") G("") H("\tx;\n"));
	put(fixture, "new/" E1000 "n.c", "int n;\n");
	put(fixture, "old/mm/b.c", "int b;\n");
	put(fixture, "new/mm/b.c", "long b;\n");
	ks_tree_free(add(fixture, "old", "dir", "old"));
	ks_tree_free(add(fixture, "new", "dir", "new"));
}

static void test_snapshots(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	write_snapshots(fixture);
	assert_text(find(fixture, "old..new", "intel-ethernet"),
		    E1000 "a.c: f(): a.c 1;" E1000 "a.c: h(): a.c 1;" E1000
			  "n.c: a new file: n.c 1;");
	assert_error_text(find(fixture, "old..new", NULL),
			  "old and new have no common history");
}

/* Each change's text has its own function's change and no other. */
static void test_parts(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsFamily) family = NULL;
	g_autoptr(GPtrArray) changes = NULL;
	const KsChangeFile *file;
	const char *want = F("") G("") H("\tx;\n");
	gsize size;

	(void)unused;
	write_snapshots(fixture);
	family = ks_family_load(fixture->context, "intel-ethernet", &error);
	g_assert_no_error(error);
	changes = ks_changes_find(fixture->context, "old..new", family, &error);
	g_assert_no_error(error);
	g_assert_cmpuint(changes->len, ==, 3);
	file = ((KsChange *)changes->pdata[1])->files->pdata[0];
	g_assert_cmpmem(g_bytes_get_data(file->after, &size), size, want,
			strlen(want));
	g_assert_null(((KsChange *)changes->pdata[1])->commit);
	file = ((KsChange *)changes->pdata[2])->files->pdata[0];
	g_assert_null(file->before);
	g_assert_nonnull(file->after);
}

#define ADD(name, test)                                                        \
	g_test_add("/change/" name, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
	ADD("commit", test_commit);
	ADD("range", test_range);
	ADD("merge", test_merge);
	ADD("snapshots", test_snapshots);
	ADD("parts", test_parts);
	return g_test_run();
}
