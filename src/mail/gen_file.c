// SPDX-License-Identifier: GPL-2.0
#include "mail/gen_file.h"

#include "base/names.h"
#include "base/variant.h"
#include "tree/git.h"

#define POSTING "(msmsssmsu)"
#define SITE	"(sssuuuumsb)"
#define RESULT	"m(xa" SITE ")"
#define DEF	"(msmsms)"
#define FILES	"(asuu)"
#define PATCH	"(smsbbbi" DEF "msmsms" FILES RESULT "ms)"
#define FORMAT                                                                 \
	"(sms"                                                                 \
	"a" POSTING "a" PATCH ")"

static GVariant *pack_posting(const KsPosting *posting)
{
	return g_variant_new(POSTING, posting->name, posting->group,
			     posting->branch, posting->tip, posting->dir,
			     posting->patches);
}

static GVariant *pack_site(const KsRuleSite *site)
{
	return g_variant_new(SITE, site->file, site->site->token,
			     site->site->function, site->site->line,
			     site->site->column, site->site->kind, site->fate,
			     site->reason, site->unproven);
}

static GVariant *pack_result(const KsRuleResult *result)
{
	GVariantBuilder sites;
	GVariant *value;

	if (!result)
		return g_variant_new_maybe(G_VARIANT_TYPE("(xa" SITE ")"),
					   NULL);
	g_variant_builder_init(&sites, G_VARIANT_TYPE("a" SITE));
	for (guint i = 0; i < result->sites->len; i++)
		g_variant_builder_add_value(&sites,
					    pack_site(result->sites->pdata[i]));
	value = g_variant_new("(xa" SITE ")", (gint64)result->spatch_us,
			      &sites);
	return g_variant_new_maybe(NULL, value);
}

static GVariant *pack_files(const KsGenPatch *patch)
{
	static const char *const none[] = {NULL};

	return g_variant_new("(^asuu)",
			     patch->files ? (const char *const *)patch->files :
					    none,
			     patch->insertions, patch->deletions);
}

static GVariant *pack_patch(const KsGen *gen, const KsGenPatch *patch)
{
	const KsPatchDef *def = patch->def;
	guint posting = 0;
	bool in = patch->posting &&
		  g_ptr_array_find(gen->postings, patch->posting, &posting);

	return g_variant_new(
		"(smsbbbi@" DEF "msmsms@" FILES "@" RESULT "ms)",
		patch->subject, patch->skipped, patch->disproved, patch->stale,
		patch->failed, in ? (int)posting : -1,
		g_variant_new(DEF, def->driver, def->rule, def->chain),
		patch->group, patch->parent, patch->commit, pack_files(patch),
		pack_result(patch->result), patch->mail);
}

bool ks_gen_save(const KsGen *gen, const char *path, GError **error)
{
	GVariantBuilder postings, patches;
	g_autoptr(GVariant) value = NULL;

	g_variant_builder_init(&postings, G_VARIANT_TYPE("a" POSTING));
	g_variant_builder_init(&patches, G_VARIANT_TYPE("a" PATCH));
	for (guint i = 0; i < gen->postings->len; i++)
		g_variant_builder_add_value(
			&postings, pack_posting(gen->postings->pdata[i]));
	for (guint i = 0; i < gen->patches->len; i++)
		g_variant_builder_add_value(
			&patches, pack_patch(gen, gen->patches->pdata[i]));
	value = g_variant_ref_sink(g_variant_new(FORMAT, gen->base, gen->dir,
						 &postings, &patches));
	return ks_write_file(path, g_variant_get_data(value),
			     g_variant_get_size(value), error);
}

static void unpack_postings(KsGen *gen, GVariantIter *iter)
{
	KsPosting one;

	while (g_variant_iter_next(iter, POSTING, &one.name, &one.group,
				   &one.branch, &one.tip, &one.dir,
				   &one.patches))
		g_ptr_array_add(gen->postings, g_memdup2(&one, sizeof(one)));
}

