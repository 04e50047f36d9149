/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RUNNER_PRIVATE_H
#define KS_RUNNER_PRIVATE_H

#include "check/db.h"
#include "check/key.h"
#include "check/runner.h"
#include "check/sched.h"
#include "check/workshop.h"

/* One run under way. */
typedef struct {
	KsContext *context;
	const KsPlan *plan;
	KsDb *db;
	KsRun *run;
	KsKeys *keys;
	KsSched *sched;
	GPtrArray *places; /* Place, one a target */
	GMutex lock; /* over all that follows, and the cells' outcomes */
	GHashTable *leaders; /* key -> the Job that decides it */
	guint done;
	bool linked; /* the plan has boots: modules are linked */
} Runner;

typedef struct Place Place;

/* One cell, and what it needs. */
typedef struct {
	Runner *runner;
	Place *place;
	const KsPatch *patch;
	const KsCheck *check;
	KsCell *cell;
	gint64 expected_us;
	GPtrArray *followers; /* Job: the same key, decided by this one */
	char *stage; /* of a boot */
} Job;

/* One target of the run, and its workshop while it is needed. */
struct Place {
	Runner *runner;
	const KsPlanTarget *target;
	guint rank; /* of its jobs */
	GPtrArray *jobs; /* Job, patch by patch, check by check */
	KsWorkshop *workshop;
	bool started; /* it has something to compile or to boot */
	guint waiting; /* what has to be over before the first visit */
};

/*
 * The cell is decided: store it, with those that follow it, and let what waits
 * for it begin.  @outcome is taken over.
 */
bool ks_job_finish(Job *job, KsOutcome *outcome, gint64 wall_us, bool reused,
		   GError **error);

/* The folder of a cell's logs; newly allocated. */
char *ks_job_dir(const Job *job, GError **error);

/* "6.1-x86_64 3 i40e: build" */
char *ks_job_title(const Job *job);

/* What the job's check says; @dir is for its logs. */
typedef KsOutcome *(*KsJobCheckFn)(Job *job, const char *dir, GError **error);

/* Run it as a task that is shown; NULL only as of ks_job_outcome(). */
KsOutcome *ks_job_run(Job *job, KsJobCheckFn check, GError **error);

/*
 * What a check came to: its outcome, or the one that its error @why stands for;
 * NULL with @error when the user interrupted.
 */
KsOutcome *ks_job_outcome(KsOutcome *outcome, GError *why, GError **error);

/* Begin with the compiled and booted cells of the place. */
void ks_place_start(Place *place);

/* A cell that the place waits for is decided. */
void ks_place_unblock(Place *place);

/* The job of the same patch and target with another check, NULL if none. */
Job *ks_job_sibling(const Job *job, const char *check);

/* Why the cell need not run: an earlier check of its patch; NULL: it must. */
KsOutcome *ks_job_blocked(const Job *job);

#endif
