/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_WALK_H
#define KS_WALK_H

#include <glib.h>
#include <stdbool.h>
#include <sys/stat.h>

/*
 * Called for everything below a folder, a folder after what is in it, and
 * for the top last.  @name is relative to the open folder @dir; @st is that
 * of a link itself.  False ends the walk.
 */
typedef bool (*KsWalkVisit)(int dir, const char *name, const struct stat *st,
			    gpointer data);

/* A chain of folders longer than this is nobody's build. */
#define KS_WALK_DEPTH 100

/*
 * Visit @path and all below it, following no link, also while others change
 * it: what vanishes meanwhile is left out.  False with an error when
 * something cannot be read or lies more than KS_WALK_DEPTH folders deep
 * (KS_ERROR_LIMIT); false without one when @visit ended the walk.
 */
bool ks_walk(const char *path, KsWalkVisit visit, gpointer data,
	     GError **error);

#endif
