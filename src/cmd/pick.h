/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CMD_PICK_H
#define KS_CMD_PICK_H

#include "base/context.h"

/* What `kseries backport COMMIT|A..B|MBOX` was asked for. */
typedef struct {
	const char *what; /* or NULL, and @from */
	const char *from; /* a tree or a range whose news are looked for */
	const char *to; /* trees, with commas between them */
	const char *family; /* or NULL */
	const char *base; /* of mails: the tree they are for, or NULL */
	const char *output; /* a folder for the mails, or NULL */
} KsPickOptions;

/* Do it and report; an exit status. */
int ks_cmd_pick(KsContext *context, const KsPickOptions *options,
		GError **error);

#endif
