// SPDX-License-Identifier: GPL-2.0
#include "tree/tree.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"
#include "tree/source.h"
#include "tree/store.h"
#include "tree/version.h"

#define REFS	       "refs/trees/"
#define BASES	       "refs/bases/"
#define BRANCHES       "refs/heads/series/"
#define NAME_MAX_BYTES 100

void ks_tree_free(KsTree *tree)
{
	g_free(tree->name);
	g_free(tree->source);
	g_free(tree->commit);
	g_free(tree->tree);
	g_free(tree->version);
	g_free(tree->package);
	g_free(tree);
}

static void free_tree(gpointer tree)
{
	ks_tree_free(tree);
}

/* Names are words of a command line and the ends of refs. */
static bool check_name(const char *name, GError **error)
{
	bool ok = g_ascii_isalnum(*name) && !strstr(name, "..") &&
		  !g_str_has_suffix(name, ".") &&
		  !g_str_has_suffix(name, ".lock") &&
		  strlen(name) <= NAME_MAX_BYTES;

	for (const char *c = name; ok && *c; c++)
		ok = g_ascii_isalnum(*c) || strchr("._+-", *c);
	if (!ok)
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"'%s' is not a name for a tree: letters, digits and . _ + - are, such as 6.1",
			name);
	return ok;
}

/* The value of a line "KEY: value" of the tag's message; NULL without one. */
static char *trailer(char *const *lines, const char *key)
{
	gsize length = strlen(key);

	for (; *lines; lines++)
		if (g_str_has_prefix(*lines, key) &&
		    g_str_has_prefix(*lines + length, ": "))
			return g_strdup(*lines + length + strlen(": "));
	return NULL;
}

/* One record of read_trees(); NULL for a ref that is not one of our tags. */
static KsTree *parse_tree(const char *record)
{
	g_auto(GStrv) fields = g_strsplit(record, "\001", 4);
	g_auto(GStrv) lines = NULL;
	g_autoptr(KsTree) tree = NULL;

	if (g_strv_length(fields) != 4)
		return NULL;
	lines = g_strsplit(fields[3], "\n", -1);
	tree = g_new0(KsTree, 1);
	tree->name = g_strdup(g_strchug(fields[0]));
	tree->commit = g_strdup(fields[1]);
	tree->imported = g_ascii_strtoll(fields[2], NULL, 10);
	tree->tree = trailer(lines, "Tree");
	tree->version = trailer(lines, "Version");
	tree->package = trailer(lines, "Package");
	tree->source = trailer(lines, "Source");
	return tree->source && tree->tree ? g_steal_pointer(&tree) : NULL;
}

/* Trees whose refs match @pattern. */
static GPtrArray *read_trees(KsContext *context, const char *pattern,
			     GError **error)
{
	/* only what the tags themselves say: a commit may be gone */
	static const char format[] =
		"--format=%(refname:lstrip=2)%01%(object)%01%(taggerdate:unix)"
		"%01%(contents)%02";
	g_autoptr(GPtrArray) trees = g_ptr_array_new_with_free_func(free_tree);
	g_autofree char *store =
		ks_home_path(context, "trees.git", "HEAD", NULL);
	g_autofree char *text = NULL;
	g_auto(GStrv) records = NULL;

	if (!g_file_test(store, G_FILE_TEST_EXISTS))
		return g_steal_pointer(&trees);
	text = ks_git(context, error, "for-each-ref", "--sort=version:refname",
		      format, pattern, NULL);
	if (!text)
		return NULL;
	records = g_strsplit(text, "\002", -1);
	for (char **record = records; *record; record++) {
		KsTree *tree = parse_tree(*record);

		if (tree)
			g_ptr_array_add(trees, tree);
	}
	return g_steal_pointer(&trees);
}

GPtrArray *ks_tree_list(KsContext *context, GError **error)
{
	return read_trees(context, REFS, error);
}

static KsTree *pick(GPtrArray *trees, const char *name, const char *source)
{
	for (guint i = 0; i < trees->len; i++) {
		const KsTree *tree = trees->pdata[i];

		if (g_str_equal(tree->name, name) ||
		    (source && g_str_equal(tree->source, source)))
			return g_ptr_array_steal_index(trees, i);
	}
	return NULL;
}

