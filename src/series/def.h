/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SERIES_DEF_H
#define KS_SERIES_DEF_H

#include "base/context.h"

/* One patch of a series, as its definition says it. */
typedef struct {
	char *id; /* the subsection's name */
	int line; /* where the definition begins */
	char *driver; /* a module of the family; NULL: not named */
	char *patch; /* path of a patch written by hand, or NULL ... */
	char *rule; /* ... name of a file in cocci/, without .cocci */
	char *subject;
	char *message; /* the text below the subject, without sign-off */
	char *chain; /* "poll > ... > function": the budget's way, or NULL */
	char *was; /* with chain: the free that the conversion replaces */
	char **leave; /* "function: reason" of sites that stay, or NULL */
	char **trust; /* the same of sites that need no proof */
} KsPatchDef;

/* A series: ordered patches and a cover letter. */
typedef struct {
	char *name;
	char *dir;
	char *family;
	char *title;
	char *prefix; /* "PATCH net-next" */
	char *change_id; /* as b4 names a series across its revisions */
	guint version;
	char *cover; /* text of the cover letter */
	char **to;
	char **cc;
	GPtrArray *patches; /* KsPatchDef */
} KsSeries;

/*
 * Read series/NAME/series of the data folder, or the folder that @name is the
 * path of.  Every message text and rule is looked up at once, so that a
 * definition is whole or refused: unknown keys, missing files and missing
 * values are usage errors with the file, the line and the remedy.
 */
KsSeries *ks_series_load(const KsContext *context, const char *name,
			 GError **error);
void ks_series_free(KsSeries *series);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSeries, ks_series_free)

#endif