static void unpack_site(KsRuleResult *result, GVariant *value)
{
	const char *file, *token, *function, *reason;
	guint line, column, kind, fate;
	gboolean unproven;
	KsSite site = {.args = -1};

	g_variant_get(value, "(&s&s&suuuum&sb)", &file, &token, &function,
		      &line, &column, &kind, &fate, &reason, &unproven);
	site.token = (char *)token;
	site.function = (char *)function;
	site.line = line;
	site.column = column;
	site.kind = (KsSiteKind)kind;
	ks_rule_result_add(result, file, &site, (KsFate)fate, reason)->unproven =
		unproven;
}

static KsRuleResult *unpack_result(GVariant *maybe)
{
	g_autoptr(GVariant) value = g_variant_get_maybe(maybe);
	g_autoptr(GVariantIter) sites = NULL;
	KsRuleResult *result;
	GVariant *site;

	if (!value)
		return NULL;
	result = ks_rule_result_new();
	g_variant_get(value, "(xa" SITE ")", &result->spatch_us, &sites);
	while ((site = g_variant_iter_next_value(sites))) {
		unpack_site(result, site);
		g_variant_unref(site);
	}
	return result;
}

static void unpack_patch(KsGen *gen, GVariant *value)
{
	KsGenPatch *patch = g_new0(KsGenPatch, 1);
	KsPatchDef *def = g_new0(KsPatchDef, 1);
	KsWanted *wanted = ks_wanted_new(def);
	g_autoptr(GVariant) result = NULL;
	gboolean disproved, stale, failed;
	int posting;

	wanted->own = def;
	g_ptr_array_add(gen->wanted, wanted);
	g_ptr_array_add(gen->patches, patch);
	patch->def = def;
	g_variant_get(value, "(smsbbbi" DEF "msmsms(^asuu)@" RESULT "ms)",
		      &patch->subject, &patch->skipped, &disproved, &stale,
		      &failed, &posting, &def->driver, &def->rule, &def->chain,
		      &patch->group, &patch->parent, &patch->commit,
		      &patch->files, &patch->insertions, &patch->deletions,
		      &result, &patch->mail);
	patch->disproved = disproved;
	patch->stale = stale;
	patch->failed = failed;
	patch->result = unpack_result(result);
	if (posting >= 0 && (guint)posting < gen->postings->len)
		patch->posting = gen->postings->pdata[posting];
}

/* The mails and the branches' commits have to be there still. */
static bool is_whole(const KsContext *context, const KsGen *gen)
{
	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->mail &&
		    !g_file_test(patch->mail, G_FILE_TEST_EXISTS))
			return false;
	}
	for (guint i = 0; i < gen->postings->len; i++) {
		const KsPosting *posting = gen->postings->pdata[i];
		g_autofree char *type = ks_git(context, NULL, "cat-file", "-t",
					       posting->tip, NULL);

		if (!type)
			return false;
	}
	return true;
}

KsGen *ks_gen_load(const KsContext *context, const KsSeries *series,
		   const KsTree *tree, const char *path)
{
	g_autoptr(GVariant) value = ks_variant_load(path, FORMAT);
	g_autoptr(KsGen) gen = NULL;
	g_autoptr(GVariantIter) postings = NULL;
	g_autoptr(GVariantIter) patches = NULL;
	GVariant *patch;

	if (!value)
		return NULL;
	gen = ks_gen_new(series, tree);
	g_variant_get(value, FORMAT, &gen->base, &gen->dir, &postings,
		      &patches);
	unpack_postings(gen, postings);
	while ((patch = g_variant_iter_next_value(patches))) {
		unpack_patch(gen, patch);
		g_variant_unref(patch);
	}
	gen->known = true;
	return is_whole(context, gen) ? g_steal_pointer(&gen) : NULL;
}
