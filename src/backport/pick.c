// SPDX-License-Identifier: GPL-2.0
#include "backport/pick.h"

#include <string.h>

#include "backport/stable.h"
#include "backport/translate.h"
#include "series/posting.h"
#include "tree/git.h"

typedef struct {
	KsContext *context;
	const KsDialect *dialect;
	const char *what;
	KsPicks *picks;
	KsIdentity *sender;
	gint64 date;
	char *plain; /* commit or tree that the next plain merge goes onto */
} Picker;

const char *ks_pick_fate_name(KsPickFate fate)
{
	static const char *const names[] = {"clean",	 "adapted", "nothing",
					    "not there", "needs",   "conflict"};

	return names[fate];
}

static void pick_free(gpointer data)
{
	KsPick *pick = data;

	g_ptr_array_unref(pick->rules);
	g_ptr_array_unref(pick->doubts);
	g_ptr_array_unref(pick->lacks);
	g_clear_pointer(&pick->conflicts, g_ptr_array_unref);
	g_free(pick->commit);
	g_free(pick);
}

void ks_picks_free(KsPicks *picks)
{
	g_free(picks->tree);
	g_free(picks->base);
	g_free(picks->branch);
	g_free(picks->tip);
	g_ptr_array_unref(picks->picks);
	g_free(picks);
}

static char *tree_of(const KsContext *context, const char *commit,
		     GError **error)
{
	g_autofree char *name = g_strconcat(commit, "^{tree}", NULL);

	return ks_git(context, error, "rev-parse", "--verify", name, NULL);
}

/* What a merge onto @ours (a tree's id) has come to. */
static KsPickFate fate_of(const KsMerge *merge, const char *ours, guint files)
{
	guint absent = 0;

	if (!merge->conflicts->len)
		return g_str_equal(merge->tree, ours) ? KS_PICK_NOTHING :
							KS_PICK_CLEAN;
	for (guint i = 0; i < merge->conflicts->len; i++) {
		const KsMergeConflict *conflict = merge->conflicts->pdata[i];

		absent += g_str_equal(conflict->kind, "modify/delete");
	}
	return absent == merge->conflicts->len && absent == files ?
		       KS_PICK_ABSENT :
		       KS_PICK_CONFLICT;
}

static const char *find_dialect(const KsDialect *dialect, const KsMerge *merge,
				GPtrArray *ran)
{
	const char *rule = NULL;

	for (guint i = 0; !rule && i < merge->conflicts->len; i++) {
		const KsMergeConflict *conflict = merge->conflicts->pdata[i];

		if (conflict->base)
			rule = ks_dialect_differs(dialect, conflict->base,
						  conflict->ours, ran);
	}
	return rule;
}

static KsMerge *merge(const Picker *self, const KsChange *change,
		      GPtrArray *files, const char *ours, KsPickFate *fate,
		      GError **error)
{
	g_autoptr(KsMerge) merged =
		ks_merge(self->context, change->base, files, ours, error);

	if (merged)
		*fate = fate_of(merged, ours, change->files->len);
	return g_steal_pointer(&merged);
}

static bool is_merged(KsPickFate fate)
{
	return fate == KS_PICK_CLEAN || fate == KS_PICK_NOTHING;
}

/*
 * The translated merge onto @ours, or the plain one where that is as good: it
 * is the same texts, or only they merge.  @plain is that of the other stack,
 * good here if both stacks are at the same tree.
 */
static KsMerge *merge_best(const Picker *self, KsPick *pick,
			   GPtrArray *translated, KsMerge **plain,
			   const char *ours, GError **error)
{
	const KsChange *change = pick->change;
	bool same = translated == change->files;
	g_autoptr(KsMerge) best = NULL, other = NULL;
	KsPickFate fate;

	if (same && g_str_equal(self->plain, ours)) {
		pick->fate = pick->plain;
		return g_steal_pointer(plain);
	}
	best = merge(self, change, translated, ours, &pick->fate, error);
	if (!best || same)
		return g_steal_pointer(&best);
	other = merge(self, change, change->files, ours, &fate, error);
	if (!other)
		return NULL;
	if (is_merged(fate) &&
	    (!is_merged(pick->fate) || g_str_equal(other->tree, best->tree))) {
		pick->fate = fate;
		return g_steal_pointer(&other);
	}
	if (pick->fate == KS_PICK_CLEAN)
		pick->fate = KS_PICK_ADAPTED;
	return g_steal_pointer(&best);
}

static char *note_of(const KsPick *pick)
{
	g_autofree char *rules = NULL;

	if (pick->fate != KS_PICK_ADAPTED)
		return NULL;
	g_ptr_array_add(pick->rules, NULL);
	rules = g_strjoinv(", ", (char **)pick->rules->pdata);
	g_ptr_array_remove_index(pick->rules, pick->rules->len - 1);
	return g_strdup_printf("written as this kernel writes it: %s", rules);
}

