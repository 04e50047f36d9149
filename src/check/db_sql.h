/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DB_SQL_H
#define KS_DB_SQL_H

#include <sqlite3.h>

#include "check/db.h"

/* What db.c needs of SQLite, with errors that name the file. */
struct KsDb {
	sqlite3 *sqlite;
	char *path;
	GMutex lock; /* one transaction at a time: cells end in threads */
};

typedef sqlite3_stmt KsSql;

static inline void ks_sql_finalize(KsSql *statement)
{
	sqlite3_finalize(statement);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSql, ks_sql_finalize)

/* Set @error to what SQLite says; always false. */
bool ks_sql_error(KsDb *db, GError **error);

/* Run statements that answer nothing. */
bool ks_sql_execute(KsDb *db, const char *sql, GError **error);

/*
 * Compile @sql; @types says what follows for its question marks: s a string
 * (may be NULL), i a gint64.
 */
KsSql *ks_sql_prepare(KsDb *db, GError **error, const char *sql,
		      const char *types, ...);

/* 1: a row is there; 0: no more; -1: an error. */
int ks_sql_step(KsDb *db, KsSql *statement, GError **error);

/* A column of the row as a new string, NULL for NULL. */
char *ks_sql_text(KsSql *statement, int column);

#endif
