/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_WORKSHOP_H
#define KS_WORKSHOP_H

#include "check/check.h"
#include "check/targetconf.h"

/*
 * Where the patches of a series are compiled for one target.  It builds no
 * commit twice and visits as few as it can: an object that is the same in
 * several commits is compiled in one of them, and one whose files are as in an
 * earlier run is not compiled at all (check/object.h).  One visit compiles
 * objects of several patches; what it says is told apart by object.
 *
 * A workshop holds its target's lock.  One thread at a time.
 */
typedef struct KsWorkshop KsWorkshop;

/* One patch in it. */
typedef struct KsWork KsWork;

typedef struct {
	bool link; /* link modules, for build's verdict or a boot */
	bool boot; /* keep what a boot needs */
	bool fresh; /* take no results of earlier runs */
} KsWorkshopWants;

/*
 * @base is the commit that the first patch starts from, @patches (KsPatch,
 * must outlive it) follow each other; those without a commit are left out.
 */
KsWorkshop *ks_workshop_open(KsContext *context, const KsTargetConf *conf,
			     const char *base, GPtrArray *patches,
			     KsWorkshopWants wants, GError **error);
void ks_workshop_close(KsWorkshop *workshop);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsWorkshop, ks_workshop_close)

/*
 * Have a configured tree, and with wants.link a kernel; minutes the first
 * time.  Without, a kernel is built only if a patch cannot be judged by its
 * own objects.
 */
bool ks_workshop_prepare(KsWorkshop *workshop, KsTask *task, GError **error);

/* The work of a patch, NULL if it has no commit. */
KsWork *ks_workshop_work(KsWorkshop *workshop, const KsPatch *patch);

/* Ask for a patch; others are compiled only as far as this needs. */
void ks_work_want(KsWork *work);

/*
 * Make one visit that the patches asked for still need.  *@more is false when
 * there was nothing to do.  False when our side broke; what the sources or the
 * patch are to blame for is told by the verdicts.
 */
bool ks_workshop_visit(KsWorkshop *workshop, KsTask *task, bool *more,
		       GError **error);

/* Whether all that the verdicts of the patch need is known. */
bool ks_work_ready(KsWork *work);

/* The verdicts of a patch that is ready. */
KsOutcome *ks_check_build(KsWork *work, const char *log_dir, GError **error);
KsOutcome *ks_check_sparse(KsWork *work, const char *log_dir, GError **error);

/* Whether nothing had to be compiled for it in this run. */
bool ks_work_was_known(const KsWork *work);

/* The patch's part of the time that visits took, in microseconds. */
gint64 ks_work_wall_us(const KsWork *work);

/*
 * The folder with the kernel and modules to boot (check/stage.h), NULL if the
 * patch does not link.
 */
const char *ks_work_stage(KsWork *work);

#endif
