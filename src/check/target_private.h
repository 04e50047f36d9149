/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TARGET_PRIVATE_H
#define KS_TARGET_PRIVATE_H

#include "check/cone.h"
#include "check/target.h"
#include "check/targetconf.h"

struct KsTarget {
	KsContext *context;
	const KsTargetConf *conf;
	char *name;
	char *dir; /* build/NAME in the home; src, obj and notes below it */
	char *src;
	char *obj;
	int lock;
	GPtrArray *symbols; /* KsSymbol, as asked */
	char *config; /* the text that KCONFIG_ALLCONFIG reads */
	char *identity; /* NULL before ks_target_prepare() */
	KsCone *cone;
	bool fresh; /* take no results of earlier runs */
	GHashTable *folders; /* to build modules in (check/dist.h), or NULL */
	GHashTable *made; /* paths of the results of this run */
};

/* The names of notes, see ks_target_note(). */
#define NOTE_COMMIT   "commit"
#define NOTE_MOVING   "moving"
#define NOTE_KERNEL   "kernel"
#define NOTE_STAND    "stand"
#define NOTE_LOOSE    "loose"
#define NOTE_MAKING   "making"
#define NOTE_PREPARED "prepared"
#define NOTE_OBJECTS  "objects"
#define NOTE_DIST     "dist"
#define NOTE_STALE    "stale"
#define NOTE_FOLDERS  "folders"

/* A file of notes below the target's folder; newly allocated. */
char *ks_target_path(const KsTarget *target, const char *name);

/*
 * The one-line note NAME, or NULL if there is none; newly allocated.  Notes
 * are what a target knows of itself: "commit" and "moving" (the checkout),
 * "kernel" (configuration and compiler of what is in obj), "stand" (the commit
 * that vmlinux and all modules are built from), "loose" (objects of other
 * commits are there), "making" (make runs, or was killed), "prepared" (what
 * modules_prepare was run for), "objects" (their number); and of a
 * distribution's kernel "dist" (what was unpacked), "stale" and "folders".
 */
char *ks_target_note(const KsTarget *target, const char *name);
bool ks_target_set_note(const KsTarget *target, const char *name,
			const char *text, GError **error);
void ks_target_drop_note(const KsTarget *target, const char *name);

/* One run of make. */
typedef struct {
	const char *const *words; /* goals and variables */
	const char *const *env; /* "NAME=value", or NULL */
	const char *log; /* appended to */
	const char *rw; /* a folder to show writable, or NULL */
	guint timeout_s;
	KsChildWatch watch;
	gpointer watch_data;
} KsMake;

/*
 * Run make in the checkout with the O= folder, in the sandbox, always with the
 * same W=, time stamp, user and host, so that no command line ever differs.
 * False only as of ks_child_run(): make's own failure is in result->status.
 */
bool ks_target_run_make(KsTarget *target, const KsMake *make,
			KsChildResult *result, GError **error);

/*
 * Move to @commit and run make's goals that bring vmlinux and the modules
 * there, with the words and the rest of @make beside them; with @force even if
 * they should be there.  On success the target stands at @commit.  False only
 * as of ks_child_run(); without a run result->status is 0.
 */
bool ks_target_bring(KsTarget *target, const char *commit, bool force,
		     const KsMake *make, KsChildResult *result, GError **error);

/*
 * After a make that was killed: take away all that it wrote, since it may be
 * half written and would be believed.
 */
bool ks_target_mend(KsTarget *target, GError **error);

/*
 * Results are files below the target's folder, each named after all that
 * decides it.  Whether one may be used: not an earlier run's with --fresh.
 */
bool ks_target_may_use(const KsTarget *target, const char *path);

/* It is this run's own. */
void ks_target_made(KsTarget *target, const char *path);

/* Write a result, with its folder; it is this run's own then. */
bool ks_target_keep(KsTarget *target, const char *path, const char *text,
		    gssize len, GError **error);

/* Objects of a commit, to be compiled and checked anew. */
typedef struct {
	const char *commit;
	const char *const *objects;
	bool link; /* and vmlinux and all modules to be as in the commit */
} KsRebuild;

struct KsWords;

/*
 * Move to the commit and compile the objects with W=1 and C=1, whatever was
 * compiled before.  What make said, told apart; *@status is make's.  NULL only
 * as of ks_child_run(), or when a configuration does not come out as asked
 * (KS_ERROR_USAGE).
 */
struct KsWords *ks_target_rebuild(KsTarget *target, const KsRebuild *rebuild,
				  int *status, GError **error);

/*
 * Note that objects will be there that are not of the commit that the target
 * stands at: modules only, or also of vmlinux.
 */
bool ks_target_loosen(KsTarget *target, bool builtin, GError **error);

/* The image that boots, NULL if none does; newly allocated. */
char *ks_target_image(const KsTarget *target);

#endif
