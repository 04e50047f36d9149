/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CONTEXT_H
#define KS_CONTEXT_H

#include <gio/gio.h>
#include <stdbool.h>

#include "base/progress.h"

/*
 * What every part of a command needs and none may keep as a global: where
 * things live, how to stop, how to tell the user.
 */
typedef struct {
	char *home; /* $KSERIES_HOME or $XDG_CACHE_HOME/kseries */
	char *data; /* where cocci/, series/, ci/ are */
	bool json; /* results and errors as JSON on stdout */
	bool no_sandbox; /* the user trusts the patches */
	GCancellable *cancel;
	KsProgress *progress;
} KsContext;

/*
 * Find the home and the data folders.  @home_override may be NULL.  Data is
 * $KSERIES_DATA, else the source tree that the program was built in, else
 * PREFIX/share/kseries beside it.  The home is made if it is missing.
 */
KsContext *ks_context_new(const char *home_override, GError **error);
void ks_context_free(KsContext *context);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsContext, ks_context_free)

/* A path below the home; newly allocated. */
char *ks_home_path(const KsContext *context, const char *name,
		   ...) G_GNUC_NULL_TERMINATED;

/* A path below the data folder; newly allocated. */
char *ks_data_path(const KsContext *context, const char *name,
		   ...) G_GNUC_NULL_TERMINATED;

/*
 * A program of our own that is no command: build/NAME in a source tree, NAME in
 * the data folder where it was installed.  Newly allocated.
 */
char *ks_built_path(const KsContext *context, const char *name, GError **error);

/* mkdir -p with an error that names the path and the remedy. */
bool ks_mkdir(const char *path, GError **error);

/* Replace the file at @path in one step. @len -1: @text is a string. */
bool ks_write_file(const char *path, const char *text, gssize len,
		   GError **error);

/* A fresh folder in the home's tmp/; removed with ks_rmtree(). */
char *ks_tmpdir(const KsContext *context, GError **error);

/* Remove a folder of our own and all below it; links are not followed. */
void ks_rmtree(const char *path);

/* ks_rmtree() and g_free(): for g_autoptr-like use through G_DEFINE_AUTO. */
typedef char KsTmpDir;
void ks_tmpdir_free(KsTmpDir *path);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsTmpDir, ks_tmpdir_free)

#endif
