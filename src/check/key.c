// SPDX-License-Identifier: GPL-2.0
#include "check/key.h"

#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "source-id.h"
#include "tree/git.h"

/* The parts are told apart by their NULs. */
static void add(GChecksum *sum, const char *part)
{
	g_checksum_update(sum, (const guchar *)part, strlen(part) + 1);
}

static bool add_file(GChecksum *sum, const char *path, GError **error)
{
	g_autofree char *name = g_path_get_basename(path);
	g_autofree char *text = NULL;
	g_autoptr(GError) why = NULL;
	gsize size;

	if (!g_file_get_contents(path, &text, &size, &why)) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s",
			    why->message);
		return false;
	}
	add(sum, name);
	g_checksum_update(sum, (const guchar *)text, size);
	return true;
}

static bool add_version(const KsContext *context, GChecksum *sum,
			const char *program, GError **error)
{
	const char *argv[] = {program, "--version", NULL};
	KsChildSpec spec = {
		.argv = argv, .timeout_s = 30, .cancel = context->cancel};
	g_auto(KsChildResult) result = {0};

	if (!ks_child_check(&spec, &result, error))
		return false;
	add(sum, result.out->str);
	return true;
}

char *ks_key_of_target(const KsContext *context, const char *target,
		       const char *const *fragments, GError **error)
{
	static const char *const tools[] = {"gcc", "sparse", "ld", "perl",
					    "qemu-system-x86_64"};
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *guest = ks_guest_path(context, error);
	g_autofree char *devices =
		ks_data_path(context, "ci", "devices.conf", NULL);

	if (!guest)
		return NULL;
	add(sum, KS_SOURCE_ID);
	add(sum, target);
	for (; *fragments; fragments++)
		if (!add_file(sum, *fragments, error))
			return NULL;
	for (guint i = 0; i < G_N_ELEMENTS(tools); i++)
		if (!add_version(context, sum, tools[i], error))
			return NULL;
	if (!add_file(sum, guest, error) || !add_file(sum, devices, error))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}

static bool add_tree(const KsContext *context, GChecksum *sum,
		     const char *commit, GError **error)
{
	g_autofree char *name = g_strconcat(commit, "^{tree}", NULL);
	g_autofree char *tree =
		ks_git(context, error, "rev-parse", "--verify", name, NULL);

	if (tree)
		add(sum, tree);
	return tree != NULL;
}

char *ks_key_of_cell(const KsContext *context, const KsPatch *patch,
		     const KsCheck *check, const char *target_key,
		     GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	add(sum, check->name);
	add(sum, target_key);
	add(sum, patch->driver ? patch->driver : "");
	if (!add_tree(context, sum, patch->parent, error) ||
	    (patch->commit && !add_tree(context, sum, patch->commit, error)))
		return NULL;
	if (check->reads_mail && !add_file(sum, patch->mail, error))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}
