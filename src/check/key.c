// SPDX-License-Identifier: GPL-2.0
#include "check/key.h"

#include <string.h>

#include "base/checksum.h"
#include "base/error.h"
#include "check/audit.h"
#include "check/dist.h"
#include "source-id.h"
#include "tree/git.h"

struct KsKeys {
	KsContext *context;
	GHashTable *versions; /* program -> what its --version says */
	GHashTable *trees; /* commit -> id of its tree */
	GHashTable *files; /* path -> checksum */
	GHashTable *
		audits; /* "TREE FAMILY" -> checksum of what decides its audits */
};

KsKeys *ks_keys_new(KsContext *context)
{
	KsKeys *keys = g_new0(KsKeys, 1);

	keys->context = context;
	keys->versions =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	keys->trees =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	keys->files =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	keys->audits =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	return keys;
}

void ks_keys_free(KsKeys *keys)
{
	g_hash_table_unref(keys->versions);
	g_hash_table_unref(keys->trees);
	g_hash_table_unref(keys->files);
	g_hash_table_unref(keys->audits);
	g_free(keys);
}

static bool add_file(KsKeys *keys, GChecksum *sum, const char *path,
		     GError **error)
{
	const char *known = g_hash_table_lookup(keys->files, path);
	g_autofree char *text = NULL;
	g_autoptr(GError) why = NULL;
	char *made;
	gsize size;

	if (!known) {
		if (!g_file_get_contents(path, &text, &size, &why)) {
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s",
				    why->message);
			return false;
		}
		made = g_compute_checksum_for_data(G_CHECKSUM_SHA256,
						   (const guchar *)text, size);
		g_hash_table_insert(keys->files, g_strdup(path), made);
		known = made;
	}
	ks_sum_add(sum, known);
	return true;
}

static bool add_version(KsKeys *keys, GChecksum *sum, const char *program,
			GError **error)
{
	const char *known = g_hash_table_lookup(keys->versions, program);
	char *version;

	if (!known) {
		version = ks_program_version(program, keys->context->cancel,
					     error);
		if (!version)
			return false;
		g_hash_table_insert(keys->versions, g_strdup(program), version);
		known = version;
	}
	ks_sum_add(sum, known);
	return true;
}

static bool add_tree(KsKeys *keys, GChecksum *sum, const char *commit,
		     GError **error)
{
	const char *known = g_hash_table_lookup(keys->trees, commit);
	g_autofree char *name = g_strconcat(commit, "^{tree}", NULL);
	char *tree;

	if (!known) {
		tree = ks_git(keys->context, error, "rev-parse", "--verify",
			      name, NULL);
		if (!tree)
			return false;
		g_hash_table_insert(keys->trees, g_strdup(commit), tree);
		known = tree;
	}
	ks_sum_add(sum, known);
	return true;
}

/* The version of the packages that the target is made of. */
static bool add_package(KsKeys *keys, GChecksum *sum, const KsTargetConf *conf,
			GError **error)
{
	g_autofree char *name = NULL;
	char *known;

	if (!conf->package)
		return true;
	name = g_strconcat("package of ", conf->tree, NULL);
	known = g_hash_table_lookup(keys->versions, name);
	if (!known) {
		known = ks_dist_version(keys->context, conf, error);
		if (!known)
			return false;
		g_hash_table_insert(keys->versions, g_steal_pointer(&name),
				    known);
	}
	ks_sum_add(sum, known);
	return true;
}

/* The configuration and tools of the target. */
static bool add_target(KsKeys *keys, GChecksum *sum, const KsTargetConf *conf,
		       GError **error)
{
	g_auto(GStrv) tools = ks_target_conf_tools(conf);
	g_autofree char *text = ks_target_conf_sum(conf, error);

	if (!text)
		return false;
	ks_sum_add(sum, text);
	if (!add_package(keys, sum, conf, error))
		return false;
	for (guint i = 0; tools[i]; i++)
		if (!add_version(keys, sum, tools[i], error))
			return false;
	return true;
}

static bool add_boot(KsKeys *keys, GChecksum *sum, const KsTargetConf *conf,
		     GError **error)
{
	g_autofree char *guest =
		ks_built_path(keys->context, conf->guest, error);
	g_autofree char *devices =
		ks_data_path(keys->context, "ci", "devices.conf", NULL);

	return guest && add_file(keys, sum, guest, error) &&
	       add_file(keys, sum, devices, error) &&
	       add_version(keys, sum, "qemu-system-x86_64", error);
}

static bool add_audit(KsKeys *keys, GChecksum *sum, const KsPatch *patch,
		      GError **error)
{
	g_autofree char *what =
		g_strconcat(patch->tree, " ", patch->family, NULL);
	const char *known = g_hash_table_lookup(keys->audits, what);

	if (!known) {
		g_autoptr(GChecksum) own = g_checksum_new(G_CHECKSUM_SHA256);
		char *made;

		if (!ks_audit_sum(keys->context, patch->tree, patch->family,
				  own, error))
			return false;
		made = g_strdup(g_checksum_get_string(own));
		g_hash_table_insert(keys->audits, g_strdup(what), made);
		known = made;
	}
	ks_sum_add(sum, known);
	return true;
}

char *ks_keys_cell(KsKeys *keys, const KsTargetConf *conf, const KsPatch *patch,
		   const KsCheck *check, bool linked, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	ks_sum_add(sum, check->name);
	ks_sum_add(sum, KS_SOURCE_ID);
	ks_sum_add(sum, patch->driver ? patch->driver : "");
	if (!add_tree(keys, sum, patch->parent, error) ||
	    (patch->commit && !add_tree(keys, sum, patch->commit, error)))
		return NULL;
	if (check->reads_mail && !add_file(keys, sum, patch->mail, error))
		return NULL;
	if (check->audits) {
		if (!add_audit(keys, sum, patch, error))
			return NULL;
	} else if (check->kind == KS_CHECK_LIGHT) {
		if (!add_version(keys, sum, "perl", error) ||
		    !add_version(keys, sum, "git", error))
			return NULL;
	} else if (!add_target(keys, sum, conf, error)) {
		return NULL;
	}
	ks_sum_add(sum,
		   check->kind == KS_CHECK_COMPILED && linked ? "linked" : "");
	if (check->kind == KS_CHECK_BOOTED && !add_boot(keys, sum, conf, error))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}

char *ks_keys_boot(KsKeys *keys, const KsTargetConf *conf, const KsPatch *patch,
		   const char *stage, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *name = g_path_get_basename(stage);

	ks_sum_add(sum, "boot");
	ks_sum_add(sum, KS_SOURCE_ID);
	ks_sum_add(sum, patch->driver);
	ks_sum_add(sum, name);
	if (!add_target(keys, sum, conf, error) ||
	    !add_boot(keys, sum, conf, error))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}
