// SPDX-License-Identifier: GPL-2.0
#include "check/db.h"

#include <sqlite3.h>

#include "base/error.h"

#define BUSY_MS 60000

struct KsDb {
	sqlite3 *sqlite;
	char *path;
};

static const char schema[] =
	"PRAGMA journal_mode = WAL;"
	"PRAGMA synchronous = NORMAL;"
	"PRAGMA foreign_keys = ON;"
	"CREATE TABLE IF NOT EXISTS runs ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT, series TEXT NOT NULL,"
	"  tree TEXT NOT NULL, version TEXT, target TEXT NOT NULL,"
	"  started INTEGER NOT NULL, wall_us INTEGER NOT NULL DEFAULT 0,"
	"  finished INTEGER NOT NULL DEFAULT 0);"
	"CREATE TABLE IF NOT EXISTS cells ("
	"  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id),"
	"  number INTEGER NOT NULL, subject TEXT NOT NULL,"
	"  commit_id TEXT NOT NULL, check_name TEXT NOT NULL, key TEXT,"
	"  verdict TEXT NOT NULL, word TEXT, reason TEXT, log TEXT,"
	"  wall_us INTEGER NOT NULL, reused INTEGER NOT NULL);"
	"CREATE INDEX IF NOT EXISTS cells_key ON cells(key);"
	"CREATE INDEX IF NOT EXISTS cells_run ON cells(run);"
	"CREATE TABLE IF NOT EXISTS findings ("
	"  cell INTEGER NOT NULL REFERENCES cells(id), tool TEXT NOT NULL,"
	"  level TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,"
	"  function TEXT NOT NULL, text TEXT NOT NULL);"
	"CREATE INDEX IF NOT EXISTS findings_cell ON findings(cell);";

typedef sqlite3_stmt Statement;

static void statement_finalize(Statement *statement)
{
	sqlite3_finalize(statement);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Statement, statement_finalize)

static bool set_error(KsDb *db, GError **error)
{
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: %s; the file can be deleted, it only remembers verdicts",
		db->path, sqlite3_errmsg(db->sqlite));
	return false;
}

static bool execute(KsDb *db, const char *sql, GError **error)
{
	if (sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	return set_error(db, error);
}

/* Compile @sql; @types says what follows: s a string, i an integer. */
static Statement *prepare(KsDb *db, GError **error, const char *sql,
			  const char *types, ...)
{
	g_autoptr(Statement) statement = NULL;
	va_list ap;

	if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL)) {
		set_error(db, error);
		return NULL;
	}
	va_start(ap, types);
	for (int i = 0; types[i]; i++) {
		if (types[i] == 's')
			sqlite3_bind_text(statement, i + 1,
					  va_arg(ap, const char *), -1,
					  SQLITE_TRANSIENT);
		else
			sqlite3_bind_int64(statement, i + 1,
					   va_arg(ap, gint64));
	}
	va_end(ap);
	return g_steal_pointer(&statement);
}

/* 1: a row is there; 0: no more; -1: an error. */
static int step(KsDb *db, Statement *statement, GError **error)
{
	int rc = sqlite3_step(statement);

	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	set_error(db, error);
	return -1;
}

static char *text(Statement *statement, int column)
{
	return g_strdup((const char *)sqlite3_column_text(statement, column));
}

KsDb *ks_db_open(const KsContext *context, GError **error)
{
	g_autoptr(KsDb) db = g_new0(KsDb, 1);

	db->path = ks_home_path(context, "kseries.db", NULL);
	if (sqlite3_open(db->path, &db->sqlite) != SQLITE_OK) {
		set_error(db, error);
		return NULL;
	}
	sqlite3_busy_timeout(db->sqlite, BUSY_MS);
	if (!execute(db, schema, error))
		return NULL;
	return g_steal_pointer(&db);
}

void ks_db_close(KsDb *db)
{
	sqlite3_close(db->sqlite);
	g_free(db->path);
	g_free(db);
}

