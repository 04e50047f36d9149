/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_DECLARED_H
#define KS_DECLARED_H

#include "base/context.h"
#include "series/lex.h"

/*
 * What a commit declares, as far as a driver can see it: its own folder and
 * family, the headers of the kernel, and the core that exports functions.
 * Found by git grep and read lexically: no configuration, no compiler, and so
 * right for all of them at once.
 */
typedef struct KsDeclared KsDeclared;

/* One function, prototype or macro with parameters. */
typedef struct {
	const char *file;
	guint line;
	int count; /* of its parameters */
	bool variadic; /* @count is the least */
	char *text; /* of a definition: parameters and body, one blank between
		     * lexemes; NULL of a prototype */
} KsSignature;

/* @commit may be a tree's id.  @files: paths of what is to be brought. */
KsDeclared *ks_declared_new(const KsContext *context, const char *commit,
			    const char *const *files);
void ks_declared_free(KsDeclared *declared);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsDeclared, ks_declared_free)

/* Look for @names (a set of texts), but those that were looked for before. */
bool ks_declared_look(KsDeclared *declared, GHashTable *names, GError **error);

/*
 * Read the files that seem to declare one of @names, in one go: a child for
 * each would take longer than all the rest.
 */
bool ks_declared_fetch(KsDeclared *declared, GHashTable *names, GError **error);

/*
 * Whether the name, which was looked for, stands somewhere that is not one of
 * the files: that it means what is wanted there is more than can be said.
 */
bool ks_declared_seen(const KsDeclared *declared, const char *name);

/*
 * What a call of @name in @file goes to: an array of KsSignature that owns
 * them, empty if unknown.  Nearest first: of the file itself, else of its
 * folder, else of a header, else what the core exports.  There are several
 * where #ifdef chooses.  With @defined only those that have a text.
 */
GPtrArray *ks_declared_signatures(KsDeclared *declared, const char *name,
				  const char *file, bool defined,
				  GError **error);

/* Whether the tag was looked for: if not, ks_declared_struct() knows nothing. */
bool ks_declared_looked(const KsDeclared *declared, const char *name);

/*
 * The text that defines "struct TAG" for @file, and the braces; NULL without
 * an error if it is unknown.  The lexemes belong to @declared.
 */
const KsLex *ks_declared_struct(KsDeclared *declared, const char *tag,
				const char *file, const char **path,
				guint *open, guint *close, GError **error);

#endif
