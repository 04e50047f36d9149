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
	KsPosting *posting; /* the one that grows; the gen's */
	guint part; /* of its group */
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
	g_free(patch->group);
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
	g_free(gen->branch);
	g_free(gen->dir);
	if (gen->sender)
		ks_identity_free(gen->sender);
	g_ptr_array_unref(gen->patches);
	g_ptr_array_unref(gen->postings);
	g_ptr_array_unref(gen->wanted);
	g_free(gen);
}

KsGen *ks_gen_new(const KsSeries *series, const KsTree *tree)
{
	KsGen *gen = g_new0(KsGen, 1);

	gen->series = series;
	gen->tree = tree;
	gen->branch = g_strdup_printf("refs/heads/series/%s/%s", series->name,
				      tree->name);
	gen->wanted = g_ptr_array_new_with_free_func(ks_wanted_free);
	gen->patches = g_ptr_array_new_with_free_func(gen_patch_free);
	gen->postings = g_ptr_array_new_with_free_func(ks_posting_free);
	return gen;
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

static void move_to(Maker *maker, const char *commit)
{
	char *tip = g_strdup(commit);

	g_free(maker->tip);
	maker->tip = tip;
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

	if (ks_def_is_synthesised(def))
		return g_strdup_printf(
			"the audit proves nothing of %s to convert in %s, sites left alone: %u",
			def->rule, def->driver, left);
	if (left)
		return g_strdup_printf(
			"nothing of %s to convert in %s, sites left alone: %u (is it converted already? --without takes a conversion out first)",
			def->rule, def->driver, left);
	return g_strdup_printf(
		"no site for %s in %s (is it converted already? --without takes a conversion out first)",
		def->rule, def->driver);
}

/* What is not proven afterwards is taken back. */
static bool prove(Maker *maker, KsGenPatch *patch, GError **error)
{
	if (!ks_converter_prove(maker->converter, patch->def, maker->tip,
				patch->result, &patch->skipped, error))
		return false;
	if (!patch->skipped)
		return true;
	patch->disproved = true;
	move_to(maker, patch->parent);
	return true;
}

/* Whether a text ends in trailers, which a sign-off may follow. */
static bool ends_in_trailers(const char *text)
{
	const char *last = strrchr(text, '\n');

	return g_regex_match_simple(
		"^[A-Z][A-Za-z-]*: ", last ? last + 1 : text, 0, 0);
}

static char *make_message(const KsGenPatch *patch, const KsIdentity *sender)
{
	g_autofree char *text = g_strdup(patch->def->message ?
						 patch->def->message :
						 patch->result->story);

	g_strchomp(text);
	return g_strdup_printf("%s\n\n%s\n%sSigned-off-by: %s <%s>\n",
			       patch->subject, text,
			       ends_in_trailers(text) ? "" : "\n", sender->name,
			       sender->email);
}

static bool make_generated(Maker *maker, const KsWanted *wanted,
			   KsGenPatch *patch, GError **error)
{
	const KsPatchDef *def = patch->def;
	const KsIdentity *sender = maker->gen->sender;
	g_autofree char *message = NULL;
	g_autoptr(GPtrArray) files = NULL;
	KsCommitSpec spec = {.author = sender};

	patch->subject = def->subject ? g_strdup(def->subject) :
					g_strdup_printf("%s: switch to %s()",
							def->driver, def->rule);
	if (wanted->idle || def->drop) {
		patch->skipped = g_strdup(def->drop ? def->drop : wanted->idle);
		patch->result = ks_rule_result_new();
		return true;
	}
	patch->skipped = def->lacks ?
				 g_strdup(def->lacks) :
				 ks_converter_missing(maker->converter, def,
						      maker->tip, error);
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
	message = make_message(patch, sender);
	spec.message = message;
	spec.files = files;
	return commit(maker, &spec, error) && prove(maker, patch, error);
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

/* What a port has put together: the tree's files, and what becomes of them. */
static bool make_given(Maker *maker, KsGenPatch *patch, GError **error)
{
	const KsIdentity *sender = maker->gen->sender;
	g_autofree char *message = NULL;
	KsCommitSpec spec = {.author = sender, .files = patch->def->texts};

	patch->subject = g_strdup(patch->def->subject);
	message = make_message(patch, sender);
	spec.message = message;
	return commit(maker, &spec, error);
}

/* Each vendor's patches start from the base, and a full posting is followed. */
static void enter_posting(Maker *maker, const char *group)
{
	KsGen *gen = maker->gen;
	KsPosting *posting = maker->posting;
	bool same = posting && !g_strcmp0(posting->group, group);
	bool full = same && group && posting->patches == KS_POSTING_MAX;

	if (same && !full)
		return;
	maker->part = full ? maker->part + 1 : 1;
	maker->posting =
		ks_posting_new(group, maker->part, gen->branch, gen->base);
	if (posting && !posting->patches)
		g_ptr_array_remove(gen->postings, posting);
	g_ptr_array_add(gen->postings, maker->posting);
	move_to(maker, gen->base);
}

/* One of many drivers does not end the others, but for an interrupt. */
static bool survive(Maker *maker, const KsWanted *wanted, KsGenPatch *patch,
		    GError *why)
{
	if (!wanted->own || g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED))
		return false;
	g_free(patch->skipped);
	patch->skipped = g_strdup(why->message);
	patch->failed = true;
	move_to(maker, patch->parent);
	return true;
}

static bool make_one(Maker *maker, const KsWanted *wanted, KsGenPatch *patch,
		     GError **error)
{
	if (patch->def->texts)
		return make_given(maker, patch, error);
	if (patch->def->patch)
		return make_by_hand(maker, patch, error);
	return make_generated(maker, wanted, patch, error);
}

static bool make_patch(Maker *maker, const KsWanted *wanted, GError **error)
{
	KsGenPatch *patch = g_new0(KsGenPatch, 1);
	g_autoptr(GError) why = NULL;

	enter_posting(maker, wanted->group);
	g_ptr_array_add(maker->gen->patches, patch);
	patch->def = wanted->def;
	patch->group = g_strdup(wanted->group);
	patch->parent = g_strdup(maker->tip);
	if (!make_one(maker, wanted, patch, &why) &&
	    !survive(maker, wanted, patch, why)) {
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	if (patch->skipped)
		return true;
	patch->commit = g_strdup(maker->tip);
	patch->posting = maker->posting;
	maker->posting->patches++;
	g_free(maker->posting->tip);
	maker->posting->tip = g_strdup(maker->tip);
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

		if (!def->rule)
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
	move_to(maker, gen->tree->commit);
	maker->done = 0;
	return commit(maker, &spec, error);
}

static bool start(Maker *maker, GError **error)
{
	KsGen *gen = maker->gen;

	gen->sender = ks_identity_new(maker->context, error);
	if (!gen->sender)
		return false;
	maker->wip = g_strdup_printf("refs/wip/%s/%s/%d", gen->series->name,
				     gen->tree->name, getpid());
	maker->tip = g_strdup(gen->tree->commit);
	maker->converter = ks_converter_new(maker->context, gen->series,
					    gen->tree, maker->gate, error);
	return maker->converter &&
	       ks_commit_date(maker->context, gen->tree->commit, &maker->date,
			      error);
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
	GPtrArray *wanted;
	bool ok = true;

	if (without) {
		ks_progress_begin(progress, "take the series out",
				  gen->series->patches->len);
		ok = make_base(maker, error);
		ks_progress_end(progress);
	}
	if (!ok)
		return false;
	gen->base = g_strdup(maker->tip);
	wanted = ks_converter_wanted(maker->converter, error);
	if (!wanted)
		return false;
	g_ptr_array_unref(gen->wanted);
	gen->wanted = wanted;
	ks_progress_begin(progress, "generate", wanted->len);
	for (guint i = 0; i < wanted->len && ok; i++) {
		const KsWanted *one = wanted->pdata[i];

		ks_progress_step(progress, i, one->def->id);
		ok = make_patch(maker, one, error);
	}
	ks_progress_end(progress);
	if (maker->posting && maker->posting->group && !maker->posting->patches)
		g_ptr_array_remove(gen->postings, maker->posting);
	return ok;
}

KsGen *ks_gen_run(KsContext *context, const KsSeries *series,
		  const KsTree *tree, bool without, const KsGate *gate,
		  GError **error)
{
	g_auto(Maker) maker = {.context = context, .gate = gate};
	bool ok;

	maker.gen = ks_gen_new(series, tree);
	ok = start(&maker, error) && make_all(&maker, without, error) &&
	     ks_postings_publish(context, maker.gen->postings,
				 maker.gen->branch, maker.gen->base, error);
	drop_wip(&maker);
	return ok ? g_steal_pointer(&maker.gen) : NULL;
}
