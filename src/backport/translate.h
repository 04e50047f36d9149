/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TRANSLATE_H
#define KS_TRANSLATE_H

#include "backport/change.h"
#include "backport/dialect.h"

/* A change as the target's authors would have written it. */
typedef struct {
	GPtrArray *files; /* KsChangeFile; the change's own if nothing differs */
	GPtrArray *rules; /* names of the rules that changed a text */
	GPtrArray *doubts; /* texts: where a rule should have, and did not */
} KsTranslation;

/*
 * Translate the @changes (KsChange) to the dialect of the commit @target: an
 * array of a KsTranslation for each.  What is translated is both texts of the
 * functions that a change touches; the rest of a file is the same in both and
 * does not count in a merge.
 *
 * A rule whose symbol ("needs") one of both trees lacks goes that way; where
 * both have it ks_dialect_way() decides.  A pair of texts of which spatch
 * reads only one stays as it is and is a doubt: half translated it would undo
 * or repeat the conversion.
 */
GPtrArray *ks_translate(KsContext *context, const KsDialect *dialect,
			GPtrArray *changes, const char *target, GError **error);

#endif
