/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TARGET_H
#define KS_TARGET_H

#include "base/child.h"
#include "base/context.h"

/*
 * A place where patches are compiled: build/NAME/ in the home, with a checkout
 * (src), an O= folder (obj) and a kernel that was built once from the series'
 * base.  A checkout moves between commits by writing the few files that
 * differ.  One kseries at a time works in it (a lock file; others wait).
 */
typedef struct KsTarget KsTarget;

/* Open and lock; nothing is checked out or built yet. */
KsTarget *ks_target_open(KsContext *context, const char *name, GError **error);
void ks_target_close(KsTarget *target);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsTarget, ks_target_close)

const char *ks_target_name(const KsTarget *target);
const char *ks_target_src(const KsTarget *target); /* absolute paths */
const char *ks_target_obj(const KsTarget *target);

/*
 * Have a kernel: check out @commit, configure from the fragments (paths of
 * ci/config files), verify that every asked symbol came out as asked, build
 * vmlinux and all modules.  Everything that is there already with the same
 * configuration and compiler is kept; a stamp tells, written last.  When all
 * that has changed since is part of modules, nothing is done: the checks build
 * what they need.
 */
bool ks_target_prepare(KsTarget *target, const char *commit,
		       const char *const *fragments, GError **error);

/*
 * Move the checkout to @commit of the store: only differing files are written,
 * the others keep their time stamps.
 */
bool ks_target_move(KsTarget *target, const char *commit, GError **error);

/*
 * Move to @commit and have vmlinux and all modules as its sources say; nothing
 * is run if they are.  Output goes to @log.  A commit that does not compile is
 * an error here (the build check is what judges a patch).
 */
bool ks_target_build(KsTarget *target, const char *commit, const char *log,
		     GError **error);

/*
 * The absolute path of the built module @name (e1000), NULL with a usage error
 * if the configuration does not build it.  Newly allocated.
 */
char *ks_target_module(KsTarget *target, const char *name, GError **error);

/*
 * What must be compiled when @files change, by the compiled kernel's own
 * dependency files: object paths relative to the O= folder
 * (drivers/net/.../x.o), NULL-terminated, sorted.  A changed Kconfig or
 * Makefile names all objects below its folder, a C file that nothing was
 * compiled from those of its folder.
 */
char **ks_target_cone(KsTarget *target, const char *const *files,
		      GError **error);

/*
 * The module files (.ko, relative to O=) that the objects are linked into,
 * sorted; objects of vmlinux have none.
 */
char **ks_target_modules(KsTarget *target, const char *const *objects,
			 GError **error);

/*
 * Run make in the checkout with the O= folder, in the sandbox, always with the
 * same W=, time stamp, user and host, so that no command line ever differs:
 * @words are goals and variables.  Output is appended to @log.  False only as
 * of ks_child_run(): make's own failure is in result->status.
 */
bool ks_target_make(KsTarget *target, const char *const *words, const char *log,
		    KsChildResult *result, GError **error);

/*
 * A word for cache keys: configuration, compiler and tool versions.  NULL
 * before ks_target_prepare().
 */
const char *ks_target_identity(const KsTarget *target);

#endif
