/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SOURCE_H
#define KS_SOURCE_H

#include "base/context.h"

/* Where a tree comes from, as the user writes it (tree.h has the syntax). */
typedef enum {
	KS_SOURCE_DEBIAN,
	KS_SOURCE_GIT,
	KS_SOURCE_DIR,
} KsSourceKind;

typedef struct {
	KsSourceKind kind;
	char *text; /* normalised: paths are absolute */
	char *from; /* the package's line ("6.1") or the path */
	char *at; /* the package's version or the revision; may be NULL */
} KsSource;

/* A usage error quotes @text and shows the three forms. */
KsSource *ks_source_parse(const char *text, GError **error);
void ks_source_free(KsSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsSource, ks_source_free)

/* What a source gave. */
typedef struct {
	char *commit; /* in our store, or in a repository that it borrows from */
	char *package; /* Debian's version, or NULL */
} KsFetched;

void ks_fetched_clear(KsFetched *fetched);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(KsFetched, ks_fetched_clear)

/*
 * Bring the source's files into the store.  @have is the package version that
 * is in the store already, or NULL: when it is still the right one, nothing is
 * fetched and fetched->commit is NULL.  The caller holds the store's lock.
 */
bool ks_source_fetch(KsContext *context, const KsSource *source,
		     const char *have, KsFetched *fetched, GError **error);

/* One for each kind; the same contract. */
bool ks_source_fetch_debian(KsContext *context, const KsSource *source,
			    const char *have, KsFetched *fetched,
			    GError **error);
/*
 * The place that has the package of @source in the version source->at; its
 * errors are those of a fetch.  The caller holds the store's lock.
 */
struct KsApt *ks_source_locate_debian(KsContext *context,
				      const KsSource *source, GError **error);
bool ks_source_fetch_git(KsContext *context, const KsSource *source,
			 KsFetched *fetched, GError **error);
bool ks_source_fetch_dir(KsContext *context, const KsSource *source,
			 KsFetched *fetched, GError **error);

/*
 * The object folder of the git repository that contains @path (absolute,
 * newly allocated).
 */
char *ks_source_git_objects(KsContext *context, const char *path,
			    GError **error);

#endif
