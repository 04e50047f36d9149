// SPDX-License-Identifier: GPL-2.0
#include "check/style_root.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/lock.h"
#include "tree/git.h"

#define DONE ".complete"

/* What checkpatch.pl looks for to know a tree by (top_of_kernel_tree()). */
static const char *const parts[] = {
	"scripts",
	"include",
	"COPYING",
	"CREDITS",
	"Kbuild",
	"MAINTAINERS",
	"Makefile",
	"README",
	"Documentation/devicetree/bindings/vendor-prefixes.yaml",
	"Documentation/dev-tools/checkpatch.rst",
};
static const char *const folders[] = {"Documentation", "arch",
				      "drivers",       "fs",
				      "init",	       "ipc",
				      "kernel",	       "lib"};

/* Those of the parts that the commit has, and a name for what they are. */
static char **present_parts(const KsContext *context, const char *commit,
			    char **name, GError **error)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autoptr(GPtrArray) present = g_ptr_array_new();
	g_auto(KsChildResult) result = {0};
	g_auto(GStrv) lines = NULL;

	g_ptr_array_add(argv, (gpointer) "ls-tree");
	g_ptr_array_add(argv, (gpointer)commit);
	for (guint i = 0; i < G_N_ELEMENTS(parts); i++)
		g_ptr_array_add(argv, (gpointer)parts[i]);
	g_ptr_array_add(argv, NULL);
	if (!ks_git_run(context, (const char *const *)argv->pdata, NULL, NULL,
			&result, error))
		return NULL;
	*name = g_compute_checksum_for_string(G_CHECKSUM_SHA1, result.out->str,
					      -1);
	lines = g_strsplit(result.out->str, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		const char *tab = strchr(lines[i], '\t');

		if (tab)
			g_ptr_array_add(present, g_strdup(tab + 1));
	}
	g_ptr_array_add(present, NULL);
	return (char **)g_ptr_array_free(g_steal_pointer(&present), FALSE);
}

static bool check_out(const KsContext *context, const char *dir,
		      const char *commit, char **present, GError **error)
{
	g_autofree char *index =
		g_strconcat("GIT_INDEX_FILE=", dir, ".index", NULL);
	g_autofree char *tree = g_strconcat("GIT_WORK_TREE=", dir, NULL);
	const char *env[] = {index, tree, NULL};
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_autofree char *done = g_build_filename(dir, DONE, NULL);
	g_autofree char *path = g_strconcat(dir, ".index", NULL);
	g_autofree char *left = g_strconcat(path, ".lock", NULL);

	g_unlink(path);
	g_unlink(left);
	g_ptr_array_add(argv, (gpointer) "checkout");
	g_ptr_array_add(argv, (gpointer)commit);
	g_ptr_array_add(argv, (gpointer) "--");
	for (; *present; present++)
		g_ptr_array_add(argv, *present);
	g_ptr_array_add(argv, NULL);
	for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path = g_build_filename(dir, folders[i], NULL);

		if (!ks_mkdir(path, error))
			return false;
	}
	return ks_git_run(context, (const char *const *)argv->pdata, env, NULL,
			  NULL, error) &&
	       ks_write_file(done, "", 0, error);
}

/* The changed files as they are before the patch; those it adds are not. */
static bool put_files(const KsContext *context, const char *dir,
		      const KsPatch *patch, GError **error)
{
	for (guint i = 0; patch->files && patch->files[i]; i++) {
		g_autofree char *path =
			g_build_filename(dir, patch->files[i], NULL);
		g_autofree char *folder = g_path_get_dirname(path);
		g_autofree char *name =
			g_strconcat(patch->parent, ":", patch->files[i], NULL);
		const char *names[] = {name, NULL};
		g_autoptr(GPtrArray) blobs = ks_git_read(context, names, error);
		GBytes *blob = blobs ? blobs->pdata[0] : NULL;

		if (!blobs)
			return false;
		g_unlink(path);
		if (blob && (!ks_mkdir(folder, error) ||
			     !ks_write_file(path, g_bytes_get_data(blob, NULL),
					    g_bytes_get_size(blob), error)))
			return false;
	}
	return true;
}

KsStyleRoot *ks_style_root_open(KsContext *context, const KsPatch *patch,
				GError **error)
{
	g_autoptr(KsStyleRoot) root = g_new0(KsStyleRoot, 1);
	g_autofree char *base = ks_home_path(context, "style", NULL);
	g_autofree char *name = NULL, *lock = NULL, *done = NULL;
	g_auto(GStrv)
		present = present_parts(context, patch->parent, &name, error);

	root->lock = -1;
	if (!present || !ks_mkdir(base, error))
		return NULL;
	root->dir = g_build_filename(base, name, NULL);
	lock = g_strconcat(root->dir, ".lock", NULL);
	done = g_build_filename(root->dir, DONE, NULL);
	root->lock = ks_lock_take(context, lock, base, error);
	if (root->lock < 0)
		return NULL;
	if (!g_file_test(done, G_FILE_TEST_EXISTS)) {
		ks_rmtree(root->dir);
		if (!ks_mkdir(root->dir, error) ||
		    !check_out(context, root->dir, patch->parent, present,
			       error))
			return NULL;
	}
	return put_files(context, root->dir, patch, error) ?
		       g_steal_pointer(&root) :
		       NULL;
}

void ks_style_root_close(KsStyleRoot *root)
{
	if (root->lock >= 0)
		close(root->lock);
	g_free(root->dir);
	g_free(root);
}
