/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_POSTING_H
#define KS_POSTING_H

#include "base/context.h"

/*
 * "No more than 15 patches" in a posting: Documentation/process/
 * maintainer-netdev.rst.
 */
#define KS_POSTING_MAX 15

/* What is sent as one thread: a branch that starts from the series' base. */
typedef struct {
	char *name; /* its group, "GROUP-2", ...; NULL: the series is one */
	char *group;
	char *branch; /* full name of its ref */
	char *tip; /* the last patch's commit, or the base */
	char *dir; /* folder of its mails, once written */
	guint patches;
} KsPosting;

KsPosting *ks_posting_new(const char *group, guint part, const char *branch,
			  const char *base);
void ks_posting_free(gpointer posting);

/*
 * The vendor of a driver in @dir: "intel" of drivers/net/ethernet/intel/ice,
 * "wireless-ath" of drivers/net/wireless/ath/ath9k, "usb" of drivers/net/usb.
 */
char *ks_posting_group(const char *dir);

/*
 * Let the branches of @postings point at what was made and refs/bases/... at
 * @base; a branch of the series that no posting has any more goes.  @branch is that of the whole series, refs/heads/...
 */
bool ks_postings_publish(const KsContext *context, const GPtrArray *postings,
			 const char *branch, const char *base, GError **error);

#endif
