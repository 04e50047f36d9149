/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_STABLE_H
#define KS_STABLE_H

#include "backport/change.h"
#include "series/commit.h"

/* A change that is to become a commit of another kernel. */
typedef struct {
	const KsChange *change;
	const char *what; /* what the user named: "6.1.170..6.1" */
	const char *note; /* of what was changed on the way; NULL: nothing */
	const char *tree, *parent; /* ids */
	const KsIdentity *sender;
	gint64 date; /* of the committer, and of who has no other */
} KsStableSpec;

/*
 * Whether a line of @messages says that it is of the upstream commit @id; NULL:
 * of any.  A shortened id of twelve digits or more counts.
 */
bool ks_stable_names_origin(const char *messages, const char *id);

/*
 * The message of a commit as it goes to stable: "commit ID upstream." first
 * unless it names its origin already or came by mail, then its own text and trailers, the note
 * in brackets and the sender's sign-off.  @message is the original's, subject
 * first.
 */
char *ks_stable_message(const KsStableSpec *spec, const char *message);

/*
 * Write the commit, with its author and the author's date; its id.  What was
 * cut from snapshots has no author: it is the tool's, and not signed.
 */
char *ks_stable_commit(const KsContext *context, const KsStableSpec *spec,
		       GError **error);

#endif
