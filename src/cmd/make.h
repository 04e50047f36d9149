/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_CMD_MAKE_H
#define KS_CMD_MAKE_H

#include "series/gen.h"

/*
 * Make @series on @tree, gated by the audit, or take what is known of it.  Mails
 * in a folder of the user's, @output, are written anew each time; NULL: they
 * stay in the home.  @without as of ks_gen_run().
 */
KsGen *ks_cmd_make(KsContext *context, const KsSeries *series,
		   const KsTree *tree, bool without, const char *output,
		   GError **error);

/* Something could not be made, and not because it is done already. */
bool ks_cmd_wants(const KsGen *gen);

#endif
