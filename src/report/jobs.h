/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JOBS_H
#define KS_JOBS_H

#include "check/run.h"

/*
 * The cells of a series on some targets, written down so that other machines
 * can run them.  A machine that makes the same series on the same trees gets
 * the same commits, and by them it knows that it speaks of the same patches.
 */
typedef struct {
	char *name; /* "6.1-x86_64" */
	char *tree;
	char *version; /* the tree's, may be NULL */
	char *source; /* "debian:6.1=6.1.192-3": what 'kseries tree add' takes */
	char *commit; /* the tree's own */
	char *base; /* what the first patch starts from */
	GPtrArray *left; /* KsLeft */
} KsJobsTarget;

typedef struct {
	char *id; /* "6.1-x86_64:3:build" */
	const KsJobsTarget *target;
	guint number; /* of the patch, from 1 */
	char *subject;
	char *parent;
	char *commit; /* "": the mail does not apply */
	const KsCheck *check;
} KsJobsCell;

typedef struct {
	char *id; /* a checksum of all the rest */
	char *kseries; /* version of the program */
	char *series; /* as 'kseries plan' was told: a name or a path */
	char *title; /* the series' name */
	char *author, *email; /* of the patches: they count in the commits */
	char *date; /* SOURCE_DATE_EPOCH, or NULL: the trees' own dates */
	bool without;
	GPtrArray *targets; /* KsJobsTarget */
	GPtrArray *cells; /* KsJobsCell: by target, patch, check */
	GHashTable *by_id; /* the same */
} KsJobs;

KsJobs *ks_jobs_new(void);
void ks_jobs_free(KsJobs *jobs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsJobs, ks_jobs_free)

/* Add a target; its strings are for the caller to set. */
KsJobsTarget *ks_jobs_add_target(KsJobs *jobs);

/*
 * Add a cell of @target; @patch may have no commit.  False if the plan has it
 * already.
 */
bool ks_jobs_add_cell(KsJobs *jobs, const KsJobsTarget *target,
		      const KsPatch *patch, const KsCheck *check);

/* The checksum that the id has to be; newly allocated. */
char *ks_jobs_sum(const KsJobs *jobs);

/* NULL where there is none. */
const KsJobsTarget *ks_jobs_target(const KsJobs *jobs, const char *name);
const KsJobsCell *ks_jobs_cell(const KsJobs *jobs, const char *id);

/*
 * The cells of the plan that come before this one: nothing of a patch is run
 * before its apply, no boot before its build.  An array that owns nothing.
 */
GPtrArray *ks_jobs_needs(const KsJobs *jobs, const KsJobsCell *cell);

/*
 * The cells that @id means: "TARGET", "TARGET:NUMBER" or
 * "TARGET:NUMBER:CHECK".  An array of KsJobsCell that owns nothing; a usage
 * error that says what there is if it means none.
 */
GPtrArray *ks_jobs_select(const KsJobs *jobs, const char *id, GError **error);

/*
 * Whether @name can be a target's or a tree's: letters, digits and "._+-",
 * not first "." or "-".  Such a name is safe in a path, a shell and an ID.
 */
bool ks_jobs_is_name(const char *name);

/* The plan as JSON; newly allocated. */
char *ks_jobs_json(const KsJobs *jobs);

/*
 * Read a plan; a usage error names the file and the member that is wrong, or
 * says that the plan was changed.
 */
KsJobs *ks_jobs_load(const char *path, GError **error);

/* How many cells are one job of the engine. */
typedef enum {
	KS_JOBS_BY_CELL,
	KS_JOBS_BY_PATCH,
	KS_JOBS_BY_TARGET,
} KsJobsBy;

/*
 * The plan in the words of an engine; newly allocated.
 *
 * gitlab: a child pipeline, which takes plan.json from the job "plan" of its
 * parent.  github: the matrix of a job, one line of JSON for fromJSON(); a
 * usage error beyond the 256 jobs that GitHub allows.  slurm: a shell script
 * that holds the plan and submits itself.
 */
char *ks_jobs_gitlab(const KsJobs *jobs, KsJobsBy by, GError **error);
char *ks_jobs_github(const KsJobs *jobs, KsJobsBy by, GError **error);
char *ks_jobs_slurm(const KsJobs *jobs, KsJobsBy by, GError **error);

#endif
