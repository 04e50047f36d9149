// SPDX-License-Identifier: GPL-2.0
#include "backport/translate.h"

#include <string.h>

#include "backport/probe.h"
#include "base/error.h"
#include "tree/git.h"

/* Both texts of one region, as far as they are translated. */
typedef struct {
	KsTranslation *translation;
	const KsChange *change;
	const KsChangeFile *file;
	GBytes *texts[2]; /* before, after; never NULL, may be empty */
	GBytes *theirs; /* the target's file, or NULL */
	GPtrArray *ours; /* KsSite of both texts, for the rule at hand */
	KsDialectWay way; /* of the rule at hand */
	const char *was;
} Piece;

typedef struct {
	KsContext *context;
	const KsDialect *dialect;
	const char *target;
	GPtrArray *pieces;
	GHashTable *probes; /* "COMMIT SYMBOL": KsProbe + 1 */
} Translator;

static void translation_free(gpointer data)
{
	KsTranslation *translation = data;

	g_ptr_array_unref(translation->files);
	g_ptr_array_unref(translation->rules);
	g_ptr_array_unref(translation->doubts);
	g_free(translation);
}

static void piece_free(gpointer data)
{
	Piece *piece = data;

	g_bytes_unref(piece->texts[0]);
	g_bytes_unref(piece->texts[1]);
	g_clear_pointer(&piece->theirs, g_bytes_unref);
	g_clear_pointer(&piece->ours, g_ptr_array_unref);
	g_free(piece);
}

static GBytes *slice(GBytes *text, gsize at, gsize len)
{
	return text ? g_bytes_new_from_bytes(text, at, len) :
		      g_bytes_new_static("", 0);
}

static void add_pieces(const Translator *self, KsTranslation *translation,
		       const KsChange *change, const KsChangeFile *file,
		       GBytes *theirs)
{
	for (guint i = 0; i < file->regions->len; i++) {
		const KsRegion *at = &g_array_index(file->regions, KsRegion, i);
		Piece *piece = g_new0(Piece, 1);

		piece->translation = translation;
		piece->change = change;
		piece->file = file;
		piece->texts[0] =
			slice(file->before, at->before, at->before_len);
		piece->texts[1] = slice(file->after, at->after, at->after_len);
		piece->theirs = theirs ? g_bytes_ref(theirs) : NULL;
		g_ptr_array_add(self->pieces, piece);
	}
}

static bool add_change(const Translator *self, const KsChange *change,
		       GPtrArray *translations, GError **error)
{
	KsTranslation *translation = g_new0(KsTranslation, 1);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) theirs = NULL;

	translation->files = g_ptr_array_ref(change->files);
	translation->rules = g_ptr_array_new();
	translation->doubts = g_ptr_array_new_with_free_func(g_free);
	g_ptr_array_add(translations, translation);
	for (guint i = 0; i < change->files->len; i++) {
		const KsChangeFile *file = change->files->pdata[i];

		g_ptr_array_add(names, g_strconcat(self->target, ":",
						   file->path, NULL));
	}
	g_ptr_array_add(names, NULL);
	theirs = ks_git_read(self->context, (const char *const *)names->pdata,
			     error);
	for (guint i = 0; theirs && i < change->files->len; i++)
		add_pieces(self, translation, change, change->files->pdata[i],
			   theirs->pdata[i]);
	return theirs != NULL;
}

/* Whether @commit has all that the rule needs. */
static bool has_needs(const Translator *self, const KsRule *rule,
		      const char *commit, bool *has, GError **error)
{
	*has = true;
	for (guint i = 0; *has && i < rule->needs->len; i++) {
		const KsRuleNeed *need = rule->needs->pdata[i];
		g_autofree char *key =
			g_strconcat(commit, " ", need->symbol, NULL);
		guint known = GPOINTER_TO_UINT(
			g_hash_table_lookup(self->probes, key));
		KsProbe probe = known - 1;

		if (!known &&
		    !ks_probe(self->context, need, commit, &probe, error))
			return false;
		g_hash_table_insert(self->probes, g_steal_pointer(&key),
				    GUINT_TO_POINTER(probe + 1));
		*has = probe == KS_PROBE_THERE;
	}
	return true;
}

