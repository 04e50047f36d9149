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

const char *ks_target_src(const KsTarget *target); /* absolute */

/*
 * Read the configuration that the target's conf asks for, and the versions of
 * its tools.
 */
bool ks_target_configure(KsTarget *target, GError **error);

/* Whether a kernel was built here with this configuration and these tools. */
bool ks_target_has_kernel(const KsTarget *target);

/*
 * Have a kernel: check out @commit, configure, verify that every asked symbol
 * came out as asked, build the image and all modules.  Everything that is
 * there already with the same configuration and compiler is kept; a stamp
 * tells, written last.  When all that has changed since is part of modules,
 * nothing is done: the checks build what they need.  @task may be NULL.
 */
bool ks_target_prepare(KsTarget *target, const char *commit, KsTask *task,
		       GError **error);

/* Have only what compiling an object of a module needs (modules_prepare). */
bool ks_target_prepare_objects(KsTarget *target, const char *commit,
			       KsTask *task, GError **error);

/*
 * Move the checkout to @commit of the store: only differing files are written,
 * the others keep their time stamps.
 */
bool ks_target_move(KsTarget *target, const char *commit, GError **error);

/*
 * The absolute path of the built module @name (e1000), NULL with a usage error
 * if the configuration does not build it.  Newly allocated.
 */
char *ks_target_module(KsTarget *target, const char *name, GError **error);

#endif
