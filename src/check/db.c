// SPDX-License-Identifier: GPL-2.0
#include "check/db.h"

#include "base/error.h"
#include "check/db_sql.h"

static bool add_left(KsDb *db, gint64 run, const KsRunTarget *target,
		     GError **error)
{
	for (guint i = 0; i < target->left->len; i++) {
		const KsLeft *left = target->left->pdata[i];
		g_autoptr(KsSql) insert = ks_sql_prepare(
			db, error, "INSERT INTO left_out VALUES (?, ?, ?, ?)",
			"isss", run, target->name, left->subject, left->reason);

		if (!insert || ks_sql_step(db, insert, error) < 0)
			return false;
	}
	return true;
}

static bool add_targets(KsDb *db, const KsRun *run, GError **error)
{
	for (guint i = 0; i < run->targets->len; i++) {
		const KsRunTarget *target = run->targets->pdata[i];
		g_autoptr(KsSql) insert = ks_sql_prepare(
			db, error, "INSERT INTO targets VALUES (?, ?, ?, ?, ?)",
			"isiss", run->id, target->name, (gint64)i, target->tree,
			target->version);

		if (!insert || ks_sql_step(db, insert, error) < 0 ||
		    !add_left(db, run->id, target, error))
			return false;
	}
	return true;
}

static bool insert_run(KsDb *db, KsRun *run, GError **error)
{
	g_autoptr(KsSql) insert = ks_sql_prepare(
		db, error, "INSERT INTO runs (series, started) VALUES (?, ?)",
		"si", run->series, run->started);

	if (!insert || ks_sql_step(db, insert, error) < 0)
		return false;
	run->id = sqlite3_last_insert_rowid(db->sqlite);
	return add_targets(db, run, error);
}

bool ks_db_add_run(KsDb *db, KsRun *run, GError **error)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	if (!ks_sql_execute(db, "BEGIN IMMEDIATE", error))
		return false;
	if (insert_run(db, run, error) && ks_sql_execute(db, "COMMIT", error))
		return true;
	sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

bool ks_db_finish_run(KsDb *db, const KsRun *run, GError **error)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	g_autoptr(KsSql) update = ks_sql_prepare(
		db, error,
		"UPDATE runs SET finished = 1, wall_us = ? WHERE id = ?", "ii",
		run->wall_us, run->id);

	return update && ks_sql_step(db, update, error) >= 0;
}

static bool add_findings(KsDb *db, gint64 cell, GPtrArray *findings,
			 GError **error)
{
	for (guint i = 0; i < findings->len; i++) {
		const KsFinding *finding = findings->pdata[i];
		g_autoptr(KsSql) insert = ks_sql_prepare(
			db, error,
			"INSERT INTO findings VALUES (?, ?, ?, ?, ?, ?, ?)",
			"isssiss", cell, finding->tool, finding->level,
			finding->file, (gint64)finding->line, finding->function,
			finding->text);

		if (!insert || ks_sql_step(db, insert, error) < 0)
			return false;
	}
	return true;
}

bool ks_db_add_cell(KsDb *db, const KsRun *run, const KsCell *cell,
		    GError **error)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	const KsOutcome *outcome = cell->outcome;
	g_autoptr(KsSql) insert = NULL;
	bool ok;

	if (!ks_sql_execute(db, "BEGIN IMMEDIATE", error))
		return false;
	insert = ks_sql_prepare(
		db, error,
		"INSERT INTO cells (run, position, target, number,"
		" subject, commit_id, check_name, key, content, verdict, word,"
		" reason, log, wall_us, reused)"
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		"iisisssssssssii", run->id, (gint64)cell->position,
		cell->target, (gint64)cell->number, cell->subject, cell->commit,
		cell->check, cell->key, cell->content,
		ks_verdict_name(outcome->verdict), outcome->word,
		outcome->reason, outcome->log, cell->wall_us,
		(gint64)cell->reused);
	ok = insert && ks_sql_step(db, insert, error) >= 0 &&
	     add_findings(db, sqlite3_last_insert_rowid(db->sqlite),
			  outcome->findings, error) &&
	     ks_sql_execute(db, "COMMIT", error);
	if (!ok)
		sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
	return ok;
}

