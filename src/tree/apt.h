/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_APT_H
#define KS_APT_H

#include "base/context.h"

/*
 * apt's knowledge of packages: the machine's own, or that of one suite with
 * private state in the home's apt/ folder, which leaves the machine's lists
 * alone.  apt checks all signatures; what is not signed is refused, whatever
 * the machine's configuration allows.
 */
typedef struct KsApt KsApt;

/* The machine's configured suites, with the lists as they are. */
KsApt *ks_apt_machine(KsContext *context);

/*
 * One suite of the mirror @uri.  @keyring signs it; where that file does not
 * exist, apt's trusted keys count.  Fetches nothing yet.
 */
KsApt *ks_apt_private(KsContext *context, const char *uri, const char *suite,
		      const char *component, const char *keyring,
		      GError **error);

void ks_apt_free(KsApt *apt);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsApt, ks_apt_free)

/* "this machine's suites" or the suite's name, for messages. */
const char *ks_apt_name(const KsApt *apt);

/*
 * Fetch the lists of a private suite unless those at hand are younger than
 * @max_age_s.  Nothing is done for the machine's.
 */
bool ks_apt_update(KsApt *apt, gint64 max_age_s, GError **error);

/* The names of packages that match the regular expression @pattern. */
char **ks_apt_search(KsApt *apt, const char *pattern, GError **error);

/* The versions of @package, newest first; empty: not there. */
char **ks_apt_versions(KsApt *apt, const char *package, GError **error);

/*
 * Download a package file into @folder, which must be empty; returns its path,
 * newly allocated.
 */
char *ks_apt_download(KsApt *apt, const char *package, const char *version,
		      const char *folder, GError **error);

/* A mirror that apt is configured with, and the label of what it holds. */
typedef struct {
	char *uri;
	char *label; /* "Debian", "Debian-Security"; NULL: not known */
} KsMirror;

/*
 * Debian's mirrors of this machine, each once; labels are known only where
 * lists were fetched.  Owns its KsMirrors.
 */
GPtrArray *ks_apt_mirrors(KsContext *context, GError **error);

#endif
