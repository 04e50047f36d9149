/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_COMPILE_H
#define KS_COMPILE_H

#include "base/finding.h"
#include "check/target.h"

/*
 * What the compiler and sparse said of some objects of one commit.  Both speak
 * in the same run of make, since each needs the other's work; what they said
 * is kept in the target's folder (states/), so that the commit after one patch
 * and before the next is compiled once.
 */
typedef struct {
	char *dir; /* its folder: make.log, sparse/ */
	bool compiled; /* make ended with 0 */
	char *failure; /* else the first line that says why */
	bool machine; /* ... and it was not the sources: disk full, ... */
	GPtrArray *build; /* KsFinding of compiler, objtool, kernel-doc */
	GPtrArray *link; /* ... of modpost */
	GPtrArray *sparse; /* ... of sparse */
	GPtrArray *objects; /* what was compiled from C (char *) */
	GHashTable *checked; /* object -> exit status of sparse, a string */
} KsCompiled;

void ks_compiled_free(KsCompiled *compiled);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsCompiled, ks_compiled_free)

/*
 * Compile @objects of @commit, all of them and anew unless that is known
 * already.  With @link vmlinux and the modules are linked too, and the target
 * stands at @commit afterwards; without, it must stand at @commit before.
 * Sources that do not compile are a result, not an error.
 */
KsCompiled *ks_compile(KsTarget *target, const char *commit,
		       const char *const *objects, bool link, GError **error);

/*
 * The line of make's output that says best why it failed: the first error of
 * a compiler, else what make itself says.  NULL if nothing does.  @src is the
 * absolute path of the sources, taken off.  Newly allocated.
 */
char *ks_build_failure(const char *output, const char *src);

#endif