static bool load_findings(KsDb *db, gint64 cell, GPtrArray *findings,
			  GError **error)
{
	g_autoptr(KsSql) select =
		ks_sql_prepare(db, error,
			       "SELECT tool, level, file, line, function, text"
			       " FROM findings WHERE cell = ?",
			       "i", cell);
	int more = select ? 1 : -1;

	while (more > 0 && (more = ks_sql_step(db, select, error)) > 0)
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
	" commit_id, check_name, key, reused, target, position"

static KsOutcome *load_outcome(KsDb *db, KsSql *row, GError **error)
{
	const char *word = (const char *)sqlite3_column_text(row, 1);
	g_autofree char *reason = ks_sql_text(row, 3);
	g_autoptr(KsOutcome) outcome = NULL;
	KsVerdict verdict;

	if (!ks_verdict_parse(word, &verdict)) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s: '%s' is not a verdict; delete the file",
			    db->path, word);
		return NULL;
	}
	outcome = ks_outcome_new(verdict, "%s", reason ? reason : "");
	outcome->word = ks_sql_text(row, 2);
	outcome->log = ks_sql_text(row, 4);
	if (!load_findings(db, sqlite3_column_int64(row, 0), outcome->findings,
			   error))
		return NULL;
	return g_steal_pointer(&outcome);
}

/* The latest outcome that @sql, with its one parameter, selects. */
static KsOutcome *find(KsDb *db, const char *sql, const char *value,
		       gint64 *wall_us, GError **error)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	g_autoptr(KsSql) select = ks_sql_prepare(db, error, sql, "s", value);

	if (!select || ks_sql_step(db, select, error) <= 0)
		return NULL;
	*wall_us = sqlite3_column_int64(select, 5);
	return load_outcome(db, select, error);
}

#define LATEST                                                                 \
	" AND verdict IN ('pass', 'warn', 'fail') ORDER BY id DESC LIMIT 1"

KsOutcome *ks_db_find(KsDb *db, const char *key, gint64 *wall_us,
		      GError **error)
{
	return find(db,
		    "SELECT " CELL_COLUMNS " FROM cells WHERE key = ?" LATEST,
		    key, wall_us, error);
}

KsOutcome *ks_db_find_content(KsDb *db, const char *content, gint64 *wall_us,
			      GError **error)
{
	return find(db,
		    "SELECT " CELL_COLUMNS
		    " FROM cells WHERE content = ?" LATEST,
		    content, wall_us, error);
}

gint64 ks_db_expected(KsDb *db, const char *target, const char *check,
		      const char *subject)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	g_autoptr(KsSql) select = ks_sql_prepare(
		db, NULL,
		"SELECT wall_us FROM cells WHERE check_name = ?2"
		" AND verdict IN ('pass', 'warn', 'fail') AND NOT reused"
		" ORDER BY target = ?1 AND subject = ?3 DESC, target = ?1 DESC,"
		" id DESC LIMIT 1",
		"sss", target, check, subject);

	return select && ks_sql_step(db, select, NULL) > 0 ?
		       sqlite3_column_int64(select, 0) :
		       0;
}

static bool load_cells(KsDb *db, KsRun *run, GError **error)
{
	g_autoptr(KsSql) select = ks_sql_prepare(db, error,
						 "SELECT " CELL_COLUMNS
						 " FROM cells WHERE run = ?"
						 " ORDER BY position, id",
						 "i", run->id);
	int more = select ? 1 : -1;

	while (more > 0 && (more = ks_sql_step(db, select, error)) > 0) {
		g_autoptr(KsCell) cell = g_new0(KsCell, 1);

		cell->wall_us = sqlite3_column_int64(select, 5);
		cell->number = sqlite3_column_int(select, 6);
		cell->subject = ks_sql_text(select, 7);
		cell->commit = ks_sql_text(select, 8);
		cell->check = ks_sql_text(select, 9);
		cell->key = ks_sql_text(select, 10);
		cell->reused = sqlite3_column_int(select, 11);
		cell->target = ks_sql_text(select, 12);
		cell->position = sqlite3_column_int(select, 13);
		cell->outcome = load_outcome(db, select, error);
		if (!cell->outcome)
			return false;
		g_ptr_array_add(run->cells, g_steal_pointer(&cell));
	}
	return more == 0;
}

