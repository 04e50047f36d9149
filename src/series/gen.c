// SPDX-License-Identifier: GPL-2.0
#include "series/gen.h"

#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "series/convert.h"
#include "tree/am.h"
#include "tree/git.h"

/* A series in the making: the branch grows patch by patch. */
typedef struct {
	KsContext *context;
	KsGen *gen;
	const KsGate *gate; /* or NULL */
	KsConverter *converter;
	char *wip; /* ref that is moved while the work lasts */
	char *tip; /* commit that the next patch goes on top of */
	gint64 date;
	guint done;
} Maker;

static void maker_clear(Maker *maker)
{
	g_clear_pointer(&maker->gen, ks_gen_free);
	g_clear_pointer(&maker->converter, ks_converter_free);
	g_clear_pointer(&maker->wip, g_free);
	g_clear_pointer(&maker->tip, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Maker, maker_clear)

static void gen_patch_free(gpointer data)
{
	KsGenPatch *patch = data;

	g_free(patch->subject);
	g_free(patch->skipped);
	if (patch->result)
		ks_rule_result_free(patch->result);
	g_free(patch->parent);
	g_free(patch->commit);
	g_strfreev(patch->files);
	g_free(patch->mail);
	g_free(patch);
}

void ks_gen_free(KsGen *gen)
{
	g_free(gen->base);
	g_free(gen->tip);
	g_free(gen->branch);
	g_free(gen->dir);
	if (gen->sender)
		ks_identity_free(gen->sender);
	g_ptr_array_unref(gen->patches);
	g_free(gen);
}

/* Put a commit on the tip and move there. */
static bool commit(Maker *maker, KsCommitSpec *spec, GError **error)
{
	char *id;

	spec->ref = maker->wip;
	spec->parent = maker->tip;
	spec->date = maker->date + ++maker->done;
	id = ks_commit_write(maker->context, spec, error);
	if (!id)
		return false;
	g_free(maker->tip);
	maker->tip = id;
	return true;
}

static GPtrArray *changed_files(const KsRuleResult *result)
{
	GPtrArray *files = ks_new_files();

	for (guint i = 0; i < result->files->len; i++) {
		const KsSpatchFile *file = result->files->pdata[i];

		if (!g_bytes_equal(file->before, file->after))
			ks_new_files_add(files, file->path, file->after);
	}
	return files;
}

/* What is said of the patch once it is committed: its files and lines. */
static bool measure(Maker *maker, KsGenPatch *patch, GError **error)
{
	g_autofree char *stat = ks_git(maker->context, error, "diff-tree", "-r",
				       "--numstat", "--no-renames",
				       patch->parent, patch->commit, NULL);
	g_auto(GStrv) lines = stat ? g_strsplit(stat, "\n", -1) : NULL;
	guint n = lines ? g_strv_length(lines) : 0;

	if (!stat)
		return false;
	patch->files = g_new0(char *, n + 1);
	for (guint i = 0; i < n; i++) {
		g_auto(GStrv) words = g_strsplit(lines[i], "\t", 3);

		if (g_strv_length(words) != 3)
			continue;
		patch->insertions += atoi(words[0]);
		patch->deletions += atoi(words[1]);
		patch->files[i] = g_strdup(words[2]);
	}
	return true;
}

static char *skip_reason(const KsPatchDef *def, const KsRuleResult *result)
{
	guint left = ks_rule_result_count(result, KS_FATE_LEFT);

	if (left)
		return g_strdup_printf(
			"nothing of %s to convert in %s, sites left alone: %u (is it converted already? --without takes a conversion out first)",
			def->rule, def->driver, left);
	return g_strdup_printf(
		"no site for %s in %s (is it converted already? --without takes a conversion out first)",
		def->rule, def->driver);
}

static bool make_generated(Maker *maker, KsGenPatch *patch, GError **error)
{
	const KsPatchDef *def = patch->def;
	const KsIdentity *sender = maker->gen->sender;
	g_autofree char *message = NULL;
	g_autoptr(GPtrArray) files = NULL;
	KsCommitSpec spec = {.author = sender};

	patch->subject = g_strdup(def->subject);
	patch->skipped = ks_converter_missing(maker->converter, def, error);
	if (patch->skipped)
		return true;
	if (*error)
		return false;
	patch->result = ks_converter_run(maker->converter, def, maker->tip,
					 KS_RULE_PATCH, error);
	if (!patch->result || !ks_rule_result_check(patch->result, error))
		return false;
	files = changed_files(patch->result);
	if (!files->len) {
		patch->skipped = skip_reason(def, patch->result);
		return true;
	}
	message = g_strdup_printf("%s\n\n%s\n\nSigned-off-by: %s <%s>\n",
				  def->subject, g_strchomp(def->message),
				  sender->name, sender->email);
	spec.message = message;
	spec.files = files;
	return commit(maker, &spec, error);
}

/* "Name <address>" */
static KsIdentity *parse_identity(const char *text)
{
	KsIdentity *identity = g_new0(KsIdentity, 1);
	const char *open = strstr(text, " <");

	identity->name = g_strndup(text, open - text);
	identity->email = g_strndup(open + 2, strlen(open + 2) - 1);
	return identity;
}

static bool make_by_hand(Maker *maker, KsGenPatch *patch, GError **error)
{
	g_autoptr(KsAm) am = ks_am_apply(maker->context, maker->tip,
					 patch->def->patch, error);
	g_autoptr(KsIdentity) author = NULL;
	g_autofree char *refused = NULL;
	KsCommitSpec spec = {0};

	if (!am)
		return false;
	patch->subject = g_strdup(am->subject);
	refused = am->tree ? ks_am_absolute_path(am->patch) : NULL;
	if (!am->tree || refused) {
		patch->stale = true;
		patch->skipped = g_strdup_printf("does not apply: %s",
						 refused ? refused : am->why);
		patch->mail = g_strdup(patch->def->patch);
		return true;
	}
	author = parse_identity(am->author);
	spec.author = author;
	spec.message = am->message;
	spec.tree = am->tree;
	return commit(maker, &spec, error);
}

static bool make_patch(Maker *maker, const KsPatchDef *def, GError **error)
{
	KsGenPatch *patch = g_new0(KsGenPatch, 1);
	g_autoptr(GError) why = NULL;
	bool ok;

	g_ptr_array_add(maker->gen->patches, patch);
	patch->def = def;
	patch->parent = g_strdup(maker->tip);
	ok = def->patch ? make_by_hand(maker, patch, &why) :
			  make_generated(maker, patch, &why);
	if (!ok) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	if (patch->skipped)
		return true;
	patch->commit = g_strdup(maker->tip);
	return measure(maker, patch, error);
}

/* Take every conversion of the series out, the last one first. */
static bool revert_all(Maker *maker, GError **error)
{
	const GPtrArray *defs = maker->gen->series->patches;
	g_autoptr(KsIdentity) tool = ks_identity_tool();

	for (guint i = defs->len; i > 0; i--) {
		const KsPatchDef *def = defs->pdata[i - 1];
		g_autoptr(KsRuleResult) result = NULL;
		g_autoptr(GPtrArray) files = NULL;
		KsCommitSpec spec = {.author = tool, .message = "revert\n"};

		if (def->patch)
			continue;
		ks_progress_step(maker->context->progress, defs->len - i,
				 def->id);
		result = ks_converter_run(maker->converter, def, maker->tip,
					  KS_RULE_REVERT, error);
		if (!result || !ks_rule_result_check(result, error))
			return false;
		files = changed_files(result);
		spec.files = files;
		if (files->len && !commit(maker, &spec, error))
			return false;
	}
	return true;
}

/* The base without the conversions, as one commit on the tree. */
static bool make_base(Maker *maker, GError **error)
{
	const KsGen *gen = maker->gen;
	g_autoptr(KsIdentity) tool = ks_identity_tool();
	g_autofree char *message = g_strdup_printf(
		"kseries: take %s out of %s\n\n"
		"Made by the reversed rules of the series, so that it can be\n"
		"made again on top.\n",
		gen->series->name, gen->tree->name);
	g_autofree char *name = NULL;
	g_autofree char *tree = NULL;
	KsCommitSpec spec = {.author = tool, .message = message};

	if (!revert_all(maker, error))
		return false;
	if (g_str_equal(maker->tip, gen->tree->commit))
		return true;
	name = g_strconcat(maker->tip, "^{tree}", NULL);
	tree = ks_git(maker->context, error, "rev-parse", "--verify", name,
		      NULL);
	if (!tree)
		return false;
	spec.tree = tree;
	g_free(maker->tip);
	maker->tip = g_strdup(gen->tree->commit);
	maker->done = 0;
	return commit(maker, &spec, error);
}

static bool start(Maker *maker, GError **error)
{
	KsGen *gen = maker->gen;

	gen->sender = ks_identity_new(maker->context, error);
	if (!gen->sender)
		return false;
	gen->branch = g_strdup_printf("refs/heads/series/%s/%s",
				      gen->series->name, gen->tree->name);
	maker->wip = g_strdup_printf("refs/wip/%s/%s/%d", gen->series->name,
				     gen->tree->name, getpid());
	maker->tip = g_strdup(gen->tree->commit);
	maker->converter = ks_converter_new(maker->context, gen->series,
					    gen->tree, maker->gate, error);
	return maker->converter &&
	       ks_commit_date(maker->context, gen->tree->commit, &maker->date,
			      error);
}

/* The branch becomes what was made, in one step. */
static bool finish(Maker *maker, GError **error)
{
	const KsGen *gen = maker->gen;
	g_autofree char *base = g_strconcat("refs/bases/", gen->series->name,
					    "/", gen->tree->name, NULL);
	g_autofree char *done = NULL;
	g_autofree char *kept = NULL;

	done = ks_git(maker->context, error, "update-ref", gen->branch,
		      maker->tip, NULL);
	if (!done)
		return false;
	kept = ks_git(maker->context, error, "update-ref", base, gen->base,
		      NULL);
	return kept != NULL;
}

static void drop_wip(const Maker *maker)
{
	KsContext context = *maker->context;
	g_autofree char *gone = NULL;

	context.cancel = NULL; /* also after an interrupt */
	if (maker->wip)
		gone = ks_git(&context, NULL, "update-ref", "-d", maker->wip,
			      NULL);
}

static bool make_all(Maker *maker, bool without, GError **error)
{
	KsGen *gen = maker->gen;
	KsProgress *progress = maker->context->progress;
	const GPtrArray *defs = gen->series->patches;
	bool ok = true;

	if (without) {
		ks_progress_begin(progress, "take the series out", defs->len);
		ok = make_base(maker, error);
		ks_progress_end(progress);
	}
	if (!ok)
		return false;
	gen->base = g_strdup(maker->tip);
	ks_progress_begin(progress, "generate", defs->len);
	for (guint i = 0; i < defs->len && ok; i++) {
		const KsPatchDef *def = defs->pdata[i];

		ks_progress_step(progress, i, def->id);
		ok = make_patch(maker, def, error);
	}
	ks_progress_end(progress);
	gen->tip = g_strdup(maker->tip);
	return ok;
}

KsGen *ks_gen_run(KsContext *context, const KsSeries *series,
		  const KsTree *tree, bool without, const KsGate *gate,
		  GError **error)
{
	g_auto(Maker) maker = {.context = context, .gate = gate};
	bool ok;

	maker.gen = g_new0(KsGen, 1);
	maker.gen->series = series;
	maker.gen->tree = tree;
	maker.gen->patches = g_ptr_array_new_with_free_func(gen_patch_free);
	ok = start(&maker, error) && make_all(&maker, without, error) &&
	     finish(&maker, error);
	drop_wip(&maker);
	return ok ? g_steal_pointer(&maker.gen) : NULL;
}