static void find_ours(Piece *piece, const KsDialectRule *rule)
{
	g_autoptr(GPtrArray) after = ks_dialect_sites(rule, piece->texts[1]);

	g_clear_pointer(&piece->ours, g_ptr_array_unref);
	piece->ours = ks_dialect_sites(rule, piece->texts[0]);
	g_ptr_array_extend_and_steal(piece->ours, g_steal_pointer(&after));
}

/* Whether there is something to do for the rule on its way. */
static bool has_word(const Piece *piece, const KsRule *rule, bool newer)
{
	bool same = g_strv_contains((const char *const *)rule->tokens,
				    rule->result);

	for (guint i = 0; i < piece->ours->len; i++) {
		const char *token = ((KsSite *)piece->ours->pdata[i])->token;
		bool result = g_str_equal(token, rule->result);

		if (result == newer || (result && same))
			return true;
	}
	return false;
}

static bool choose_way(const Translator *self, Piece *piece,
		       const KsDialectRule *rule, GError **error)
{
	g_autoptr(GPtrArray) theirs = NULL;
	bool source, target;

	piece->way = KS_DIALECT_KEEP;
	find_ours(piece, rule);
	if (!piece->ours->len || !piece->theirs)
		return true;
	if (!has_needs(self, rule->rule, piece->change->base, &source, error) ||
	    !has_needs(self, rule->rule, self->target, &target, error))
		return false;
	theirs = ks_dialect_sites(rule, piece->theirs);
	piece->way = ks_dialect_way(rule, piece->ours, theirs, &piece->was);
	if (source != target)
		piece->way = source ? KS_DIALECT_REVERT : KS_DIALECT_PATCH;
	if (piece->way == KS_DIALECT_REVERT ?
		    !rule->reverts || !has_word(piece, rule->rule, true) :
		    !rule->patches || !has_word(piece, rule->rule, false))
		piece->way = KS_DIALECT_KEEP;
	if (!piece->was)
		piece->was = rule->rule->tokens[0];
	return true;
}

/* Both texts as spatch takes them; an empty one has nothing to be read. */
static GPtrArray *spatch_files(const Piece *piece)
{
	static const char *const folders[] = {"before/", "after/"};
	GPtrArray *files = ks_spatch_files_new();

	for (guint i = 0; i < G_N_ELEMENTS(folders); i++) {
		g_autofree char *path =
			g_strconcat(folders[i], piece->file->path, NULL);

		if (g_bytes_get_size(piece->texts[i]))
			ks_spatch_files_add(files, path, piece->texts[i]);
	}
	return files;
}

/* Whether @text calls what the rule would replace. */
static bool has_calls(const KsDialectRule *rule, GBytes *text, bool newer)
{
	g_autoptr(GPtrArray) sites = ks_dialect_sites(rule, text);

	for (guint i = 0; i < sites->len; i++) {
		const KsSite *site = sites->pdata[i];

		if (site->kind == KS_SITE_CALL &&
		    g_str_equal(site->token, rule->rule->result) == newer)
			return true;
	}
	return false;
}

/*
 * Why the pair cannot be believed, or NULL: one text was changed and the other,
 * which has the same to change, was not.
 */
static const char *wrong(const Piece *piece, const KsDialectRule *rule,
			 GPtrArray *files)
{
	bool newer = piece->way == KS_DIALECT_REVERT;
	bool changed = false, left = false;

	for (guint i = 0; i < files->len; i++) {
		const KsSpatchFile *file = files->pdata[i];

		if (file->gaps->len)
			return "spatch does not parse all of it";
		if (!g_bytes_equal(file->before, file->after))
			changed = true;
		else
			left |= has_calls(rule, file->before, newer);
	}
	return changed && left ? "spatch changed it before or after, not both" :
				 NULL;
}

static void take(Piece *piece, const KsDialectRule *rule, GPtrArray *files)
{
	GPtrArray *rules = piece->translation->rules;
	guint next = 0;

	for (guint i = 0; i < G_N_ELEMENTS(piece->texts); i++) {
		const KsSpatchFile *file;

		if (!g_bytes_get_size(piece->texts[i]))
			continue;
		file = files->pdata[next++];
		if (g_bytes_equal(file->before, file->after))
			continue;
		g_bytes_unref(piece->texts[i]);
		piece->texts[i] = g_bytes_ref(file->after);
		if (!g_ptr_array_find(rules, rule->name, NULL))
			g_ptr_array_add(rules, rule->name);
	}
}