#define RUN_COLUMNS "id, series, started, wall_us, finished"

static bool load_left(KsDb *db, gint64 run, KsRunTarget *target, GError **error)
{
	g_autoptr(KsSql) select =
		ks_sql_prepare(db, error,
			       "SELECT subject, reason FROM left_out"
			       " WHERE run = ? AND target = ? ORDER BY rowid",
			       "is", run, target->name);
	int more = select ? 1 : -1;

	while (more > 0 && (more = ks_sql_step(db, select, error)) > 0)
		ks_run_target_leave(
			target, (const char *)sqlite3_column_text(select, 0),
			(const char *)sqlite3_column_text(select, 1));
	return more == 0;
}

static bool load_targets(KsDb *db, KsRun *run, GError **error)
{
	g_autoptr(KsSql) select =
		ks_sql_prepare(db, error,
			       "SELECT name, tree, version FROM targets"
			       " WHERE run = ? ORDER BY position",
			       "i", run->id);
	int more = select ? 1 : -1;

	while (more > 0 && (more = ks_sql_step(db, select, error)) > 0) {
		KsRunTarget *target = ks_run_add_target(
			run, (const char *)sqlite3_column_text(select, 0),
			(const char *)sqlite3_column_text(select, 1),
			(const char *)sqlite3_column_text(select, 2));

		if (!load_left(db, run->id, target, error))
			return false;
	}
	return more == 0;
}

static KsRun *load_run(KsDb *db, KsSql *row, GError **error)
{
	g_autoptr(KsRun)
		run = ks_run_new((const char *)sqlite3_column_text(row, 1));

	run->id = sqlite3_column_int64(row, 0);
	run->started = sqlite3_column_int64(row, 2);
	run->wall_us = sqlite3_column_int64(row, 3);
	run->finished = sqlite3_column_int(row, 4);
	return load_targets(db, run, error) ? g_steal_pointer(&run) : NULL;
}

KsRun *ks_db_load_run(KsDb *db, gint64 id, GError **error)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	g_autoptr(KsRun) run = NULL;
	g_autoptr(KsSql)
		select = ks_sql_prepare(db, error,
					"SELECT " RUN_COLUMNS
					" FROM runs WHERE ?1 IN (0, id)"
					" ORDER BY id DESC LIMIT 1",
					"i", id);
	int more = select ? ks_sql_step(db, select, error) : -1;

	if (more == 0)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "there is no run %" G_GINT64_FORMAT
			    "; see 'kseries report --list'",
			    id);
	if (more <= 0)
		return NULL;
	run = load_run(db, select, error);
	if (!run || !load_cells(db, run, error))
		return NULL;
	return g_steal_pointer(&run);
}

static void run_free(gpointer run)
{
	ks_run_free(run);
}

GPtrArray *ks_db_list_runs(KsDb *db, GError **error)
{
	g_autoptr(GMutexLocker)
		G_GNUC_UNUSED lock = g_mutex_locker_new(&db->lock);
	g_autoptr(GPtrArray) runs = g_ptr_array_new_with_free_func(run_free);
	g_autoptr(KsSql) select = ks_sql_prepare(db, error,
						 "SELECT " RUN_COLUMNS
						 " FROM runs ORDER BY id DESC",
						 "");
	int more = select ? 1 : -1;

	while (more > 0 && (more = ks_sql_step(db, select, error)) > 0) {
		KsRun *run = load_run(db, select, error);

		if (!run)
			return NULL;
		g_ptr_array_add(runs, run);
	}
	return more == 0 ? g_steal_pointer(&runs) : NULL;
}
