/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_OBJECT_H
#define KS_OBJECT_H

#include "base/finding.h"
#include "check/target.h"
#include "tree/blobs.h"

/*
 * What the compiler and sparse said of one object (a .o of kbuild).  It is
 * kept in the target's folder under a name made of everything that decides it:
 * the configuration and tools, the ground of the tree (tree/blobs.h), and the
 * id of each file that the compiler read.  So the commit after one patch and
 * before the next is compiled once, and another order of patches not at all.
 */
typedef struct {
	char *object; /* relative to the O= folder */
	int status; /* 0: compiled; else make failed on it */
	char *log; /* the compiler's words, with objtool's and kernel-doc's */
	char *sparse; /* sparse's words; the last line is "status N" */
	char **deps; /* files that were read; empty if it failed */
	char *id; /* the name that it is kept under; NULL: not kept yet */
} KsObject;

void ks_object_free(KsObject *object);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsObject, ks_object_free)

/*
 * What is known of @object as it is in commit @at, NULL if nothing is (also
 * when the target is to take nothing of earlier runs and this run has not made
 * it).
 */
KsObject *ks_object_load(const KsTarget *target, const KsBlobs *blobs, guint at,
			 const char *object);

/*
 * Keep @object as what it is in commit @at, and set its id.  What failed is
 * kept for exactly this tree, since nothing says what it had read.
 */
bool ks_object_save(KsTarget *target, const KsBlobs *blobs, guint at,
		    KsObject *object, GError **error);

/* The findings in the words of compiler and sparse; @src as of findings. */
GPtrArray *ks_object_warnings(const KsObject *object, const char *src);
GPtrArray *ks_object_sparse(const KsObject *object, const char *src);

/* sparse's exit status, -1 if it did not run to its end. */
int ks_object_sparse_status(const KsObject *object);

/*
 * The line that says best why it failed: the first error of the compiler, else
 * what make itself says; NULL if nothing does.  Newly allocated.
 */
char *ks_object_failure(const KsObject *object, const char *src);
char *ks_build_failure(const char *output, const char *src);

/* Whether the machine failed it and not the sources: disk full, ... */
bool ks_build_is_machine(const char *output);

#endif
