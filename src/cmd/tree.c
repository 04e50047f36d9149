// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "cmd/cmd.h"
#include "report/json.h"
#include "report/table.h"
#include "tree/git.h"
#include "tree/tree.h"

static const char usage[] =
	"usage: kseries tree add NAME SOURCE    import a tree\n"
	"       kseries tree list               the trees that are there\n"
	"       kseries tree update NAME...     resolve their sources again\n"
	"       kseries tree rm [--prune] NAME...\n"
	"                                       forget them; --prune frees the disk space\n"
	"\n"
	"SOURCE is one of\n"
	"  debian:LINE[=VERSION]  Debian's package linux-source-LINE, such as debian:6.1\n"
	"  git:PATH[@REV]         a git repository, which is only read\n"
	"  dir:PATH               a folder, without what a build left there\n";

static void add_members(JsonBuilder *json, const KsTree *tree)
{
	ks_json_string(json, "name", tree->name);
	ks_json_string(json, "version", tree->version);
	ks_json_string(json, "package", tree->package);
	ks_json_string(json, "source", tree->source);
	ks_json_string(json, "commit", tree->commit);
	ks_json_string(json, "tree", tree->tree);
	ks_json_int(json, "imported", tree->imported);
}

static void add_json(JsonBuilder *json, const KsTree *tree)
{
	json_builder_begin_object(json);
	add_members(json, tree);
	json_builder_end_object(json);
}

/* "6.1.192 (6.1.192-3)": the kernel's version and the package's. */
static char *describe(const KsTree *tree)
{
	const char *version = tree->version ? tree->version : "no kernel";

	return tree->package ?
		       g_strdup_printf("%s (%s)", version, tree->package) :
		       g_strdup(version);
}

static void print_one(const KsTree *tree, const char *what)
{
	g_autofree char *version = describe(tree);

	printf("%s: %s, %s, commit %.12s\n", tree->name, what, version,
	       tree->commit);
}

static void print_json(const KsTree *tree)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	add_json(json, tree);
	ks_json_print(json);
}

static bool check_count(int argc, int least, int most, const char *form,
			GError **error)
{
	if (argc - 1 >= least && argc - 1 <= most)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "too %s words: write 'kseries tree %s'",
		    argc - 1 < least ? "few" : "many", form);
	return false;
}

static int run_add(KsContext *context, int argc, char **argv, GError **error)
{
	g_autoptr(KsTree) tree = NULL;

	if (!ks_cmd_options("tree add", "NAME SOURCE", NULL, &argc, &argv,
			    error) ||
	    !check_count(argc, 2, 2, "add NAME SOURCE", error))
		return KS_EXIT_USAGE;
	tree = ks_tree_add(context, argv[1], argv[2], error);
	if (!tree)
		return KS_EXIT_BROKEN;
	if (context->json)
		print_json(tree);
	else
		print_one(tree, "added");
	return KS_EXIT_OK;
}

static void list_json(GPtrArray *trees)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_array(json);
	for (guint i = 0; i < trees->len; i++)
		add_json(json, trees->pdata[i]);
	json_builder_end_array(json);
	ks_json_print(json);
}

static void list_text(GPtrArray *trees)
{
	static const char *const headers[] = {"name",	"version",  "source",
					      "commit", "imported", NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < trees->len; i++) {
		const KsTree *tree = trees->pdata[i];
		g_autofree char *version = describe(tree);
		g_autoptr(GDateTime)
			time = g_date_time_new_from_unix_local(tree->imported);
		g_autofree char *day =
			time ? g_date_time_format(time, "%Y-%m-%d %H:%M") :
			       g_strdup("-");

		ks_table_add(table, "%s", tree->name);
		ks_table_add(table, "%s", version);
		ks_table_add(table, "%s", tree->source);
		ks_table_add(table, "%.12s", tree->commit);
		ks_table_add(table, "%s", day);
	}
	ks_table_print(table);
}

static int run_list(KsContext *context, int argc, char **argv, GError **error)
{
	g_autoptr(GPtrArray) trees = NULL;

	if (!ks_cmd_options("tree list", NULL, NULL, &argc, &argv, error) ||
	    !check_count(argc, 0, 0, "list", error))
		return KS_EXIT_USAGE;
	trees = ks_tree_list(context, error);
	if (!trees)
		return KS_EXIT_BROKEN;
	if (context->json)
		list_json(trees);
	else if (trees->len)
		list_text(trees);
	else
		printf("no trees; add one with 'kseries tree add 6.1 debian:6.1'\n");
	return KS_EXIT_OK;
}

