// SPDX-License-Identifier: GPL-2.0
#include "mail/made.h"

#include <string.h>

#include "base/checksum.h"
#include "base/names.h"
#include "base/variant.h"
#include "check/audit.h"
#include "check/audit_gate.h"
#include "mail/format.h"
#include "series-id.h"
#include "series/commit.h"
#include "tree/git.h"

#define MADE   "made"
#define PATCH  "(usssssas)"
#define FORMAT "(ssa" PATCH "a(ss))"

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

static bool add_hand_written(GChecksum *sum, const KsSeries *series,
			     GError **error)
{
	for (guint i = 0; i < series->patches->len; i++) {
		const KsPatchDef *def = series->patches->pdata[i];
		g_autofree char *text = NULL;
		gsize size;

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
	if (!ks_audit_sum(context, tree->name, sum, error) ||
	    !add_dir(sum, series->dir, error) || !add_dir(sum, cocci, error) ||
	    !add_hand_written(sum, series, error) ||
	    !add_version(context, sum, "spatch", error) ||
	    !add_version(context, sum, "git", error))
		return NULL;
	return g_strdup(g_checksum_get_string(sum));
}

static char *or_null(const char *text)
{
	return *text ? g_strdup(text) : NULL;
}

static void load_patches(KsMade *made, GVariantIter *patches,
			 GVariantIter *lefts)
{
	const char *subject, *parent, *commit, *mail, *driver, *reason;
	char **files;
	guint number;

	while (g_variant_iter_next(patches, "(u&s&s&s&s&s^as)", &number,
				   &subject, &parent, &commit, &mail, &driver,
				   &files)) {
		KsPatch *patch = g_new0(KsPatch, 1);

		patch->number = number;
		patch->subject = g_strdup(subject);
		patch->parent = g_strdup(parent);
		patch->commit = or_null(commit);
		patch->mail = g_strdup(mail);
		patch->driver = or_null(driver);
		patch->files = files;
		g_ptr_array_add(made->patches, patch);
	}
	while (g_variant_iter_next(lefts, "(&s&s)", &subject, &reason))
		g_ptr_array_add(made->left, ks_left_new(subject, reason));
}

/* The mails and the last commit have to be there still. */
static bool is_whole(const KsContext *context, const KsMade *made)
{
	const char *last = made->base;
	g_autofree char *tree = NULL;

	for (guint i = 0; i < made->patches->len; i++) {
		const KsPatch *patch = made->patches->pdata[i];

		if (!g_file_test(patch->mail, G_FILE_TEST_EXISTS))
			return false;
		last = patch->commit ? patch->commit : last;
	}
	tree = ks_git(context, NULL, "cat-file", "-t", last, NULL);
	return tree != NULL;
}

static KsMade *load(const KsContext *context, const char *path)
{
	g_autoptr(KsMade) made = made_new();
	g_autoptr(GVariant) value = ks_variant_load(path, FORMAT);
	g_autoptr(GVariantIter) patches = NULL;
	g_autoptr(GVariantIter) lefts = NULL;

	if (!value)
		return NULL;
	g_variant_get(value, "(ssa" PATCH "a(ss))", &made->base, &made->dir,
		      &patches, &lefts);
	load_patches(made, patches, lefts);
	made->known = true;
	return is_whole(context, made) ? g_steal_pointer(&made) : NULL;
}

static bool save(const KsMade *made, const char *path, GError **error)
{
	GVariantBuilder patches, lefts;
	g_autoptr(GVariant) value = NULL;

	g_variant_builder_init(&patches, G_VARIANT_TYPE("a" PATCH));
	g_variant_builder_init(&lefts, G_VARIANT_TYPE("a(ss)"));
	for (guint i = 0; i < made->patches->len; i++) {
		const KsPatch *patch = made->patches->pdata[i];
		static const char *const none[] = {NULL};

		g_variant_builder_add(
			&patches, "(usssss^as)", patch->number, patch->subject,
			patch->parent, patch->commit ? patch->commit : "",
			patch->mail, patch->driver ? patch->driver : "",
			patch->files ? (const char *const *)patch->files :
				       none);
	}
	for (guint i = 0; i < made->left->len; i++) {
		const KsLeft *left = made->left->pdata[i];

		g_variant_builder_add(&lefts, "(ss)", left->subject,
				      left->reason);
	}
	value = g_variant_ref_sink(
		g_variant_new("(ssa" PATCH "a(ss))", made->base,
			      made->dir ? made->dir : "", &patches, &lefts));
	return ks_write_file(path, g_variant_get_data(value),
			     g_variant_get_size(value), error);
}

/* What the checks need of the patches that were made. */
static KsMade *take(const KsGen *gen)
{
	KsMade *made = made_new();

	made->base = g_strdup(gen->base);
	made->dir = g_strdup(gen->dir);
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

KsMade *ks_make_series(KsContext *context, const KsSeries *series,
		       const KsTree *tree, bool without, GError **error)
{
	const KsGate gate = ks_audit_gate(context);
	g_autofree char *key = made_key(context, series, tree, without, error);
	g_autofree char *dir = ks_home_path(context, MADE, NULL);
	g_autofree char *path = key ? g_build_filename(dir, key, NULL) : NULL;
	g_autoptr(KsMade) made = path ? load(context, path) : NULL;
	g_autoptr(KsGen) gen = NULL;

	if (made)
		set_place(made, series, tree);
	if (made || !path)
		return g_steal_pointer(&made);
	gen = ks_gen_run(context, series, tree, without, &gate, error);
	if (!gen || !ks_format_mails(context, gen, NULL, error) ||
	    !ks_mkdir(dir, error))
		return NULL;
	made = take(gen);
	set_place(made, series, tree);
	return save(made, path, error) ? g_steal_pointer(&made) : NULL;
}
