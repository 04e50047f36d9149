/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JOBS_PRIVATE_H
#define KS_JOBS_PRIVATE_H

#include "report/jobs.h"
#include "report/jobs_input.h"
#include "report/json_writer.h"

/* Patches that a series can have at most, in files that are read. */
#define KS_JOBS_MAX_PATCHES 99999

/* The member "targets" of a plan and of a result. */
void ks_jobs_write_targets(KsJsonWriter *json, const KsJobs *jobs);
bool ks_jobs_read_targets(KsInput *input, KsJobs *jobs);

/* The member "commit": 40 digits, or nothing. */
const char *ks_jobs_read_commit(KsInput *input, JsonObject *object);

/* The check of this name, NULL if there is none. */
const KsCheck *ks_jobs_check(const char *name);

/* What an engine runs at once. */
typedef struct {
	char *id; /* for 'kseries cell' */
	char *slug; /* the same as a file's name */
	char *title; /* for people; one line */
	const KsJobsCell *cell; /* the first of it */
} KsJobsUnit;

/* An array that owns its KsJobsUnit. */
GPtrArray *ks_jobs_units(const KsJobs *jobs, KsJobsBy by);

#endif
