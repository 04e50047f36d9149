/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SANDBOX_H
#define KS_SANDBOX_H

#include <gio/gio.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/limits.h"

/*
 * What a child that may run code from a patch can see: the system's /usr,
 * read-only, a private /tmp, /proc and /dev, no network, no other process,
 * and the paths named here.  bubblewrap does the work.
 *
 * The child is never root: where kseries runs as root the child is user
 * KS_SANDBOX_UID; else it is the user that kseries runs as.  It has no
 * capability, gains no privilege by exec, and a system call filter
 * (base/seccomp.h).
 */
typedef struct KsSandbox KsSandbox;

/* The ids of Debian's nobody and nogroup, which own nothing on a machine. */
#define KS_SANDBOX_UID 65534
#define KS_SANDBOX_GID 65534

KsSandbox *ks_sandbox_new(void);
void ks_sandbox_free(KsSandbox *sandbox);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSandbox, ks_sandbox_free)

/*
 * Show @path (absolute, kept at the same place) inside, read-only.  Where
 * kseries runs as root everybody must be allowed to read it.
 */
void ks_sandbox_ro(KsSandbox *sandbox, const char *path);

/*
 * Show @path inside and let the child write there.  Where kseries runs as
 * root the folder is given to KS_SANDBOX_UID (ks_sandbox_prepare()).  What is
 * in it afterwards is the work of strangers: read it without following links.
 */
void ks_sandbox_rw(KsSandbox *sandbox, const char *path);

/* The writable paths, NULL-terminated; owned by @sandbox. */
const char *const *ks_sandbox_rw_paths(const KsSandbox *sandbox);

/* The limits, to be changed in place; ks_limits_default() at first. */
KsLimits *ks_sandbox_limits(KsSandbox *sandbox);
const KsLimits *ks_sandbox_get_limits(const KsSandbox *sandbox);

/* Whether children run as KS_SANDBOX_UID, because we are root. */
bool ks_sandbox_drops_user(void);

/*
 * Give @path and all below it to the user of the sandbox, without following
 * links.  Nothing to do, and true, where kseries is not root.
 */
bool ks_sandbox_give(const char *path, GError **error);

/*
 * Make the paths ready: a writable one is given to the user of the sandbox
 * unless its top already belongs to them, a read-only one must be readable.
 * ks_child_run() calls this.
 */
bool ks_sandbox_prepare(const KsSandbox *sandbox, GError **error);

/*
 * Append bwrap and its options to @argv (elements are owned strings); the
 * child's own argv follows.  @cwd is where the child starts, or NULL.
 * @status_fd is the descriptor that bwrap will find open for its status, and
 * @filter_fd that of the system call filter, or -1 where there is none.
 */
void ks_sandbox_append(const KsSandbox *sandbox, const char *cwd, int status_fd,
		       int filter_fd, GPtrArray *argv);

/*
 * Try once whether bubblewrap works on this machine, by running true(1) in an
 * empty sandbox.  The error says how to get it or how to do without.
 */
bool ks_sandbox_probe(GCancellable *cancel, GError **error);

#endif
