// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/error.h"
#include "check/target_private.h"
#include "tree/git.h"

/*
 * The checkout is made and moved by `git read-tree --reset -u` with an index
 * of its own: only what differs is written, a file that is not as the index
 * says is written again, and all others keep their time stamps, by which make
 * decides.  Two notes tell where it stands: "commit", written afterwards, and
 * "moving", which is there while it moves.
 */

static bool git_in_src(KsTarget *target, GError **error,
		       ...) G_GNUC_NULL_TERMINATED;

static bool git_in_src(KsTarget *target, GError **error, ...)
{
	g_autofree char *index = ks_target_path(target, "index");
	g_autofree char *index_env =
		g_strconcat("GIT_INDEX_FILE=", index, NULL);
	g_autofree char *tree_env =
		g_strconcat("GIT_WORK_TREE=", target->src, NULL);
	const char *env[] = {index_env, tree_env, NULL};
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_auto(KsChildResult) result = {0};
	const char *word;
	va_list ap;

	va_start(ap, error);
	while ((word = va_arg(ap, const char *)))
		g_ptr_array_add(argv, (gpointer)word);
	va_end(ap);
	g_ptr_array_add(argv, NULL);
	return ks_git_run(target->context, (const char *const *)argv->pdata,
			  env, NULL, &result, error);
}

/*
 * After a kill a lock may be left.  The index is good, since git renames it
 * into place: a file that it does not match is written again.
 */
static bool repair(KsTarget *target, GError **error)
{
	g_autofree char *lock = ks_target_path(target, "index.lock");

	g_unlink(lock);
	ks_target_drop_note(target, NOTE_COMMIT);
	return ks_mkdir(target->src, error);
}

/* *@lost: what was there before is not known any more. */
static bool read_tree(KsTarget *target, const char *commit, bool *lost,
		      GError **error)
{
	g_autofree char *index = ks_target_path(target, "index");
	g_autoptr(GError) why = NULL;

	if (git_in_src(target, &why, "read-tree", "--reset", "-u", commit,
		       NULL))
		return true;
	if (!g_error_matches(why, KS_ERROR, KS_ERROR_BROKEN) ||
	    !strstr(why->message, "index")) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	/* once more without what may be a damaged index */
	g_unlink(index);
	*lost = true;
	return git_in_src(target, error, "read-tree", "--reset", "-u", commit,
			  NULL);
}

/* The last step of a repair: what is not in the index is not ours. */
static bool clean(KsTarget *target, GError **error)
{
	return git_in_src(target, error, "-C", target->src, "clean", "-ffdxq",
			  NULL);
}

bool ks_target_move(KsTarget *target, const char *commit, GError **error)
{
	g_autofree char *at = ks_target_note(target, NOTE_COMMIT);
	g_autofree char *moving = ks_target_note(target, NOTE_MOVING);
	bool broken = !at || moving;

	if (!broken && g_str_equal(at, commit))
		return true;
	if (broken && !repair(target, error))
		return false;
	if (!ks_target_set_note(target, NOTE_MOVING, commit, error))
		return false;
	if (!read_tree(target, commit, &broken, error) ||
	    (broken && !clean(target, error))) {
		g_prefix_error(error, "%s: checkout of %.12s: ", target->src,
			       commit);
		return false;
	}
	if (!ks_target_set_note(target, NOTE_COMMIT, commit, error))
		return false;
	ks_target_drop_note(target, NOTE_MOVING);
	return true;
}
