/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SANDBOX_H
#define KS_SANDBOX_H

#include <gio/gio.h>
#include <stdbool.h>

/*
 * What a child that may run code from a patch can see: the system's /usr,
 * read-only, a private /tmp, /proc and /dev, no network, no other process,
 * and the paths named here.  bubblewrap does the work.
 */
typedef struct KsSandbox KsSandbox;

KsSandbox *ks_sandbox_new(void);
void ks_sandbox_free(KsSandbox *sandbox);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSandbox, ks_sandbox_free)

/* Show @path (absolute, kept at the same place) inside, read-only. */
void ks_sandbox_ro(KsSandbox *sandbox, const char *path);

/* Show @path inside and let the child write there. */
void ks_sandbox_rw(KsSandbox *sandbox, const char *path);

/*
 * Append bwrap and its options to @argv (elements are owned strings); the
 * child's own argv follows.  @cwd is where the child starts, or NULL.
 */
void ks_sandbox_append(const KsSandbox *sandbox, const char *cwd,
		       GPtrArray *argv);

/*
 * Try once whether bubblewrap works on this machine, by running true(1) in an
 * empty sandbox.  The error says how to get it or how to do without.
 */
bool ks_sandbox_probe(GCancellable *cancel, GError **error);

#endif