static void set_not_there(GPtrArray *trees, const char *name,
			  const char *source, GError **error)
{
	g_autoptr(GString) names = g_string_new(NULL);
	g_autofree char *debian = g_strconcat("debian:", name, NULL);
	const char *debian_or_any = g_ascii_isdigit(*name) ? debian : "SOURCE";
	const char *line = source && g_str_has_prefix(source, "debian:") ?
				   source + strlen("debian:") :
				   name;

	for (guint i = 0; i < trees->len; i++)
		g_string_append_printf(names, "%s%s", i ? ", " : "",
				       ((KsTree *)trees->pdata[i])->name);
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"there is no tree '%s' (there %s %s); add it with 'kseries tree add %s %s'",
		name, trees->len == 1 ? "is" : "are",
		trees->len ? names->str : "none", line,
		source ? source : debian_or_any);
}

/*
 * A tree borrows from the user's repository, where commits come and go; a
 * store is a cache, of which parts may have been deleted.
 */
static bool check_there(KsContext *context, const KsTree *tree, GError **error)
{
	g_autofree char *name = g_strconcat(tree->commit, "^{tree}", NULL);
	const char *names[] = {name, NULL};
	g_autoptr(GPtrArray) objects = ks_git_read(context, names, error);

	if (!objects)
		return false;
	if (objects->pdata[0])
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"tree '%s': its commit %.12s is gone from %s; run 'kseries tree update %s'",
		tree->name, tree->commit, tree->source, tree->name);
	return false;
}

static KsTree *find(KsContext *context, const char *name, GError **error)
{
	g_autoptr(KsSource) source = ks_source_parse(name, NULL);
	g_autoptr(GPtrArray) trees = ks_tree_list(context, error);
	KsTree *tree;

	if (!trees)
		return NULL;
	tree = pick(trees, name, source ? source->text : NULL);
	if (!tree)
		set_not_there(trees, name, source ? source->text : NULL, error);
	return tree;
}

KsTree *ks_tree_find(KsContext *context, const char *name, GError **error)
{
	g_autoptr(KsTree) tree = find(context, name, error);

	if (!tree || !check_there(context, tree, error))
		return NULL;
	return g_steal_pointer(&tree);
}

/* The text of the tag object that makes the fetched commit the tree @name. */
static char *write_tag(KsContext *context, const char *name,
		       const KsSource *source, const KsFetched *fetched,
		       GError **error)
{
	g_autofree char *peeled = g_strconcat(fetched->commit, "^{tree}", NULL);
	g_autofree char *tree = NULL;
	g_autofree char *version = NULL;
	GString *tag;

	tree = ks_git(context, error, "rev-parse", "--verify", peeled, NULL);
	if (!tree ||
	    !ks_kernel_version(context, fetched->commit, &version, error))
		return NULL;
	tag = g_string_new(NULL);
	g_string_append_printf(tag,
			       "object %s\ntype commit\ntag %s\n"
			       "tagger kseries <kseries@localhost> "
			       "%" G_GINT64_FORMAT " +0000\n\nTree %s\n\n",
			       fetched->commit, name,
			       g_get_real_time() / G_USEC_PER_SEC, name);
	g_string_append_printf(tag, "Tree: %s\n", tree);
	if (version)
		g_string_append_printf(tag, "Version: %s\n", version);
	if (fetched->package)
		g_string_append_printf(tag, "Package: %s\n", fetched->package);
	g_string_append_printf(tag, "Source: %s\n", source->text);
	return g_string_free(tag, FALSE);
}

static bool publish(KsContext *context, const char *name,
		    const KsSource *source, const KsFetched *fetched,
		    GError **error)
{
	static const char *const argv[] = {"mktag", NULL};
	g_autofree char *ref = g_strconcat(REFS, name, NULL);
	g_autofree char *tag = write_tag(context, name, source, fetched, error);
	g_autoptr(GBytes) input = NULL;
	g_auto(KsChildResult) result = {0};
	g_autofree char *done = NULL;

	if (!tag)
		return false;
	input = g_bytes_new(tag, strlen(tag));
	if (!ks_git_run(context, argv, NULL, input, &result, error))
		return false;
	g_strchomp(result.out->str);
	done = ks_git(context, error, "update-ref", ref, result.out->str, NULL);
	return done != NULL;
}