bool ks_db_add_run(KsDb *db, KsRun *run, GError **error)
{
	g_autoptr(Statement) insert = prepare(
		db, error,
		"INSERT INTO runs (series, tree, version, target, started)"
		" VALUES (?, ?, ?, ?, ?)",
		"ssssi", run->series, run->tree, run->version, run->target,
		run->started);

	if (!insert || step(db, insert, error) < 0)
		return false;
	run->id = sqlite3_last_insert_rowid(db->sqlite);
	return true;
}

bool ks_db_finish_run(KsDb *db, const KsRun *run, GError **error)
{
	g_autoptr(Statement) update = prepare(
		db, error,
		"UPDATE runs SET finished = 1, wall_us = ? WHERE id = ?", "ii",
		run->wall_us, run->id);

	return update && step(db, update, error) >= 0;
}

static bool add_findings(KsDb *db, gint64 cell, GPtrArray *findings,
			 GError **error)
{
	for (guint i = 0; i < findings->len; i++) {
		const KsFinding *finding = findings->pdata[i];
		g_autoptr(Statement) insert = prepare(
			db, error,
			"INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)",
			"isssiss", cell, finding->tool, finding->level,
			finding->file, (gint64)finding->line, finding->function,
			finding->text);

		if (!insert || step(db, insert, error) < 0)
			return false;
	}
	return true;
}

bool ks_db_add_cell(KsDb *db, const KsRun *run, const KsCell *cell,
		    GError **error)
{
	const KsOutcome *outcome = cell->outcome;
	g_autoptr(Statement) insert = NULL;
	bool ok;

	if (!execute(db, "BEGIN IMMEDIATE", error))
		return false;
	insert = prepare(db, error,
			 "INSERT INTO cells (run, number, subject, commit_id,"
			 " check_name, key, verdict, word, reason, log,"
			 " wall_us, reused)"
			 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			 "iissssssssii", run->id, (gint64)cell->number,
			 cell->subject, cell->commit, cell->check, cell->key,
			 ks_verdict_name(outcome->verdict), outcome->word,
			 outcome->reason, outcome->log, cell->wall_us,
			 (gint64)cell->reused);
	ok = insert && step(db, insert, error) >= 0 &&
	     add_findings(db, sqlite3_last_insert_rowid(db->sqlite),
			  outcome->findings, error) &&
	     execute(db, "COMMIT", error);
	if (!ok)
		sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	return ok;
}

static bool load_findings(KsDb *db, gint64 cell, GPtrArray *findings,
			  GError **error)
{
	g_autoptr(Statement) select =
		prepare(db, error,
			"SELECT tool, level, file, line, function, text"
			" FROM findings WHERE cell = ?",
			"i", cell);
	int more = select ? 1 : -1;

	while (more > 0 && (more = step(db, select, error)) > 0)
		g_ptr_array_add(
			findings,
			ks_finding_new(
				(const char *)sqlite3_column_text(select, 0),
				(const char *)sqlite3_column_text(select, 1),
				(const char *)sqlite3_column_text(select, 2),
				sqlite3_column_int(select, 3),
				(const char *)sqlite3_column_text(select, 4),
				(const char *)sqlite3_column_text(select, 5)));
	return more == 0;
}

/* Columns of every SELECT on cells: id, then those of load_outcome(). */
#define CELL_COLUMNS                                                           \
	"id, verdict, word, reason, log, wall_us, number, subject,"            \
	" commit_id, check_name, key, reused"

static KsOutcome *load_outcome(KsDb *db, Statement *row, GError **error)
{
	const char *word = (const char *)sqlite3_column_text(row, 1);
	g_autofree char *reason = text(row, 3);
	g_autoptr(KsOutcome) outcome = NULL;
	KsVerdict verdict;

	if (!ks_verdict_parse(word, &verdict)) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: '%s' is not a verdict; delete the file",
			    db->path, word);
		return NULL;
	}
	outcome = ks_outcome_new(verdict, "%s", reason ? reason : "");
	outcome->word = text(row, 2);
	outcome->log = text(row, 4);
	if (!load_findings(db, sqlite3_column_int64(row, 0), outcome->findings,
			   error))
		return NULL;
	return g_steal_pointer(&outcome);
}

