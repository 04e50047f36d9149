/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CHECK_H
#define KS_CHECK_H

#include "base/context.h"
#include "base/finding.h"
#include "base/verdict.h"

/*
 * One patch as the checks see it: two commits of our store, and the mail that
 * carries the difference.
 */
typedef struct {
	guint number; /* in its series, from 1 */
	char *subject;
	char *parent; /* commit ids */
	char *commit; /* NULL: the mail does not apply */
	char *mail; /* path of the format-patch file */
	char *driver; /* module name (e1000), NULL if no driver is named */
	char *family; /* of the series */
	char *tree; /* name of the tree that it was made on */
	char **files; /* paths that the patch changes */
} KsPatch;

void ks_patch_free(KsPatch *patch);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsPatch, ks_patch_free)

/* What came out of one cell (patch x target x check). */
typedef struct {
	KsVerdict verdict;
	char *reason; /* a sentence that a person can act on */
	char *word; /* shown instead of the verdict, e.g. "load" */
	GPtrArray *findings; /* KsFinding, may be empty */
	char *log; /* path of the evidence, or NULL */
} KsOutcome;

KsOutcome *ks_outcome_new(KsVerdict verdict, const char *reason, ...)
	G_GNUC_PRINTF(2, 3);
void ks_outcome_free(KsOutcome *outcome);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsOutcome, ks_outcome_free)

/*
 * The outcome that a GError of a check stands for: a time-out is TIMEOUT,
 * anything else is ERROR, since our side broke.
 */
KsOutcome *ks_outcome_from_error(const GError *error);

/* Everything that a check needs is on the way to it in one of three ways. */
typedef enum {
	KS_CHECK_LIGHT, /* reads mail and trees only */
	KS_CHECK_COMPILED, /* judges what a workshop compiled */
	KS_CHECK_BOOTED, /* boots what a workshop linked */
} KsCheckKind;

/*
 * A light check.  Returns NULL with @error when our side broke (or the user
 * interrupted); everything that is known of the patch is an outcome.  @log_dir
 * exists.  Runs in a thread.
 */
typedef KsOutcome *(*KsCheckFn)(KsContext *context, const KsPatch *patch,
				const char *log_dir, GError **error);

typedef struct {
	const char *name;
	KsCheckKind kind;
	bool reads_mail; /* and not only the two trees */
	bool audits; /* needs what an audit needs */
	KsCheckFn run; /* of light checks */
} KsCheck;

/* The checks in the order in which they are shown, ended by a NULL name. */
const KsCheck *ks_checks(void);

KsOutcome *ks_check_apply(KsContext *context, const KsPatch *patch,
			  const char *log_dir, GError **error);
KsOutcome *ks_check_style(KsContext *context, const KsPatch *patch,
			  const char *log_dir, GError **error);
KsOutcome *ks_check_audit(KsContext *context, const KsPatch *patch,
			  const char *log_dir, GError **error);

#endif
