// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "tree/source.h"
#include "tree/store.h"

#define GIT_TIMEOUT_S 60

/*
 * git in the user's repository, with the user's configuration: a repository of
 * somebody else's is opened only where safe.directory says so.
 */
static char *git(KsContext *context, const char *path, const char *const *words,
		 bool *found, GError **error)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_auto(KsChildResult) result = {0};
	KsChildSpec spec = {.timeout_s = GIT_TIMEOUT_S,
			    .cancel = context->cancel};
	g_autofree char *why = NULL;

	g_ptr_array_add(argv, (gpointer) "git");
	g_ptr_array_add(argv, (gpointer) "-C");
	g_ptr_array_add(argv, (gpointer)path);
	for (; *words; words++)
		g_ptr_array_add(argv, (gpointer)*words);
	g_ptr_array_add(argv, NULL);
	spec.argv = (const char *const *)argv->pdata;
	if (!ks_child_run(&spec, &result, error))
		return NULL;
	if (found)
		*found = result.status == 0;
	if (result.status && !found) {
		why = ks_last_line(result.err->str);
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: %s", path,
			    why);
		return NULL;
	}
	return g_strchomp(g_string_free(g_steal_pointer(&result.out), FALSE));
}

/* A path of the repository, wherever its .git is (worktrees have a file). */
static char *git_path(KsContext *context, const char *path, const char *name,
		      GError **error)
{
	const char *words[] = {"rev-parse", "--path-format=absolute",
			       "--git-path", name, NULL};

	return git(context, path, words, NULL, error);
}

char *ks_source_git_objects(KsContext *context, const char *path,
			    GError **error)
{
	g_autofree char *objects = git_path(context, path, "objects", error);

	return objects ? g_canonicalize_filename(objects, NULL) : NULL;
}

/* What our store cannot borrow from, with the way out. */
static bool check_repository(KsContext *context, const char *path,
			     GError **error)
{
	static const char *const format[] = {"rev-parse",
					     "--show-object-format", NULL};
	static const char *const promisor[] = {
		"config", "--get-regexp", "^remote\\..*\\.promisor$", NULL};
	g_autofree char *algorithm = git(context, path, format, NULL, error);
	g_autofree char *remotes = NULL;
	bool partial = false;

	if (!algorithm)
		return false;
	if (!g_str_equal(algorithm, "sha1")) {
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: its objects are named by %s, ours by sha1; add it as dir:PATH",
			path, algorithm);
		return false;
	}
	remotes = git(context, path, promisor, &partial, error);
	if (remotes && !partial)
		return true;
	if (remotes)
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s: a partial clone lacks objects; take a full one, or add it as dir:PATH",
			path);
	return false;
}

static char *resolve(KsContext *context, const KsSource *source, GError **error)
{
	const char *rev = source->at ? source->at : "HEAD";
	g_autofree char *peeled = g_strconcat(rev, "^{commit}", NULL);
	const char *words[] = {"rev-parse",	   "--verify", "--quiet",
			       "--end-of-options", peeled,     NULL};
	g_autofree char *commit = NULL;
	bool found;

	commit = git(context, source->from, words, &found, error);
	if (!commit || found)
		return g_steal_pointer(&commit);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s: there is no commit %s; see 'git -C %s log --all'",
		    source->from, rev, source->from);
	return NULL;
}

bool ks_source_fetch_git(KsContext *context, const KsSource *source,
			 KsFetched *fetched, GError **error)
{
	g_autofree char *objects = NULL;
	g_autofree char *shallow = NULL;
	g_autofree char *commit = NULL;

	if (!g_file_test(source->from, G_FILE_TEST_IS_DIR)) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: there is no such folder", source->from);
		return false;
	}
	if (!check_repository(context, source->from, error))
		return false;
	commit = resolve(context, source, error);
	if (!commit)
		return false;
	objects = ks_source_git_objects(context, source->from, error);
	shallow = git_path(context, source->from, "shallow", error);
	if (!objects || !shallow ||
	    !ks_store_add_shallow(context, shallow, error) ||
	    !ks_store_borrow(context, objects, error))
		return false;
	fetched->commit = g_steal_pointer(&commit);
	return true;
}
