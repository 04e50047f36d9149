/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_BOOT_JUDGE_H
#define KS_BOOT_JUDGE_H

#include <glib.h>

#include "base/ktap.h"
#include "base/verdict.h"

/* How a boot came to its end. */
typedef enum {
	KS_BOOT_ENDED, /* QEMU ended by itself; see its status */
	KS_BOOT_PANIC, /* the rest: we ended it */
	KS_BOOT_SILENT,
	KS_BOOT_FLOOD,
	KS_BOOT_LATE,
	KS_BOOT_TIMEOUT,
} KsBootEnd;

/* Everything the verdict of a boot follows from. */
typedef struct {
	KsBootEnd end;
	int status; /* of QEMU, as in KsChildResult */
	guint limit_s; /* of KS_BOOT_SILENT and KS_BOOT_TIMEOUT */
	const char *console;
	const char *qemu; /* what QEMU itself said on stderr */
	const KsKtap *report;
} KsBootEvidence;

/*
 * The verdict; *reason is newly allocated.  PASS needs all of: a whole report
 * with the right nonce and no failed test, a console without a splat, and a
 * status of QEMU that agrees.  What went wrong before the driver was loaded is
 * ERROR: it says nothing of a patch.
 */
KsVerdict ks_boot_judge(const KsBootEvidence *evidence, char **reason);

#endif