KsOutcome *ks_db_find(KsDb *db, const char *key, gint64 *wall_us,
		      GError **error)
{
	g_autoptr(Statement) select =
		prepare(db, error,
			"SELECT " CELL_COLUMNS " FROM cells WHERE key = ?"
			" AND verdict IN ('pass', 'warn', 'fail')"
			" ORDER BY id DESC LIMIT 1",
			"s", key);

	if (!select || step(db, select, error) <= 0)
		return NULL;
	*wall_us = sqlite3_column_int64(select, 5);
	return load_outcome(db, select, error);
}

static bool load_cells(KsDb *db, KsRun *run, GError **error)
{
	g_autoptr(Statement) select = prepare(db, error,
					      "SELECT " CELL_COLUMNS
					      " FROM cells WHERE run = ?"
					      " ORDER BY number, id",
					      "i", run->id);
	int more = select ? 1 : -1;

	while (more > 0 && (more = step(db, select, error)) > 0) {
		g_autoptr(KsCell) cell = g_new0(KsCell, 1);

		cell->wall_us = sqlite3_column_int64(select, 5);
		cell->number = sqlite3_column_int(select, 6);
		cell->subject = text(select, 7);
		cell->commit = text(select, 8);
		cell->check = text(select, 9);
		cell->key = text(select, 10);
		cell->reused = sqlite3_column_int(select, 11);
		cell->outcome = load_outcome(db, select, error);
		if (!cell->outcome)
			return false;
		g_ptr_array_add(run->cells, g_steal_pointer(&cell));
	}
	return more == 0;
}

#define RUN_COLUMNS                                                            \
	"id, series, tree, version, target, started, wall_us, finished"

static KsRun *load_run(Statement *row)
{
	KsRun *run = ks_run_new((const char *)sqlite3_column_text(row, 1),
				(const char *)sqlite3_column_text(row, 2),
				(const char *)sqlite3_column_text(row, 3),
				(const char *)sqlite3_column_text(row, 4));

	run->id = sqlite3_column_int64(row, 0);
	run->started = sqlite3_column_int64(row, 5);
	run->wall_us = sqlite3_column_int64(row, 6);
	run->finished = sqlite3_column_int(row, 7);
	return run;
}

KsRun *ks_db_load_run(KsDb *db, gint64 id, GError **error)
{
	g_autoptr(KsRun) run = NULL;
	g_autoptr(Statement) select = prepare(db, error,
					      "SELECT " RUN_COLUMNS
					      " FROM runs WHERE ?1 IN (0, id)"
					      " ORDER BY id DESC LIMIT 1",
					      "i", id);
	int more = select ? step(db, select, error) : -1;

	if (more == 0)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "there is no run %" G_GINT64_FORMAT
			    "; see 'kseries report --list'",
			    id);
	if (more <= 0)
		return NULL;
	run = load_run(select);
	if (!load_cells(db, run, error))
		return NULL;
	return g_steal_pointer(&run);
}

static void run_free(gpointer run)
{
	ks_run_free(run);
}

GPtrArray *ks_db_list_runs(KsDb *db, GError **error)
{
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(run_free);
	g_autoptr(Statement) select = prepare(db, error,
					      "SELECT " RUN_COLUMNS
					      " FROM runs ORDER BY id DESC",
					      "");
	int more = select ? 1 : -1;

	while (more > 0 && (more = step(db, select, error)) > 0)
		g_ptr_array_add(runs, load_run(select));
	return more == 0 ? g_steal_pointer(&runs) : NULL;
}
