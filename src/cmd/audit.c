// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "cmd/cmd.h"
#include "report/audit.h"
#include "tree/driver.h"
#include "tree/tree.h"

typedef struct {
	char *on, *sites, *why, *family;
	gboolean sarif;
	guint kinds;
} Options;

static void options_clear(Options *options)
{
	g_free(options->on);
	g_free(options->sites);
	g_free(options->why);
	g_free(options->family);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

static bool parse_kinds(Options *options, GError **error)
{
	g_auto(GStrv) words = NULL;

	options->kinds = options->sites ? 0 : KS_AUDIT_ALL;
	words = g_strsplit(options->sites ? options->sites : "", ",", -1);
	for (char **word = words; *word; word++) {
		int kind = 0;

		while (kind < KS_AUDIT_KINDS &&
		       !g_str_equal(*word, ks_audit_kind_name(kind)))
			kind++;
		if (kind == KS_AUDIT_KINDS) {
			g_set_error(
				error, KS_ERROR, KS_ERROR_USAGE,
				"--sites: '%s' is none of build, consume, free, alloc",
				*word);
			return false;
		}
		options->kinds |= 1U << kind;
	}
	return true;
}

static bool parse(int *argc, char ***argv, Options *options, GError **error)
{
	const GOptionEntry entries[] = {
		{"on", 0, 0, G_OPTION_ARG_STRING, &options->on,
		 "The tree to audit", "TREE"},
		{"sites", 0, 0, G_OPTION_ARG_STRING, &options->sites,
		 "Which: build, consume, free, alloc; all by default", "KINDS"},
		{"why", 0, 0, G_OPTION_ARG_STRING, &options->why,
		 "Every way to the site there", "FILE:LINE"},
		{"family", 0, 0, G_OPTION_ARG_STRING, &options->family,
		 "Where drivers are looked for; by default the family that is "
		 "named, or intel-ethernet",
		 "FAMILY"},
		{"sarif", 0, 0, G_OPTION_ARG_NONE, &options->sarif,
		 "Print SARIF 2.1.0", NULL},
		G_OPTION_ENTRY_NULL};

	if (!ks_cmd_options("audit", "FAMILY|DRIVER|FILE... --on TREE", entries,
			    argc, argv, error) ||
	    !parse_kinds(options, error))
		return false;
	if (*argc > 1 && options->on)
		return true;
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"usage: kseries audit FAMILY|DRIVER|FILE... --on TREE [--sites KINDS] [--why FILE:LINE] [--sarif]");
	return false;
}

/* The one that is asked for; else the one that a word names; else Intel's. */
static KsFamily *load_family(const KsContext *context, const char *name,
			     char **words, GError **error)
{
	for (; !name && *words; words++) {
		KsFamily *family = ks_family_load(context, *words, NULL);

		if (family)
			return family;
	}
	return ks_family_load(context, name ? name : "intel-ethernet", error);
}

/* Add the drivers that @word is, or is a file of. */
static bool add_drivers(GPtrArray *all, const char *word, GPtrArray *chosen,
			GError **error)
{
	bool found = false;

	for (guint i = 0; i < all->len; i++) {
		KsDriver *driver = all->pdata[i];

		if (!g_str_equal(driver->module, word) &&
		    !ks_driver_has(driver, word))
			continue;
		found = true;
		if (!g_ptr_array_find(chosen, driver, NULL))
			g_ptr_array_add(chosen, driver);
	}
	if (!found)
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"'%s' is no driver of the family, and no file of one; 'kseries audit FAMILY' takes all",
			word);
	return found;
}

/* The drivers asked for; the family's own name means all of them. */
static GPtrArray *choose(GPtrArray *all, const char *family, char **words,
			 GError **error)
{
	g_autoptr(GPtrArray) chosen = g_ptr_array_new();

	for (; *words; words++) {
		if (g_str_equal(*words, family)) {
			for (guint i = 0; i < all->len; i++)
				g_ptr_array_add(chosen, all->pdata[i]);
			return g_steal_pointer(&chosen);
		}
		if (!add_drivers(all, *words, chosen, error))
			return NULL;
	}
	return g_steal_pointer(&chosen);
}

/* What of the sites is in the files that were named, if any were. */
static void keep_files(KsAudit *audit, char **words)
{
	bool files = false;

	for (char **word = words; *word; word++)
		files |= strchr(*word, '/') != NULL;
	for (guint i = audit->sites->len; files && i > 0; i--) {
		const KsAudited *site = audit->sites->pdata[i - 1];

		if (!g_strv_contains((const char *const *)words, site->file) &&
		    !g_strv_contains((const char *const *)words, site->module))
			g_ptr_array_remove_index(audit->sites, i - 1);
	}
}

static int show(const KsContext *context, const KsAudit *audit,
		const Options *options, GError **error)
{
	g_autofree char *text = NULL;
	const char *colon = options->why ? strrchr(options->why, ':') : NULL;
	g_autofree char *file =
		colon ? g_strndup(options->why, colon - options->why) : NULL;
	bool good = true;

	if (options->why &&
	    !(colon && ks_report_audit_why(audit, file, atoi(colon + 1)))) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "--why %s: there is no site; say FILE:LINE of one",
			    options->why);
		return KS_EXIT_USAGE;
	}
	if (options->why)
		return KS_EXIT_OK;
	if (options->sarif)
		text = ks_report_audit_sarif(audit, options->kinds);
	else if (context->json)
		text = ks_report_audit_json(audit, options->kinds);
	if (!text)
		ks_report_audit_text(audit, options->kinds);
	else if (!ks_cmd_put(NULL, text, error))
		return KS_EXIT_BROKEN;
	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		good &= site->verdict < KS_AUDIT_UNSAFE || !site->converted ||
			!(options->kinds >> site->kind & 1);
	}
	return good && !audit->errors->len ? KS_EXIT_OK : KS_EXIT_VERDICT;
}

int ks_cmd_audit(KsContext *context, int argc, char **argv, GError **error)
{
	g_auto(Options) options = {0};
	g_autoptr(KsFamily) family = NULL;
	g_autoptr(KsTree) tree = NULL;
	g_autoptr(KsTargetConf) conf = NULL;
	g_autoptr(GPtrArray) all = NULL, chosen = NULL;
	g_autoptr(KsAudit) audit = NULL;

	if (!parse(&argc, &argv, &options, error))
		return KS_EXIT_USAGE;
	family = load_family(context, options.family, argv + 1, error);
	tree = family ? ks_tree_find(context, options.on, error) : NULL;
	conf = tree ? ks_audit_conf(context, tree->name, family->name, error) :
		      NULL;
	all = conf ? ks_family_drivers(context, tree->commit, family, error) :
		     NULL;
	if (!all)
		return KS_EXIT_BROKEN;
	chosen = choose(all, family->name, argv + 1, error);
	if (!chosen)
		return KS_EXIT_USAGE;
	audit = ks_audit_run(context, conf, tree, tree->commit, chosen, error);
	if (!audit)
		return KS_EXIT_BROKEN;
	keep_files(audit, argv + 1);
	return show(context, audit, &options, error);
}
