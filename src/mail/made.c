// SPDX-License-Identifier: GPL-2.0
#include "mail/made.h"

#include <string.h>

#include "base/checksum.h"
#include "base/names.h"
#include "check/audit.h"
#include "check/audit_gate.h"
#include "mail/format.h"
#include "mail/gen_file.h"
#include "series-id.h"
#include "series/commit.h"

#define MADE "made"

static void patch_free(gpointer patch)
{
	ks_patch_free(patch);
}

static KsMade *made_new(void)
{
	KsMade *made = g_new0(KsMade, 1);

	made->patches = g_ptr_array_new_with_free_func(patch_free);
	made->left = g_ptr_array_new_with_free_func(ks_left_free);
	return made;
}

void ks_made_free(KsMade *made)
{
	g_free(made->base);
	g_free(made->dir);
	g_ptr_array_unref(made->patches);
	g_ptr_array_unref(made->left);
	g_free(made);
}

/* Names and contents of the files of a folder. */
static bool add_dir(GChecksum *sum, const char *path, GError **error)
{
	g_auto(GStrv) names = ks_dir_names(path, error);

	if (!names)
		return false;
	for (guint i = 0; names[i]; i++) {
		g_autofree char *file = g_build_filename(path, names[i], NULL);
		g_autofree char *text = NULL;
		gsize size;

		if (g_file_test(file, G_FILE_TEST_IS_DIR))
			continue;
		if (!g_file_get_contents(file, &text, &size, error))
			return false;
		ks_sum_add(sum, names[i]);
		g_checksum_update(sum, (const guchar *)text, size);
		ks_sum_add(sum, "");
	}
	return true;
}

static bool add_version(const KsContext *context, GChecksum *sum,
			const char *program, GError **error)
{
	g_autofree char *version =
		ks_program_version(program, context->cancel, error);

	if (version)
		ks_sum_add(sum, version);
	return version != NULL;
}

static void add_texts(GChecksum *sum, const GPtrArray *texts)
{
	for (guint i = 0; i < texts->len; i++) {
		const KsNewFile *file = texts->pdata[i];
		gsize size;
		const void *text = g_bytes_get_data(file->text, &size);

		ks_sum_add(sum, file->path);
		g_checksum_update(sum, text, (gssize)size);
		ks_sum_add(sum, "");
	}
}

/* What is in no folder that is looked at already. */
static bool add_hand_written(GChecksum *sum, const KsSeries *series,
			     GError **error)
{
	for (guint i = 0; i < series->patches->len; i++) {
		const KsPatchDef *def = series->patches->pdata[i];
		g_autofree char *text = NULL;
		gsize size;

		ks_sum_add(sum, def->drop);
		ks_sum_add(sum, def->lacks);
		if (def->texts) {
			ks_sum_add(sum, def->subject);
			ks_sum_add(sum, def->message);
			add_texts(sum, def->texts);
		}
		if (!def->patch)
			continue;
		if (!g_file_get_contents(def->patch, &text, &size, error))
			return false;
		g_checksum_update(sum, (const guchar *)text, size);
		ks_sum_add(sum, "");
	}
	return true;
}

/* A name for everything that a series is made from. */
static char *made_key(KsContext *context, const KsSeries *series,
		      const KsTree *tree, bool without, GError **error)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
	g_autofree char *cocci = ks_data_path(context, "cocci", NULL);
	g_autofree char *family =
		ks_data_path(context, "MAINTAINERS-snippet", NULL);
	g_autofree char *text = NULL;
	g_autoptr(KsIdentity) sender = ks_identity_new(context, error);

	if (!sender || !g_file_get_contents(family, &text, NULL, error))
		return NULL;
	ks_sum_add(sum, KS_SERIES_ID);
	ks_sum_add(sum, series->name);
	ks_sum_add(sum, tree->name);
	ks_sum_add(sum, tree->commit);
	ks_sum_add(sum, without ? "without" : "");
	ks_sum_add(sum, sender->name);
	ks_sum_add(sum, sender->email);
	ks_sum_add(sum, g_getenv("SOURCE_DATE_EPOCH"));
	ks_sum_add(sum, text);
	if (!ks_audit_sum(context, tree->name, series->family, sum, error) ||
	    !add_dir(sum, series->dir, error) || !add_dir(sum, cocci, error) ||
	    !add_hand_written(sum, series, error) ||
	    !add_version(context, sum, "spatch", error) ||
	    !add_version(context, sum, "git", error))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}

/* What the checks need of the patches that were made. */
static KsMade *take(const KsGen *gen)
{
	KsMade *made = made_new();

	made->base = g_strdup(gen->base);
	made->dir = g_strdup(gen->dir);
	made->known = gen->known;
	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *from = gen->patches->pdata[i];
		KsPatch *patch;

		if (from->skipped && !from->stale) {
			g_ptr_array_add(made->left, ks_left_new(from->subject,
								from->skipped));
			continue;
		}
		patch = g_new0(KsPatch, 1);
		patch->number = made->patches->len + 1;
		patch->subject = g_strdup(from->subject);
		patch->parent = g_strdup(from->parent);
		patch->commit = g_strdup(from->commit);
		patch->mail = g_strdup(from->mail);
		patch->driver = g_strdup(from->def->driver);
		patch->files = g_strdupv(from->files);
		g_ptr_array_add(made->patches, patch);
	}
	return made;
}

/* Whose patches they are, and on what. */
static void set_place(const KsMade *made, const KsSeries *series,
		      const KsTree *tree)
{
	for (guint i = 0; i < made->patches->len; i++) {
		KsPatch *patch = made->patches->pdata[i];

		patch->family = g_strdup(series->family);
		patch->tree = g_strdup(tree->name);
	}
}

KsGen *ks_make_gen(KsContext *context, const KsSeries *series,
		   const KsTree *tree, bool without, GError **error)
{
	const KsGate gate = ks_audit_gate(context);
	g_autofree char *key = made_key(context, series, tree, without, error);
	g_autofree char *dir = ks_home_path(context, MADE, NULL);
	g_autofree char *path = key ? g_build_filename(dir, key, NULL) : NULL;
	g_autoptr(KsGen) gen = NULL;

	if (!path)
		return NULL;
	gen = ks_gen_load(context, series, tree, path);
	if (gen) {
		gen->sender = ks_identity_new(context, error);
		return gen->sender && ks_postings_publish(context,
							  gen->postings,
							  gen->branch,
							  gen->base, error) ?
			       g_steal_pointer(&gen) :
			       NULL;
	}
	gen = ks_gen_run(context, series, tree, without, &gate, error);
	if (!gen || !ks_format_mails(context, gen, NULL, error) ||
	    !ks_mkdir(dir, error) || !ks_gen_save(gen, path, error))
		return NULL;
	return g_steal_pointer(&gen);
}

KsMade *ks_make_series(KsContext *context, const KsSeries *series,
		       const KsTree *tree, bool without, GError **error)
{
	g_autoptr(KsGen)
		gen = ks_make_gen(context, series, tree, without, error);
	KsMade *made = gen ? take(gen) : NULL;

	if (made)
		set_place(made, series, tree);
	return made;
}
