/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_GEN_FILE_H
#define KS_GEN_FILE_H

#include "series/gen.h"

/*
 * What was generated, as a file of $KSERIES_HOME, with all that a report or a
 * check says of it.  The semantic patches and stories stand with the mails.
 */
bool ks_gen_save(const KsGen *gen, const char *path, GError **error);

/*
 * The same read again; NULL if there is none, or if a mail or a commit of it
 * is gone.  @series and @tree must outlive it.  It has no sender.
 */
KsGen *ks_gen_load(const KsContext *context, const KsSeries *series,
		   const KsTree *tree, const char *path);

#endif
