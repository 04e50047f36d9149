/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SCHED_H
#define KS_SCHED_H

#include <gio/gio.h>
#include <stdbool.h>

/*
 * Runs jobs, each in a thread, by rank and then in the order in which they were
 * added, as far as cores and memory allow.  Each kind has a share of its own, so that a boot
 * does not wait for a build that has nothing to do with it.
 */
typedef struct KsSched KsSched;

typedef enum {
	KS_JOB_COMPILE, /* make -j: all cores */
	KS_JOB_BOOT, /* one core, and the guest's memory */
	KS_JOB_LIGHT, /* git, perl */
	KS_JOB_KINDS,
} KsJobKind;

typedef bool (*KsJobFn)(gpointer data, GError **error);

typedef struct {
	KsJobKind kind;
	guint memory_mib;
	guint rank; /* the lower, the sooner */
	KsJobFn run; /* may add jobs; false stops everything */
	gpointer data; /* not owned */
} KsJob;

/*
 * @cores and @memory_mib are what there is to share; 0: what the machine has
 * now.
 */
KsSched *ks_sched_new(guint cores, guint memory_mib);
void ks_sched_free(KsSched *sched);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSched, ks_sched_free)

/* Add a job; from any thread. */
void ks_sched_add(KsSched *sched, const KsJob *job);

/*
 * Run until no job is left.  When one fails no other is started, those that
 * run are waited for (cancel what they do), and the first error is returned.
 */
bool ks_sched_run(KsSched *sched, GError **error);

#endif
