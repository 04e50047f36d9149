/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GIT_H
#define KS_GIT_H

#include "base/child.h"
#include "base/context.h"

/*
 * git's plumbing on our own bare store, $KSERIES_HOME/trees.git.  The user's
 * and the system's git configuration are not read, so that a diff.noprefix of
 * somebody cannot change what kseries makes.
 */

/* Make the store if it is not there yet. */
bool ks_git_init(const KsContext *context, GError **error);

/*
 * Run git with these words; NULL ends them.  Returns its standard output
 * without the last newline (owned by the caller), NULL on any failure.
 */
char *ks_git(const KsContext *context, GError **error,
	     ...) G_GNUC_NULL_TERMINATED;

/*
 * The general form.  @argv are the words after `git`; @env is added to the
 * environment (for example GIT_INDEX_FILE, GIT_WORK_TREE); @input may be NULL.
 * False unless git ended with 0.  @result is as of ks_child_check().
 */
bool ks_git_run(const KsContext *context, const char *const *argv,
		const char *const *env, GBytes *input, KsChildResult *result,
		GError **error);

/*
 * The same with an input that does not fit into memory: @feed writes it, in a
 * thread of its own.  Up to an hour.
 */
bool ks_git_feed(const KsContext *context, const char *const *argv,
		 const char *const *env, KsChildFeed feed, gpointer data,
		 KsChildResult *result, GError **error);

/*
 * Read blobs: @names are object names as git takes them ("COMMIT:path").
 * The array holds a GBytes for each, NULL for one that is not there.
 */
GPtrArray *ks_git_read(const KsContext *context, const char *const *names,
		       GError **error);

/* One blob; NULL without an error is not possible: a missing one is an error. */
GBytes *ks_git_read_one(const KsContext *context, const char *name,
			GError **error);

/* The paths that differ between two commits, NULL-terminated. */
char **ks_git_changed(const KsContext *context, const char *from,
		      const char *to, GError **error);

/* All files of a commit, sorted, NULL-terminated. */
char **ks_git_files(const KsContext *context, const char *commit,
		    GError **error);

/* Feed @stream to fast-import in the store. */
bool ks_git_fast_import(const KsContext *context, GBytes *stream,
			GError **error);

#endif