/* "NAME: 6.1.190 (6.1.190-1) -> 6.1.192 (6.1.192-3), files changed: 812". */
static bool print_change(KsContext *context, const KsTree *old,
			 const KsTree *new, GError **error)
{
	g_autofree char *before = describe(old);
	g_autofree char *after = describe(new);
	g_autoptr(GError) why = NULL;
	g_auto(GStrv)
		files = ks_git_changed(context, old->commit, new->commit, &why);

	if (files) {
		printf("%s: %s -> %s, commit %.12s, files changed: %u\n",
		       new->name, before, after, new->commit,
		       g_strv_length(files));
		return true;
	}
	if (g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	/* the old commit is gone from the user's repository */
	printf("%s: %s -> %s, commit %.12s\n", new->name, before, after,
	       new->commit);
	return true;
}

/* A tree as it is listed, also when its commit is gone. */
static KsTree *listed(KsContext *context, const char *name, GError **error)
{
	g_autoptr(GPtrArray) trees = ks_tree_list(context, error);

	for (guint i = 0; trees && i < trees->len; i++)
		if (g_str_equal(((KsTree *)trees->pdata[i])->name, name))
			return g_ptr_array_steal_index(trees, i);
	return NULL;
}

/* Update one tree and print what changed, or add it to @json. */
static bool update_one(KsContext *context, const char *name, JsonBuilder *json,
		       GError **error)
{
	g_autoptr(KsTree) new = NULL;
	g_autoptr(KsTree) old = listed(context, name, NULL);
	bool changed = false;

	new = ks_tree_update(context, name, &changed, error);
	if (!new)
		return false;
	if (context->json) {
		json_builder_begin_object(json);
		add_members(json, new);
		json_builder_set_member_name(json, "changed");
		json_builder_add_boolean_value(json, changed);
		json_builder_end_object(json);
		return true;
	}
	if (changed && old)
		return print_change(context, old, new, error);
	print_one(new, changed ? "updated" : "unchanged");
	return true;
}

static int run_update(KsContext *context, int argc, char **argv, GError **error)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	if (!ks_cmd_options("tree update", "NAME...", NULL, &argc, &argv,
			    error) ||
	    !check_count(argc, 1, G_MAXINT, "update NAME...", error))
		return KS_EXIT_USAGE;
	json_builder_begin_array(json);
	for (int i = 1; i < argc; i++)
		if (!update_one(context, argv[i], json, error))
			return KS_EXIT_BROKEN;
	json_builder_end_array(json);
	if (context->json)
		ks_json_print(json);
	return KS_EXIT_OK;
}

static void print_removed(int argc, char **argv)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_object(json);
	json_builder_set_member_name(json, "removed");
	json_builder_begin_array(json);
	for (int i = 1; i < argc; i++)
		json_builder_add_string_value(json, argv[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
	ks_json_print(json);
}

static int run_rm(KsContext *context, int argc, char **argv, GError **error)
{
	gboolean prune = FALSE;
	const GOptionEntry entries[] = {
		{"prune", 0, 0, G_OPTION_ARG_NONE, &prune,
		 "Also free the disk space that nothing needs any longer",
		 NULL},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("tree rm", "[--prune] NAME...", entries, &argc,
			    &argv, error) ||
	    !check_count(argc, prune ? 0 : 1, G_MAXINT, "rm NAME...", error))
		return KS_EXIT_USAGE;
	for (int i = 1; i < argc; i++)
		if (!ks_tree_remove(context, argv[i], error))
			return KS_EXIT_BROKEN;
	if (prune && !ks_tree_prune(context, error))
		return KS_EXIT_BROKEN;
	if (context->json)
		print_removed(argc, argv);
	return KS_EXIT_OK;
}

int ks_cmd_tree(KsContext *context, int argc, char **argv, GError **error)
{
	static const struct {
		const char *name;
		KsCmdFn run;
	} verbs[] = {
		{"add", run_add},
		{"list", run_list},
		{"update", run_update},
		{"rm", run_rm},
	};
	const char *verb = argc > 1 ? argv[1] : "";

	if (g_str_equal(verb, "--help") || g_str_equal(verb, "-h")) {
		fputs(usage, stdout);
		return KS_EXIT_OK;
	}
	for (guint i = 0; i < G_N_ELEMENTS(verbs); i++)
		if (g_str_equal(verb, verbs[i].name))
			return verbs[i].run(context, argc - 1, argv + 1, error);
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s%s%s: write add, list, update or rm; see 'kseries tree --help'",
		*verb ? "kseries tree: '" : "kseries tree needs a verb", verb,
		*verb ? "' is not one of its verbs" : "");
	return KS_EXIT_USAGE;
}