static bool put_on_branch(const Picker *self, KsPick *pick, const char *tree,
			  GError **error)
{
	KsPicks *picks = self->picks;
	g_autofree char *note = note_of(pick);
	const KsStableSpec spec = {
		.change = pick->change,
		.what = self->what,
		.note = note,
		.tree = tree,
		.parent = picks->tip,
		.sender = self->sender,
		.date = self->date,
	};

	pick->commit = ks_stable_commit(self->context, &spec, error);
	if (!pick->commit)
		return false;
	g_free(picks->tip);
	picks->tip = g_strdup(pick->commit);
	return true;
}

static void count(KsPicks *picks, const KsPick *pick)
{
	picks->fates[pick->fate]++;
	picks->plain[pick->plain]++;
	if (!pick->dialect)
		return;
	picks->dialect++;
	picks->resolved += pick->fate != KS_PICK_CONFLICT &&
			   pick->fate != KS_PICK_ABSENT;
}

/* One change; @ours is the tree at the branch's tip and becomes the next. */
static bool pick_one(Picker *self, const KsChange *change,
		     KsTranslation *translation, char **ours, GError **error)
{
	KsPick *pick = g_new0(KsPick, 1);
	g_autoptr(KsMerge) plain = NULL, best = NULL;
	g_autofree char *next = NULL;

	pick->change = change;
	pick->rules = g_ptr_array_ref(translation->rules);
	pick->doubts = g_ptr_array_ref(translation->doubts);
	pick->lacks = ks_lacks_new();
	g_ptr_array_add(self->picks->picks, pick);
	plain = merge(self, change, change->files, self->plain, &pick->plain,
		      error);
	if (!plain)
		return false;
	if (pick->plain == KS_PICK_CONFLICT)
		pick->dialect = find_dialect(self->dialect, plain, pick->rules);
	if (pick->plain == KS_PICK_CLEAN)
		next = g_strdup(plain->tree);
	best = merge_best(self, pick, translation->files, &plain, *ours, error);
	if (!best)
		return false;
	pick->conflicts = g_ptr_array_ref(best->conflicts);
	if (pick->fate == KS_PICK_CLEAN || pick->fate == KS_PICK_ADAPTED) {
		if (!put_on_branch(self, pick, best->tree, error))
			return false;
		g_free(*ours);
		*ours = g_strdup(best->tree);
	}
	if (next) {
		g_free(self->plain);
		self->plain = g_steal_pointer(&next);
	}
	count(self->picks, pick);
	return true;
}

static bool pick_all(Picker *self, GPtrArray *changes, GError **error)
{
	KsProgress *progress = self->context->progress;
	g_autoptr(GPtrArray)
		translations = ks_translate(self->context, self->dialect,
					    changes, self->picks->base, error);
	g_autofree char *ours =
		translations ?
			tree_of(self->context, self->picks->base, error) :
			NULL;
	bool ok = ours != NULL;

	self->plain = g_strdup(ours);
	if (progress)
		ks_progress_begin(progress, self->picks->tree, changes->len);
	for (guint i = 0; ok && i < changes->len; i++) {
		const KsChange *change = changes->pdata[i];

		if (progress)
			ks_progress_step(progress, i, change->title);
		ok = pick_one(self, change, translations->pdata[i], &ours,
			      error);
	}
	if (progress)
		ks_progress_end(progress);
	return ok;
}

/* "6.1.170..6.1" as a part of a branch's name: git takes no "..". */
static char *branch_of(const char *what, const char *tree)
{
	g_autofree char *slug = g_strdup(what);

	for (char *at = slug; *at; at++)
		if (!g_ascii_isalnum(*at) && *at != '-' && *at != '_' &&
		    (*at != '.' || at[1] == '.' || !at[1] || at == slug ||
		     at[-1] == '-'))
			*at = '-';
	return g_strdup_printf("refs/heads/series/backport-%s/%s", slug, tree);
}

static bool publish(const Picker *self, GError **error)
{
	KsPosting posting = {.branch = self->picks->branch,
			     .tip = self->picks->tip};
	g_autoptr(GPtrArray) postings = g_ptr_array_new();

	g_ptr_array_add(postings, &posting);
	return ks_postings_publish(self->context, postings, self->picks->branch,
				   self->picks->base, error);
}

KsPicks *ks_pick(KsContext *context, const KsDialect *dialect,
		 GPtrArray *changes, const char *what, const KsTree *tree,
		 GError **error)
{
	g_autoptr(KsPicks) picks = g_new0(KsPicks, 1);
	Picker self = {.context = context,
		       .dialect = dialect,
		       .what = what,
		       .picks = picks};
	bool ok;

	picks->tree = g_strdup(tree->name);
	picks->base = g_strdup(tree->commit);
	picks->tip = g_strdup(tree->commit);
	picks->branch = branch_of(what, tree->name);
	picks->picks = g_ptr_array_new_with_free_func(pick_free);
	self.sender = ks_identity_new(context, error);
	ok = self.sender &&
	     ks_commit_date(context, tree->commit, &self.date, error) &&
	     pick_all(&self, changes, error) && publish(&self, error);
	g_clear_pointer(&self.sender, ks_identity_free);
	g_free(self.plain);
	return ok ? g_steal_pointer(&picks) : NULL;
}
