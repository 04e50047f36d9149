/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DB_H
#define KS_DB_H

#include "check/run.h"

/*
 * $KSERIES_HOME/kseries.db: runs, cells and findings.  A cell is written when
 * it is done, in one transaction; a run that was killed stays "not finished".
 */
typedef struct KsDb KsDb;

KsDb *ks_db_open(const KsContext *context, GError **error);
void ks_db_close(KsDb *db);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsDb, ks_db_close)

/* Store a new run and give it its id. */
bool ks_db_add_run(KsDb *db, KsRun *run, GError **error);

/* The run is over: its duration, and that it finished. */
bool ks_db_finish_run(KsDb *db, const KsRun *run, GError **error);

/* Store one finished cell with its findings. */
bool ks_db_add_cell(KsDb *db, const KsRun *run, const KsCell *cell,
		    GError **error);

/*
 * The latest outcome with this key that says something of the patch (pass,
 * warn or fail); NULL without an error if there is none.  @wall_us is how long
 * it took then.
 */
KsOutcome *ks_db_find(KsDb *db, const char *key, gint64 *wall_us,
		      GError **error);

/* The same, by what the check had before it: see KsCell.content. */
KsOutcome *ks_db_find_content(KsDb *db, const char *content, gint64 *wall_us,
			      GError **error);

/*
 * How long, in microseconds, the cell took the last time: this patch on this
 * target, else any of this target, else any; 0 if there is none.
 */
gint64 ks_db_expected(KsDb *db, const char *target, const char *check,
		      const char *subject);

/* A run with all its cells; @id 0: the last one. */
KsRun *ks_db_load_run(KsDb *db, gint64 id, GError **error);

/* All runs, newest first, without cells. */
GPtrArray *ks_db_list_runs(KsDb *db, GError **error);

#endif
