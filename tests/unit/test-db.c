// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/error.h"
#include "check/db.h"
#include "check/db_sql.h"

typedef struct {
	char *dir;
	KsContext *context;
	KsDb *db;
} Fixture;

static void set_up(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	fixture->dir = g_dir_make_tmp("ks-db-XXXXXX", NULL);
	fixture->context = ks_context_new(fixture->dir, NULL);
	g_assert_nonnull(fixture->context);
	fixture->db = ks_db_open(fixture->context, NULL);
	g_assert_nonnull(fixture->db);
}

static void tear_down(Fixture *fixture, gconstpointer unused)
{
	(void)unused;
	ks_db_close(fixture->db);
	ks_rmtree(fixture->dir);
	ks_context_free(fixture->context);
	g_free(fixture->dir);
}

static KsRun *add_run(const Fixture *fixture)
{
	KsRun *run = ks_run_new("s");

	ks_run_target_leave(ks_run_add_target(run, "6.1-x86_64", "6.1",
					      "6.1.192"),
			    "ice: x", "no such call");

	g_assert_true(ks_db_add_run(fixture->db, run, NULL));
	g_assert_cmpint(run->id, >, 0);
	return run;
}

static void add_cell(const Fixture *fixture, KsRun *run, const char *key,
		     KsVerdict verdict)
{
	const KsPatch patch = {.number = 1,
			       .subject = (char *)"e1000: x",
			       .commit = (char *)"c0ffee"};
	g_autoptr(KsCell) cell = ks_cell_new("6.1-x86_64", &patch, "build");

	cell->key = g_strdup(key);
	cell->content = g_strconcat("content of ", key, NULL);
	cell->wall_us = 1234;
	cell->outcome = ks_outcome_new(verdict, "because %d", 7);
	g_ptr_array_add(cell->outcome->findings,
			ks_finding_new("gcc", "warning", "a.c", 3, "f",
				       "unused variable 'x'"));
	g_assert_true(ks_db_add_cell(fixture->db, run, cell, NULL));
}

static void test_back(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRun) run = add_run(fixture);
	g_autoptr(KsRun) back = NULL;
	const KsRunTarget *target;
	const KsLeft *left;
	const KsFinding *finding;
	const KsCell *cell;

	(void)unused;
	add_cell(fixture, run, "k", KS_VERDICT_FAIL);
	run->wall_us = 99;
	g_assert_true(ks_db_finish_run(fixture->db, run, NULL));
	back = ks_db_load_run(fixture->db, 0, NULL);
	g_assert_nonnull(back);
	g_assert_cmpint(back->id, ==, run->id);
	g_assert_true(back->finished);
	g_assert_cmpint(back->wall_us, ==, 99);
	g_assert_cmpuint(back->targets->len, ==, 1);
	target = back->targets->pdata[0];
	g_assert_cmpstr(target->version, ==, "6.1.192");
	left = target->left->pdata[0];
	g_assert_cmpstr(left->reason, ==, "no such call");
	g_assert_cmpuint(back->cells->len, ==, 1);
	cell = back->cells->pdata[0];
	g_assert_cmpint(cell->outcome->verdict, ==, KS_VERDICT_FAIL);
	g_assert_cmpstr(cell->outcome->reason, ==, "because 7");
	g_assert_cmpint(cell->wall_us, ==, 1234);
	g_assert_cmpuint(cell->outcome->findings->len, ==, 1);
	finding = cell->outcome->findings->pdata[0];
	g_assert_cmpstr(finding->text, ==, "unused variable 'x'");
	g_assert_cmpstr(finding->function, ==, "f");
	g_assert_false(ks_run_good(back));
}

static void known(const Fixture *fixture, const char *key, int verdict)
{
	g_autoptr(GError) error = NULL;
	g_autoptr(KsOutcome) outcome = NULL;
	gint64 wall_us = 0;

	outcome = ks_db_find(fixture->db, key, &wall_us, &error);
	g_assert_no_error(error);
	if (verdict < 0) {
		g_assert_null(outcome);
		return;
	}
	g_assert_nonnull(outcome);
	g_assert_cmpint(outcome->verdict, ==, verdict);
	g_assert_cmpint(wall_us, ==, 1234);
}

/* What says nothing of the patch must be found out again. */
static void test_reuse(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRun) run = add_run(fixture);

	(void)unused;
	add_cell(fixture, run, "good", KS_VERDICT_PASS);
	add_cell(fixture, run, "bad", KS_VERDICT_FAIL);
	add_cell(fixture, run, "ours", KS_VERDICT_ERROR);
	add_cell(fixture, run, "late", KS_VERDICT_TIMEOUT);
	add_cell(fixture, run, "not", KS_VERDICT_SKIP);
	known(fixture, "good", KS_VERDICT_PASS);
	known(fixture, "bad", KS_VERDICT_FAIL);
	known(fixture, "ours", -1);
	known(fixture, "late", -1);
	known(fixture, "not", -1);
	known(fixture, "never", -1);
}

