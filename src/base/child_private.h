/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CHILD_PRIVATE_H
#define KS_CHILD_PRIVATE_H

#include "base/child.h"

/* One run of a child: what ks_child_run() keeps while its loop turns. */
typedef struct {
	const KsChildSpec *spec;
	KsChildResult *result;
	GPid pid;
	int pidfd, in, out, err;
	int status_fd; /* what bwrap says of its sandbox, or -1 */
	gint64 started, deadline;
	guint64 log_size; /* before the child wrote to it */
	KsLimitWatch *limits; /* of a sandbox, or NULL */
	GThread *feeder;
	GError *feed_error;
} KsChildState;

/*
 * Start the child of @run->spec: fills in its pid and descriptors.  @argv
 * (to be freed with g_strfreev()) is what was executed.
 */
bool ks_child_spawn(KsChildState *run, char ***argv, GError **error);

#endif
