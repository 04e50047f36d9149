/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FAMILY_H
#define KS_FAMILY_H

#include "base/context.h"

/*
 * A family of drivers is one entry of a file in the syntax of the kernel's
 * MAINTAINERS.  Its name is the entry's title in lower case, without a last
 * word "driver" or "drivers", everything but letters and digits a single dash:
 * "INTEL ETHERNET DRIVERS" is intel-ethernet.
 */
typedef struct {
	char *name;
	char *title;
	int line; /* of the title, 1-based */
	GPtrArray *entries; /* of KsFamilyEntry, in the file's order */
} KsFamily;

/* One line "X:	value" of an entry. */
typedef struct {
	char tag; /* 'M', 'R', 'L', 'S', 'W', 'Q', 'B', 'C', 'P', 'T', 'F', ... */
	char *value;
	int line;
	GRegex *files; /* what an F: or X: matches; else NULL */
} KsFamilyEntry;

void ks_family_free(KsFamily *family);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsFamily, ks_family_free)

/*
 * The families of @text, which is the file @name (for messages: "NAME:LINE:
 * ...").  What stands before the first title, and the kernel's own preamble,
 * is prose.  Owns its KsFamilys.
 */
GPtrArray *ks_family_parse(const char *text, const char *name, GError **error);

/*
 * The family @name of MAINTAINERS-snippet in the data folder; a usage error
 * lists those that are there.
 */
KsFamily *ks_family_load(const KsContext *context, const char *name,
			 GError **error);

/* The values of the lines with this tag, NULL-terminated, owned by the caller. */
char **ks_family_values(const KsFamily *family, char tag);

/*
 * Whether a file is the family's: some F: matches @path and no X: does.  As in
 * MAINTAINERS, a pattern that ends in a slash means everything below, '*' and
 * '?' do not match a slash, '**' does.  N: and K: do not make a file the
 * family's.
 */
bool ks_family_owns(const KsFamily *family, const char *path);

/* The files of @commit that are the family's, sorted, NULL-terminated. */
char **ks_family_files(const KsContext *context, const char *commit,
		       const KsFamily *family, GError **error);

#endif