static bool run(const Translator *self, Piece *piece, const KsDialectRule *rule,
		GError **error)
{
	bool revert = piece->way == KS_DIALECT_REVERT;
	g_autofree char *was = g_strconcat("was=", piece->was, NULL);
	const char *const defines[] = {revert ? "revert" : "patch",
				       revert ? was : NULL, NULL};
	g_autoptr(GPtrArray) files = spatch_files(piece);
	g_autoptr(GError) local = NULL;
	const char *why;

	if (ks_spatch_run(self->context, rule->rule->text, defines, files,
			  &local)) {
		why = wrong(piece, rule, files);
	} else if (g_error_matches(local, KS_ERROR, KS_ERROR_BROKEN)) {
		why = local->message;
	} else {
		g_propagate_error(error, g_steal_pointer(&local));
		return false;
	}
	if (!why)
		take(piece, rule, files);
	else
		g_ptr_array_add(piece->translation->doubts,
				g_strdup_printf("%s: %s left as it is: %s",
						piece->file->path, rule->name,
						why));
	return true;
}

static bool run_all(const Translator *self, GError **error)
{
	KsProgress *progress = self->context->progress;
	const GPtrArray *rules = self->dialect->rules;
	bool ok = true;

	if (progress)
		ks_progress_begin(progress, "translate", self->pieces->len);
	for (guint i = 0; ok && i < self->pieces->len; i++) {
		Piece *piece = self->pieces->pdata[i];

		if (progress)
			ks_progress_step(progress, i, piece->file->path);
		for (guint k = 0; ok && k < rules->len; k++) {
			ok = choose_way(self, piece, rules->pdata[k], error) &&
			     (piece->way == KS_DIALECT_KEEP ||
			      run(self, piece, rules->pdata[k], error));
		}
	}
	if (progress)
		ks_progress_end(progress);
	return ok;
}

/* The text with what its regions have become, from the last to the first. */
static GBytes *rebuild(GBytes *text, const KsChangeFile *file, Piece **pieces,
		       guint which)
{
	GBytes *out = text ? g_bytes_ref(text) : NULL;

	for (guint i = file->regions->len; out && i--;) {
		const KsRegion *at = &g_array_index(file->regions, KsRegion, i);
		GBytes *old = out;

		out = ks_change_splice(old, which ? at->after : at->before,
				       which ? at->after_len : at->before_len,
				       pieces[i]->texts[which]);
		g_bytes_unref(old);
	}
	return out;
}

/* Pieces stand in the order of changes, files and regions. */
static void join(const Translator *self, GPtrArray *changes,
		 GPtrArray *translations)
{
	Piece **at = (Piece **)self->pieces->pdata;

	for (guint i = 0; i < changes->len; i++) {
		const KsChange *change = changes->pdata[i];
		KsTranslation *translation = translations->pdata[i];
		GPtrArray *files = ks_change_files_new();

		for (guint k = 0; k < change->files->len; k++) {
			const KsChangeFile *file = change->files->pdata[k];
			g_autoptr(GBytes)
				before = rebuild(file->before, file, at, 0);
			g_autoptr(GBytes)
				after = rebuild(file->after, file, at, 1);

			ks_change_files_add(files, file->path, before, after);
			at += file->regions->len;
		}
		if (translation->rules->len) {
			g_ptr_array_unref(translation->files);
			translation->files = files;
		} else {
			g_ptr_array_unref(files);
		}
	}
}

GPtrArray *ks_translate(KsContext *context, const KsDialect *dialect,
			GPtrArray *changes, const char *target, GError **error)
{
	g_autoptr(GPtrArray)
		translations = g_ptr_array_new_with_free_func(translation_free);
	g_autoptr(GPtrArray)
		pieces = g_ptr_array_new_with_free_func(piece_free);
	g_autoptr(GHashTable) probes =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	const Translator self = {.context = context,
				 .dialect = dialect,
				 .target = target,
				 .pieces = pieces,
				 .probes = probes};

	for (guint i = 0; i < changes->len; i++)
		if (!add_change(&self, changes->pdata[i], translations, error))
			return NULL;
	if (!run_all(&self, error))
		return NULL;
	join(&self, changes, translations);
	return g_steal_pointer(&translations);
}
