/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TREE_H
#define KS_TREE_H

#include "base/context.h"

/*
 * Kernel trees as commits of our own store.  A tree is an annotated tag
 * refs/trees/NAME: its message says where the tree came from, it points at
 * the commit.  So git takes "refs/trees/NAME" wherever it takes a commit, and
 * a tree is there with all its data or not at all.
 *
 * A source is one of
 *	debian:LINE[=VERSION]	package linux-source-LINE, newest by default
 *	git:PATH[@REV]		a repository of the user's, only read; HEAD
 *	dir:PATH		a folder
 */
typedef struct {
	char *name;
	char *source; /* as above, PATH absolute */
	char *commit; /* 40 digits */
	char *tree; /* 40 digits */
	char *version; /* "6.1.192" by its Makefile; NULL: not a kernel */
	char *package; /* Debian's version "6.1.192-3"; NULL: no package */
	gint64 imported; /* seconds since 1970 */
} KsTree;

void ks_tree_free(KsTree *tree);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsTree, ks_tree_free)

/*
 * Import @source under @name.  A name that is taken is a usage error that says
 * what to type instead.  A kernel's package takes one or two minutes and some
 * 300 MB; a second one of the same line only its difference.  Whatever happens
 * in the middle, the store shows the whole tree or none.
 */
KsTree *ks_tree_add(KsContext *context, const char *name, const char *source,
		    GError **error);

/*
 * The tree of this name, or one that was added from this source
 * ("debian:6.1").  When there is none, a usage error with the trees that are
 * there and the command that adds one.
 */
KsTree *ks_tree_find(KsContext *context, const char *name, GError **error);

/* All trees, sorted by name as versions are; owns its KsTrees. */
GPtrArray *ks_tree_list(KsContext *context, GError **error);

/*
 * Resolve the tree's source again: a newer package, a moved revision, a changed
 * folder.  Returns the tree as it is now; *@changed says whether its files or
 * its version differ from before.
 */
KsTree *ks_tree_update(KsContext *context, const char *name, bool *changed,
		       GError **error);

/*
 * Forget the tree.  Its objects stay in the store until ks_tree_prune():
 * branches made from it go on to work.
 */
bool ks_tree_remove(KsContext *context, const char *name, GError **error);

/*
 * Give back the disk space of what no tree and no branch needs any longer, and
 * let go of what cannot be read any longer: a series on a tree whose repository
 * is gone.  Not to be run while another kseries generates.
 */
bool ks_tree_prune(KsContext *context, GError **error);

/*
 * Whether @path of @commit declares, defines or #defines @symbol, by its text
 * outside comments and function bodies; conditional parts all count.  A tree
 * without @path does not have it.
 */
bool ks_tree_has_symbol(KsContext *context, const char *commit,
			const char *symbol, const char *path, bool *has,
			GError **error);

#endif
