/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_BOOT_CHECK_H
#define KS_BOOT_CHECK_H

#include "check/check.h"
#include "check/targetconf.h"

/*
 * Boot the stage (a folder, check/stage.h) of a patch that names a driver, as
 * the target says, and judge.  NULL as of a light check.
 */
KsOutcome *ks_check_boot(KsContext *context, const KsTargetConf *conf,
			 const char *stage, const KsPatch *patch,
			 const char *log_dir, GError **error);

#endif
