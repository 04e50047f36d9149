// SPDX-License-Identifier: GPL-2.0
#include "check/db_sql.h"

#include "base/error.h"

#define BUSY_MS 60000

/* Version of the tables, kept in the file; see migrate(). */
#define SCHEMA_VERSION 1

static const char pragmas[] = "PRAGMA journal_mode = WAL;"
			      "PRAGMA synchronous = NORMAL;"
			      "PRAGMA foreign_keys = ON;";

static const char schema[] =
	"CREATE TABLE runs ("
	"  id INTEGER PRIMARY KEY AUTOINCREMENT, series TEXT NOT NULL,"
	"  started INTEGER NOT NULL, wall_us INTEGER NOT NULL DEFAULT 0,"
	"  finished INTEGER NOT NULL DEFAULT 0);"
	"CREATE TABLE targets ("
	"  run INTEGER NOT NULL REFERENCES runs(id), name TEXT NOT NULL,"
	"  position INTEGER NOT NULL, tree TEXT NOT NULL, version TEXT);"
	"CREATE INDEX targets_run ON targets(run);"
	"CREATE TABLE left_out ("
	"  run INTEGER NOT NULL REFERENCES runs(id), target TEXT NOT NULL,"
	"  subject TEXT NOT NULL, reason TEXT NOT NULL);"
	"CREATE INDEX left_out_run ON left_out(run);"
	"CREATE TABLE cells ("
	"  id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id),"
	"  position INTEGER NOT NULL, target TEXT NOT NULL,"
	"  number INTEGER NOT NULL, subject TEXT NOT NULL,"
	"  commit_id TEXT NOT NULL, check_name TEXT NOT NULL, key TEXT,"
	"  content TEXT,"
	"  verdict TEXT NOT NULL, word TEXT, reason TEXT, log TEXT,"
	"  wall_us INTEGER NOT NULL, reused INTEGER NOT NULL);"
	"CREATE INDEX cells_key ON cells(key);"
	"CREATE INDEX cells_content ON cells(content);"
	"CREATE INDEX cells_run ON cells(run);"
	"CREATE TABLE findings ("
	"  cell INTEGER NOT NULL REFERENCES cells(id), tool TEXT NOT NULL,"
	"  level TEXT NOT NULL, file TEXT NOT NULL, line INTEGER NOT NULL,"
	"  function TEXT NOT NULL, text TEXT NOT NULL);"
	"CREATE INDEX findings_cell ON findings(cell);"
	"PRAGMA user_version = 1;";

/* Tables of before there were several targets in a run had no version. */
static const char from_0[] =
	"ALTER TABLE cells ADD COLUMN position INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE cells ADD COLUMN content TEXT;"
	"CREATE INDEX cells_content ON cells(content);"
	"ALTER TABLE cells ADD COLUMN target TEXT NOT NULL DEFAULT '';"
	"UPDATE cells SET position = id,"
	"  target = (SELECT target FROM runs WHERE runs.id = cells.run);"
	"CREATE TABLE targets ("
	"  run INTEGER NOT NULL REFERENCES runs(id), name TEXT NOT NULL,"
	"  position INTEGER NOT NULL, tree TEXT NOT NULL, version TEXT);"
	"INSERT INTO targets SELECT id, target, 0, tree, version FROM runs;"
	"CREATE INDEX targets_run ON targets(run);"
	"CREATE TABLE left_out ("
	"  run INTEGER NOT NULL REFERENCES runs(id), target TEXT NOT NULL,"
	"  subject TEXT NOT NULL, reason TEXT NOT NULL);"
	"CREATE INDEX left_out_run ON left_out(run);"
	"ALTER TABLE runs DROP COLUMN tree;"
	"ALTER TABLE runs DROP COLUMN version;"
	"ALTER TABLE runs DROP COLUMN target;"
	"PRAGMA user_version = 1;";

bool ks_sql_error(KsDb *db, GError **error)
{
	g_set_error(
		error, KS_ERROR, KS_ERROR_BROKEN,
		"%s: %s; the file can be deleted, it only remembers verdicts",
		db->path, sqlite3_errmsg(db->sqlite));
	return false;
}

bool ks_sql_execute(KsDb *db, const char *sql, GError **error)
{
	if (sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) == SQLITE_OK)
		return true;
	return ks_sql_error(db, error);
}

KsSql *ks_sql_prepare(KsDb *db, GError **error, const char *sql,
		      const char *types, ...)
{
	g_autoptr(KsSql) statement = NULL;
	va_list ap;

	if (sqlite3_prepare_v2(db->sqlite, sql, -1, &statement, NULL)) {
		ks_sql_error(db, error);
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

int ks_sql_step(KsDb *db, KsSql *statement, GError **error)
{
	int rc = sqlite3_step(statement);

	if (rc == SQLITE_ROW)
		return 1;
	if (rc == SQLITE_DONE)
		return 0;
	ks_sql_error(db, error);
	return -1;
}

char *ks_sql_text(KsSql *statement, int column)
{
	return g_strdup((const char *)sqlite3_column_text(statement, column));
}

/* The first column of the first row, -1 on error. */
static gint64 ask(KsDb *db, const char *sql, GError **error)
{
	g_autoptr(KsSql) select = ks_sql_prepare(db, error, sql, "");

	if (!select || ks_sql_step(db, select, error) <= 0)
		return -1;
	return sqlite3_column_int64(select, 0);
}

/* Within a transaction: two kseries may find an old file at the same time. */
static bool migrate(KsDb *db, GError **error)
{
	gint64 version, tables;
	bool ok;

	if (!ks_sql_execute(db, "BEGIN IMMEDIATE", error))
		return false;
	version = ask(db, "PRAGMA user_version", error);
	tables = ask(db, "SELECT count(*) FROM sqlite_master", error);
	ok = version >= 0 && tables >= 0;
	if (ok && version > SCHEMA_VERSION) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_BROKEN,
			"%s is of a newer kseries (version %" G_GINT64_FORMAT
			"): use that one, or name another home with --home",
			db->path, version);
		ok = false;
	}
	if (ok && version == 0)
		ok = ks_sql_execute(db, tables ? from_0 : schema, error);
	if (ok && ks_sql_execute(db, "COMMIT", error))
		return true;
	sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

KsDb *ks_db_open(const KsContext *context, GError **error)
{
	g_autoptr(KsDb) db = g_new0(KsDb, 1);

	g_mutex_init(&db->lock);
	db->path = ks_home_path(context, "kseries.db", NULL);
	if (sqlite3_open(db->path, &db->sqlite) != SQLITE_OK) {
		ks_sql_error(db, error);
		return NULL;
	}
	sqlite3_busy_timeout(db->sqlite, BUSY_MS);
	if (!ks_sql_execute(db, pragmas, error) || !migrate(db, error))
		return NULL;
	return g_steal_pointer(&db);
}

void ks_db_close(KsDb *db)
{
	sqlite3_close(db->sqlite);
	g_mutex_clear(&db->lock);
	g_free(db->path);
	g_free(db);
}