static bool check_free(KsContext *context, const char *name,
		       const KsSource *source, GError **error)
{
	g_autofree char *ref = g_strconcat(REFS, name, NULL);
	g_autoptr(GPtrArray) trees = read_trees(context, ref, error);
	const KsTree *tree;

	if (!trees)
		return false;
	if (!trees->len)
		return true;
	tree = trees->pdata[0];
	if (g_str_equal(tree->source, source->text))
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"tree '%s' is there already; bring it up to date with 'kseries tree update %s'",
			name, name);
	else
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"tree '%s' is there already, from %s; take another name, or first 'kseries tree rm %s'",
			name, tree->source, name);
	return false;
}

KsTree *ks_tree_add(KsContext *context, const char *name, const char *source,
		    GError **error)
{
	g_autoptr(KsSource) parsed = NULL;
	g_autoptr(KsStoreLock) lock = NULL;
	g_auto(KsFetched) fetched = {0};

	if (!check_name(name, error))
		return NULL;
	parsed = ks_source_parse(source, error);
	if (!parsed)
		return NULL;
	lock = ks_store_lock(context, error);
	if (!lock || !check_free(context, name, parsed, error) ||
	    !ks_source_fetch(context, parsed, NULL, &fetched, error) ||
	    !publish(context, name, parsed, &fetched, error))
		return NULL;
	return ks_tree_find(context, name, error);
}

KsTree *ks_tree_update(KsContext *context, const char *name, bool *changed,
		       GError **error)
{
	g_autoptr(KsTree) old = NULL;
	g_autoptr(KsTree) new = NULL;
	g_autoptr(KsSource) source = NULL;
	g_autoptr(KsStoreLock) lock = ks_store_lock(context, error);
	g_auto(KsFetched) fetched = {0};
	bool there;

	old = lock ? find(context, name, error) : NULL;
	source = old ? ks_source_parse(old->source, error) : NULL;
	if (!source)
		return NULL;
	there = check_there(context, old, NULL);
	if (!ks_source_fetch(context, source, there ? old->package : NULL,
			     &fetched, error))
		return NULL;
	*changed = false;
	if (!fetched.commit)
		return g_steal_pointer(&old);
	if (!publish(context, old->name, source, &fetched, error))
		return NULL;
	new = ks_tree_find(context, old->name, error);
	if (new)
		*changed = !g_str_equal(old->tree, new->tree) ||
			   g_strcmp0(old->package, new->package) != 0;
	return g_steal_pointer(&new);
}

/* Whether a tree or a branch still needs what @objects lends. */
static bool still_borrowed(KsContext *context, const KsTree *removed,
			   const char *objects)
{
	g_autoptr(GPtrArray) trees = ks_tree_list(context, NULL);
	g_autofree char *refs = NULL;

	for (guint i = 0; trees && i < trees->len; i++) {
		const KsTree *tree = trees->pdata[i];
		g_autoptr(KsSource) other = ks_source_parse(tree->source, NULL);
		g_autofree char *theirs = NULL;

		if (!other || other->kind != KS_SOURCE_GIT)
			continue;
		theirs = ks_source_git_objects(context, other->from, NULL);
		if (g_strcmp0(theirs, objects) == 0)
			return true;
	}
	refs = ks_git(context, NULL, "for-each-ref", "--count=1", "--contains",
		      removed->commit, NULL);
	/* in doubt it is needed: a lost object costs more than a line */
	return !trees || !refs || *refs;
}

