/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JOBS_RESULT_H
#define KS_JOBS_RESULT_H

#include "report/jobs.h"

/* A cell's log in a result file: its end, at most this. */
#define KS_RESULT_LOG_MAX (256 << 10)

/* A cell that ran on some machine. */
typedef struct {
	const char *path; /* of the file that it came in; the caller's */
	KsCell *cell; /* its outcome has no log file */
	char *log; /* the log's end, or NULL */
	bool clipped; /* the log was longer */
} KsResultCell;

/* What is in one result file. */
typedef struct {
	char *plan; /* the id of the plan */
	guint plan_cells; /* how many cells the plan has */
	KsJobs *jobs; /* title and targets, without cells */
	GPtrArray *cells; /* KsResultCell */
} KsResult;

/*
 * The result of those @cells (KsCell) of @jobs as JSON, logs included; newly
 * allocated.
 */
char *ks_result_json(const KsContext *context, const KsJobs *jobs,
		     GPtrArray *cells);

/*
 * Read a result of another machine, which is trusted for its verdicts and for
 * nothing else: names are names, commits are commits, a word for the table is
 * not that of another verdict.  A usage error names the file and what is wrong.
 */
KsResult *ks_result_load(const char *path, GError **error);
void ks_result_free(KsResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsResult, ks_result_free)

#endif