static void test_content(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRun) run = add_run(fixture);
	g_autoptr(KsOutcome) outcome = NULL;
	g_autoptr(GError) error = NULL;
	gint64 wall_us = 0;

	(void)unused;
	add_cell(fixture, run, "k", KS_VERDICT_PASS);
	outcome = ks_db_find_content(fixture->db, "content of k", &wall_us,
				     &error);
	g_assert_nonnull(outcome);
	g_assert_null(
		ks_db_find_content(fixture->db, "other", &wall_us, &error));
	g_assert_no_error(error);
	g_assert_cmpint(ks_db_expected(fixture->db, "6.1-x86_64", "build",
				       "e1000: x"),
			==, 1234);
	/* of another target rather than nothing */
	g_assert_cmpint(ks_db_expected(fixture->db, "7.2-x86_64", "build",
				       "ice: y"),
			==, 1234);
	g_assert_cmpint(ks_db_expected(fixture->db, "6.1-x86_64", "boot",
				       "e1000: x"),
			==, 0);
}

/* Tables of before there were targets are taken over, with their rows. */
static void test_migrate(Fixture *fixture, gconstpointer unused)
{
	static const char old[] =
		"CREATE TABLE runs (id INTEGER PRIMARY KEY AUTOINCREMENT,"
		" series TEXT NOT NULL, tree TEXT NOT NULL, version TEXT,"
		" target TEXT NOT NULL, started INTEGER NOT NULL,"
		" wall_us INTEGER NOT NULL DEFAULT 0,"
		" finished INTEGER NOT NULL DEFAULT 0);"
		"CREATE TABLE cells (id INTEGER PRIMARY KEY,"
		" run INTEGER NOT NULL, number INTEGER NOT NULL,"
		" subject TEXT NOT NULL, commit_id TEXT NOT NULL,"
		" check_name TEXT NOT NULL, key TEXT, verdict TEXT NOT NULL,"
		" word TEXT, reason TEXT, log TEXT, wall_us INTEGER NOT NULL,"
		" reused INTEGER NOT NULL);"
		"CREATE TABLE findings (cell INTEGER NOT NULL,"
		" tool TEXT NOT NULL, level TEXT NOT NULL, file TEXT NOT NULL,"
		" line INTEGER NOT NULL, function TEXT NOT NULL,"
		" text TEXT NOT NULL);"
		"INSERT INTO runs VALUES (3, 's', '6.1', '6.1.192',"
		" '6.1-x86_64', 5, 6, 1);"
		"INSERT INTO cells VALUES (1, 3, 1, 'x', 'c', 'build', 'k',"
		" 'pass', NULL, 'because', NULL, 1234, 0);";
	g_autofree char *home = g_build_filename(fixture->dir, "old", NULL);
	g_autoptr(KsContext) context = ks_context_new(home, NULL);
	g_autofree char *path = ks_home_path(context, "kseries.db", NULL);
	g_autoptr(GError) error = NULL;
	g_autoptr(KsDb) db = NULL;
	g_autoptr(KsRun) run = NULL;
	const KsCell *cell;
	sqlite3 *sqlite;

	(void)unused;
	g_assert_cmpint(sqlite3_open(path, &sqlite), ==, SQLITE_OK);
	g_assert_cmpint(sqlite3_exec(sqlite, old, NULL, NULL, NULL), ==,
			SQLITE_OK);
	sqlite3_close(sqlite);
	db = ks_db_open(context, &error);
	g_assert_no_error(error);
	run = ks_db_load_run(db, 3, &error);
	g_assert_no_error(error);
	cell = run->cells->pdata[0];
	g_assert_cmpstr(cell->target, ==, "6.1-x86_64");
	g_assert_true(ks_run_good(run));
}

/* The cells of a run that was killed are there; the run is not good. */
static void test_unfinished(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(KsRun) run = add_run(fixture);
	g_autoptr(KsRun) back = NULL;

	(void)unused;
	add_cell(fixture, run, "k", KS_VERDICT_PASS);
	back = ks_db_load_run(fixture->db, run->id, NULL);
	g_assert_nonnull(back);
	g_assert_false(back->finished);
	g_assert_false(ks_run_good(back));
}

static void test_no_run(Fixture *fixture, gconstpointer unused)
{
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_null(ks_db_load_run(fixture->db, 7, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_USAGE);
}

/* A file that is no database is an error with its name, and stays. */
static void test_garbage(Fixture *fixture, gconstpointer unused)
{
	g_autofree char *home = g_build_filename(fixture->dir, "other", NULL);
	g_autoptr(KsContext) context = ks_context_new(home, NULL);
	g_autofree char *path = ks_home_path(context, "kseries.db", NULL);
	g_autoptr(GError) error = NULL;

	(void)unused;
	g_assert_true(ks_write_file(path, "this is not a database, at all", -1,
				    NULL));
	g_assert_null(ks_db_open(context, &error));
	g_assert_error(error, KS_ERROR, KS_ERROR_BROKEN);
	g_assert_nonnull(strstr(error->message, path));
}

int main(int argc, char **argv)
{
	g_test_init(&argc, &argv, NULL);
#define ADD(name, func)                                                        \
	g_test_add("/db/" name, Fixture, NULL, set_up, func, tear_down)
	ADD("back", test_back);
	ADD("reuse", test_reuse);
	ADD("content", test_content);
	ADD("migrate", test_migrate);
	ADD("unfinished", test_unfinished);
	ADD("no-run", test_no_run);
	ADD("garbage", test_garbage);
	return g_test_run();
}
