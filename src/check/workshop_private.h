/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_WORKSHOP_PRIVATE_H
#define KS_WORKSHOP_PRIVATE_H

#include "check/object.h"
#include "check/target_private.h"
#include "check/visit.h"
#include "check/workshop.h"
#include "tree/blobs.h"

struct KsWorkshop {
	KsContext *context;
	const KsTargetConf *conf;
	KsTarget *target;
	KsBlobs *blobs;
	KsWorkshopWants wants;
	GPtrArray *works; /* KsWork */
	GHashTable *exact; /* "AT OBJECT" that only its own commit gives */
	GHashTable *absent; /* "AT OBJECT" that make does not build */
	GHashTable *before; /* objects that there were before an observed patch */
	bool whole; /* a kernel is there, not only modules_prepare */
	GPtrArray *breaks; /* KsBreak, check/blame.h */
	GHashTable *proven; /* commits, that all was built and linked of */
};

struct KsWork {
	KsWorkshop *workshop;
	const KsPatch *patch;
	guint at; /* its commit; the parent is at - 1 */
	char **files; /* that it changes */
	bool moves_ground; /* changes Makefiles, Kconfig, ... */
	bool wanted, known;
	bool touched; /* by the visit under way */
	gint64 wall_us;
	char **objects; /* that it touches, NULL: not known yet */
	char **observed; /* objects that make rebuilds for it; NULL: not yet */
	GHashTable *linked; /* paths that its link depends on; or NULL */
	GHashTable *link_ids; /* commit -> name, as of @linked */
	char *stage; /* folder */
};

/*
 * What was linked for a patch: vmlinux, its modules, those that they need, and
 * netconsole.  The name of their state in commit @at (owned by the work, until
 * ks_link_forget()), and where else it is the same.  NULL and false while no kernel is there.
 */
const char *ks_link_id(KsWork *work, guint at);
bool ks_link_span(KsWork *work, guint at, KsSpan *span);

/* modpost's words in that state, NULL if it was not linked; newly allocated. */
char *ks_link_load(KsWork *work, guint at);
bool ks_link_save(KsWork *work, guint at, const char *log, GError **error);

/* Those of modpost's words that concern the patch's modules. */
GPtrArray *ks_link_findings(KsWork *work, const char *log);

/* After a visit: dependencies are read anew. */
void ks_link_forget(KsWorkshop *workshop);

/*
 * Copy what the patch's boot needs out of the O= folder, which stands at a
 * commit where it is linked as in @at.
 */
bool ks_stage_make(KsWork *work, guint at, GError **error);
/* The folder of a stage that is there, or NULL; newly allocated. */
char *ks_stage_find(KsWork *work, guint at);

/*
 * The spans that are still to be met for the patches asked for; and whether a
 * result that was not found after a visit elsewhere needs its own commit.
 */
GPtrArray *ks_workshop_spans(KsWorkshop *workshop);

struct KsWords;

/*
 * A patch that moves the ground: which objects make rebuilds after it (owned
 * by the caller, NULL if nobody has seen it), and keeping that.
 */
char **ks_rebuilt_load(const KsWork *work);
bool ks_rebuilt_save(KsWork *work, const struct KsWords *words, GError **error);

/* The first such patch that has to be observed, NULL if there is none. */
KsWork *ks_workshop_unobserved(KsWorkshop *workshop);

/* The file that an object is compiled from; newly allocated. */
char *ks_workshop_source(const KsWorkshop *workshop, const char *object);

/*
 * Visits that no span asked for: compile one object of commit @at; build and
 * link everything of it.  What they say is kept, and who broke it is found.
 */
bool ks_visit_compile(KsWorkshop *workshop, guint at, const char *object,
		      GError **error);
bool ks_visit_everything(KsWorkshop *workshop, guint at, GError **error);

/* The sources of the patch's objects that commit @at has, as objects. */
char **ks_work_objects(KsWork *work, guint at);

#endif
