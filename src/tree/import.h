/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_IMPORT_H
#define KS_IMPORT_H

#include "base/context.h"

/*
 * Writes a whole tree of files as one commit without a parent into the store,
 * through git fast-import, without a checkout.  New objects are kept apart
 * until the import is complete, and blobs that the store's packs hold are not
 * stored again.  The user's repositories (alternates) do not count: an imported
 * tree must survive them.
 *
 * The same files with the same times and message give the same commit.
 */
typedef struct KsImport KsImport;

/* Hands over all files, in any order; runs in a thread of its own. */
typedef bool (*KsImportFill)(KsImport *import, gpointer data, GError **error);

/*
 * Run one import; returns the commit's id (owned by the caller).  The caller
 * holds the store's lock.
 */
char *ks_import_run(const KsContext *context, KsImportFill fill, gpointer data,
		    GError **error);

/*
 * Begin a file: @path is relative to the tree's top; @mode is of stat(2), of
 * which its type (file or symbolic link) and the owner's exec bit count;
 * @mtime is in seconds.  Exactly @size bytes follow through
 * ks_import_write(); a link's are its target.
 */
bool ks_import_file(KsImport *import, const char *path, guint mode,
		    guint64 size, gint64 mtime, GError **error);
bool ks_import_write(KsImport *import, const void *bytes, gsize size,
		     GError **error);

/* @path is another name of the file @target, which was handed over before. */
bool ks_import_hardlink(KsImport *import, const char *path, const char *target,
			GError **error);

/* The commit's message, to be set before the fill ends. */
void ks_import_message(KsImport *import, const char *format, ...)
	G_GNUC_PRINTF(2, 3);

/*
 * A name as fast-import takes it: quoted in C's manner when it has to be
 * (newly allocated).
 */
char *ks_import_quote(const char *path);

#endif