/* After a git tree's removal: borrow no longer than somebody needs it. */
static bool give_back(KsContext *context, const KsTree *removed, GError **error)
{
	g_autoptr(KsSource) source = ks_source_parse(removed->source, NULL);
	g_autofree char *objects = NULL;

	if (!source || source->kind != KS_SOURCE_GIT)
		return true;
	objects = ks_source_git_objects(context, source->from, NULL);
	if (!objects)
		return ks_store_unborrow_lost(context, error);
	return still_borrowed(context, removed, objects) ||
	       ks_store_unborrow(context, objects, error);
}

bool ks_tree_remove(KsContext *context, const char *name, GError **error)
{
	g_autoptr(KsStoreLock) lock = ks_store_lock(context, error);
	g_autoptr(KsTree) tree = lock ? find(context, name, error) : NULL;
	g_autofree char *ref = NULL;
	g_autofree char *done = NULL;

	if (!tree)
		return false;
	ref = g_strconcat(REFS, tree->name, NULL);
	done = ks_git(context, error, "update-ref", "-d", ref, NULL);
	return done && give_back(context, tree, error);
}

/* The series, as "NAME/TREE", whose base is not in the store any longer. */
static GPtrArray *lost_series(KsContext *context, GError **error)
{
	static const char *const check[] = {
		"cat-file", "--batch-check=%(objecttype) %(rest)", NULL};
	g_autofree char *bases =
		ks_git(context, error, "for-each-ref",
		       "--format=%(objectname)^{tree} %(refname)", BASES, NULL);
	g_autoptr(GBytes) input = NULL;
	g_auto(KsChildResult) result = {0};
	g_autoptr(GPtrArray) lost = g_ptr_array_new_with_free_func(g_free);
	g_auto(GStrv) asked = NULL;
	g_auto(GStrv) told = NULL;

	if (!bases)
		return NULL;
	input = g_bytes_new(bases, strlen(bases));
	if (!ks_git_run(context, check, NULL, input, &result, error))
		return NULL;
	asked = g_strsplit(bases, "\n", -1);
	told = g_strsplit(result.out->str, "\n", -1);
	for (guint i = 0; asked[i] && told[i]; i++)
		if (g_str_has_suffix(told[i], " missing"))
			g_ptr_array_add(lost, g_strdup(strstr(asked[i], BASES) +
						       strlen(BASES)));
	return g_steal_pointer(&lost);
}

/* What stands on a lost commit is lost too; git would stumble over its refs. */
static bool forget_series(KsContext *context, const char *name, GError **error)
{
	g_autofree char *base = g_strconcat(BASES, name, NULL);
	g_autofree char *branch = g_strconcat(BRANCHES, name, NULL);
	g_autofree char *found = ks_git(context, error, "for-each-ref",
					"--format=%(refname)", base, branch,
					NULL);
	g_auto(GStrv) refs = found ? g_strsplit(found, "\n", -1) : NULL;

	for (char **ref = refs; ref && *ref && **ref; ref++) {
		g_autofree char *done =
			ks_git(context, error, "update-ref", "-d", *ref, NULL);

		if (!done)
			return false;
	}
	if (found && context->progress)
		ks_progress_say(
			context->progress,
			"series/%s: removed, the repository that lent its base is gone",
			name);
	return found != NULL;
}

/* Let go of what repositories lent that are not there any longer. */
static bool forget_lost(KsContext *context, GError **error)
{
	g_autoptr(GPtrArray) lost = NULL;

	if (!ks_store_unborrow_lost(context, error))
		return false;
	lost = lost_series(context, error);
	for (guint i = 0; lost && i < lost->len; i++)
		if (!forget_series(context, lost->pdata[i], error))
			return false;
	return lost != NULL;
}

bool ks_tree_prune(KsContext *context, GError **error)
{
	/* packs hold whole objects, as the imports wrote them: copy, not delta */
	static const char *const repack[] = {"repack", "-a",	     "-d", "-l",
					     "-q",     "--window=0", NULL};
	static const char *const prune[] = {"prune", "--expire=now", NULL};
	g_autoptr(KsStoreLock) lock = ks_store_lock(context, error);

	return lock && forget_lost(context, error) &&
	       ks_git_feed(context, repack, NULL, NULL, NULL, NULL, error) &&
	       ks_git_run(context, prune, NULL, NULL, NULL, error);
}
