/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_LIMITS_H
#define KS_LIMITS_H

#include <glib.h>
#include <stdbool.h>
#include <sys/types.h>

/*
 * What one sandbox may use, all its processes together.  0 in a field allows
 * nothing; there is no "without a limit".
 */
typedef struct {
	guint processes; /* processes and threads at a time */
	guint64 memory; /* bytes that processes have for themselves */
	guint64 tmp; /* bytes of the private /tmp, which is memory too */
	guint64 file; /* bytes of one file, the log included */
	guint64 disk; /* bytes written to the writable paths and still held */
	guint files; /* files made in each writable path, and in /tmp */
} KsLimits;

/*
 * Four times what a build of a whole kernel with debug information and one job
 * per processor was seen to need, and more.
 */
KsLimits ks_limits_default(void);

/*
 * Watches the limits that the kernel does not count for a group of processes.
 * A look at totals of the machine is cheap and done on every tick; the
 * sandbox itself is looked through once a second, and at once when a total
 * says that something grows fast.
 */
typedef struct KsLimitWatch KsLimitWatch;

/*
 * @rw (NULL-terminated) are the writable paths; both are kept by reference.
 * The time of the call is the start of what counts as written.
 */
KsLimitWatch *ks_limit_watch_new(const KsLimits *limits, const char *const *rw);
void ks_limit_watch_free(KsLimitWatch *watch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsLimitWatch, ks_limit_watch_free)

/*
 * To be called about every 100 ms.  All processes below @root are the
 * sandbox's.  False when a limit was hit, with @reason what was (newly
 * allocated), e.g. "more than 512 processes".
 */
bool ks_limit_watch_tick(KsLimitWatch *watch, pid_t root, char **reason);

/* Microseconds of processor time that the sandbox had used when last seen. */
gint64 ks_limit_watch_cpu_us(const KsLimitWatch *watch);

#endif
