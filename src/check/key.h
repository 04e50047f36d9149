/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_KEY_H
#define KS_KEY_H

#include "check/check.h"
#include "check/targetconf.h"

/*
 * What decides verdicts beside the patches, found once for a run: our own
 * checks, the versions of the tools, the devices.
 */
typedef struct KsKeys KsKeys;

KsKeys *ks_keys_new(KsContext *context);
void ks_keys_free(KsKeys *keys);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsKeys, ks_keys_free)

/*
 * The key of a cell: the trees before and after, the mail where the check
 * reads it, the target unless the check is the same on all of them, and
 * whether modules are @linked.  The same key, the same verdict.  Newly
 * allocated.
 */
char *ks_keys_cell(KsKeys *keys, const KsTargetConf *conf, const KsPatch *patch,
		   const KsCheck *check, bool linked, GError **error);

/*
 * The name of what a boot is given: the stage, by its name, the guest, QEMU
 * and the device.
 */
char *ks_keys_boot(KsKeys *keys, const KsTargetConf *conf, const KsPatch *patch,
		   const char *stage, GError **error);

#endif
