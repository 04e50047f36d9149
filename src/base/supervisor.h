/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SUPERVISOR_H
#define KS_SUPERVISOR_H

#include <stdbool.h>

/*
 * To be called between fork and exec (only async-signal-safe calls are made).
 * Splits the process in two: the caller's parent keeps a supervisor, which
 * adopts every orphan below it, waits until all are dead and then ends as the
 * first one did, so that wait4() on it tells the times of all; the call
 * returns in a child of the supervisor, which goes on to exec.
 *
 * Why: bubblewrap ends without waiting for the first process of its
 * namespace, and the times of the whole sandbox would be lost with it.
 *
 * The child dies with the supervisor and is a little nicer than we are.  With @own_users it is moved into a
 * user namespace of its own in which every id is itself: root there may bind
 * any folder and become any user, has no power outside, and the kernel counts
 * the processes of each user anew (RLIMIT_NPROC is per user namespace since
 * Linux 5.14).  That needs to be root.  A failure is told on stderr and ends
 * the child with KS_SUPERVISOR_FAILED.
 */
void ks_supervise(bool own_users);

#define KS_SUPERVISOR_FAILED 125

#endif
