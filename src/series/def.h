/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SERIES_DEF_H
#define KS_SERIES_DEF_H

#include "base/context.h"
#include "series/commit.h"

/* One patch of a series, as its definition says it. */
typedef struct {
	char *id; /* the subsection's name */
	int line; /* where the definition begins */
	char *driver; /* a module of the family, or KS_DRIVER_ALL; NULL: not
		       * named */
	char *patch; /* path of a patch written by hand, or NULL ... */
	char *rule; /* ... name of a file in cocci/, without .cocci */
	char *subject; /* NULL, where kseries writes the rule: its words */
	char *message; /* the text below it, without sign-off; or NULL */
	char *chain; /* "poll > ... > function": the budget's way; or NULL, or
		      * KS_CHAIN_AUDIT: what the audit finds */
	char *was; /* with a chain by hand: the free that the conversion replaces */
	char **leave; /* "function: reason" of sites that stay, or NULL */
	char **trust; /* the same of sites that need no proof */
	/* of a port to another tree: */
	GPtrArray *texts; /* KsNewFile: what the patch makes of them; or NULL */
	char *drop; /* why the patch is left out, by choice; or NULL */
	char *lacks; /* why it cannot be made there; or NULL */
} KsPatchDef;

#define KS_CHAIN_AUDIT "audit"
/* Every driver of the family that no other patch of the same rule names. */
#define KS_DRIVER_ALL "*"

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

/* Whether kseries writes the rule itself, from what the audit has found. */
bool ks_def_is_synthesised(const KsPatchDef *def);

bool ks_def_is_for_all(const KsPatchDef *def);

/* The definition for one driver that @all stands for. */
KsPatchDef *ks_patch_def_for(const KsPatchDef *all, const char *driver);
void ks_patch_def_free(KsPatchDef *def);

/* Whether there is a series of that name, or in the folder of that path. */
bool ks_series_exists(const KsContext *context, const char *name);

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
