// SPDX-License-Identifier: GPL-2.0
#include "backport/lacks.h"

#include <string.h>

#include "backport/declared.h"
#include "backport/scope.h"
#include "backport/uses.h"
#include "tree/git.h"

/* Where git's tree has what #include <name> names. */
static const char *const roots[] = {"include/",
				    "include/uapi/",
				    "arch/x86/include/",
				    "arch/x86/include/uapi/",
				    "arch/x86/include/generated/",
				    NULL};

typedef enum {
	HAS, /* or it cannot be told */
	LACKS,
} Answer;

/* One of both commits. */
typedef struct {
	const KsContext *context;
	const char *commit;
	KsDeclared *declared;
	GHashTable *own; /* names that the merged files declare there */
	GHashTable *headers; /* paths of those that are named and are there */
	GHashTable *tags; /* of structs that are still to be looked for */
} Side;

/* A use, and where it stands. */
typedef struct {
	KsMerged *merged;
	GPtrArray *uses;
} Used;

const char *ks_lack_kind_name(KsLackKind kind)
{
	static const char *const names[] = {"name", "member", "arguments",
					    "header", "changed"};

	return names[kind];
}

static void lack_free(gpointer data)
{
	KsLack *lack = data;

	g_free(lack->file);
	g_free(lack->name);
	g_free(lack->text);
	g_free(lack);
}

GPtrArray *ks_lacks_new(void)
{
	return g_ptr_array_new_with_free_func(lack_free);
}

static void used_free(gpointer data)
{
	Used *used = data;

	g_ptr_array_unref(used->uses);
	g_free(used);
}

static bool is_c(const char *path)
{
	return g_str_has_suffix(path, ".c") || g_str_has_suffix(path, ".h");
}

static GHashTable *set_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* What the files declare in a commit, which need not have all of them. */
static bool read_own(Side *side, GPtrArray *merged, GError **error)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GHashTable) paths = g_hash_table_new(g_str_hash, g_str_equal);
	g_autoptr(GPtrArray) files = g_ptr_array_new();
	g_autoptr(GPtrArray) texts = NULL;

	for (guint i = 0; i < merged->len; i++) {
		const KsMerged *file = merged->pdata[i];

		if (!is_c(file->path) ||
		    !g_hash_table_add(paths, (gpointer)file->path))
			continue;
		g_ptr_array_add(files, (gpointer)file->path);
		g_ptr_array_add(names, g_strconcat(side->commit, ":",
						   file->path, NULL));
	}
	g_ptr_array_add(files, NULL);
	g_ptr_array_add(names, NULL);
	texts = ks_git_read(side->context, (const char *const *)names->pdata,
			    error);
	for (guint i = 0; texts && i < texts->len; i++)
		if (texts->pdata[i])
			ks_uses_declared(texts->pdata[i], side->own);
	side->declared = ks_declared_new(side->context, side->commit,
					 (const char *const *)files->pdata);
	return texts != NULL;
}

/* Where git's tree has what an #include of @name in @file names. */
static void add_header_paths(GPtrArray *paths, const char *file,
			     const char *name)
{
	g_autofree char *dir = g_path_get_dirname(file);

	g_ptr_array_add(paths, g_build_filename(dir, name, NULL));
	for (const char *const *root = roots; *root; root++)
		g_ptr_array_add(paths, g_strconcat(*root, name, NULL));
	/* arch/x86 may have it made from the general one */
	if (g_str_has_prefix(name, "asm/"))
		g_ptr_array_add(paths,
				g_strconcat("include/asm-generic/",
					    name + strlen("asm/"), NULL));
}

/* Note which of the headers that the uses name the commit has. */
static bool read_headers(Side *side, GPtrArray *all, GError **error)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) texts = NULL;

	for (guint i = 0; i < all->len; i++) {
		const Used *used = all->pdata[i];

		for (guint k = 0; k < used->uses->len; k++) {
			const KsUse *use = used->uses->pdata[k];

			if (use->kind == KS_USE_HEADER)
				add_header_paths(paths, used->merged->path,
						 use->name);
		}
	}
	for (guint i = 0; i < paths->len; i++)
		g_ptr_array_add(names, g_strconcat(side->commit, ":",
						   paths->pdata[i], NULL));
	g_ptr_array_add(names, NULL);
	texts = ks_git_read(side->context, (const char *const *)names->pdata,
			    error);
	for (guint i = 0; texts && i < texts->len; i++)
		if (texts->pdata[i])
			g_hash_table_add(side->headers,
					 g_strdup(paths->pdata[i]));
	return texts != NULL;
}

static bool side_init(Side *side, const KsContext *context, const char *commit,
		      GPtrArray *merged, GPtrArray *all, GHashTable *names,
		      GError **error)
{
	side->context = context;
	side->commit = commit;
	side->own = set_new();
	side->headers = set_new();
	side->tags = set_new();
	return read_own(side, merged, error) &&
	       read_headers(side, all, error) &&
	       ks_declared_look(side->declared, names, error) &&
	       ks_declared_fetch(side->declared, names, error);
}

static void side_clear(Side *side)
{
	g_clear_pointer(&side->declared, ks_declared_free);
	g_clear_pointer(&side->own, g_hash_table_unref);
	g_clear_pointer(&side->headers, g_hash_table_unref);
	g_clear_pointer(&side->tags, g_hash_table_unref);
}

static bool has_name(const Side *side, const char *name)
{
	return g_hash_table_contains(side->own, name) ||
	       ks_declared_seen(side->declared, name);
}

static bool names(const KsLex *lex, guint open, guint close, const char *name)
{
	for (guint i = open; i <= close; i++)
		if (ks_lex_is(lex, i, name))
			return true;
	return false;
}

/*
 * Follow the chain to the struct that must have the member.  False without an
 * error where it is lost; a tag that was never looked for is noted.
 */
static const KsLex *follow(Side *side, const KsUse *use, const char *file,
			   char **tag, const char **path, guint *open,
			   guint *close, GError **error)
{
	*tag = g_strdup(use->tag);
	for (char **step = use->path;; step++) {
		const KsLex *lex;
		char *next;

		if (!ks_declared_looked(side->declared, *tag)) {
			g_hash_table_add(side->tags, g_strdup(*tag));
			return NULL;
		}
		lex = ks_declared_struct(side->declared, *tag, file, path, open,
					 close, error);
		if (!lex || !*step)
			return lex;
		next = ks_scope_tag(lex, *open, *close, *step);
		if (!next)
			return NULL;
		g_free(*tag);
		*tag = next;
	}
}

static bool ask_member(Side *side, const KsUse *use, const char *file,
		       Answer *answer, KsLack *lack, GError **error)
{
	g_autofree char *tag = NULL;
	g_autoptr(GError) failed = NULL;
	const KsLex *lex = NULL;
	const char *path;
	guint open, close;

	if (use->tag)
		lex = follow(side, use, file, &tag, &path, &open, &close,
			     &failed);
	if (failed) {
		g_propagate_error(error, g_steal_pointer(&failed));
		return false;
	}
	if (lex ? names(lex, open, close, use->name) :
		  has_name(side, use->name))
		return true;
	*answer = LACKS;
	lack->kind = KS_LACK_MEMBER;
	lack->text =
		lex ? g_strdup_printf("struct %s has no member %s (%s:%u)", tag,
				      use->name, path,
				      ks_lex_at(lex, open)->line) :
		      g_strdup_printf("no struct has a member %s", use->name);
	return true;
}

static bool ask_call(Side *side, const KsUse *use, const char *file,
		     Answer *answer, KsLack *lack, GError **error)
{
	g_autoptr(GPtrArray) found = ks_declared_signatures(
		side->declared, use->name, file, false, error);
	const KsSignature *first = NULL;

	if (!found)
		return false;
	for (guint i = 0; i < found->len; i++) {
		const KsSignature *it = found->pdata[i];

		if (it->variadic ? use->count >= it->count :
				   use->count == it->count)
			return true;
		first = first ? first : it;
	}
	if (!first || use->count < 0)
		return true;
	*answer = LACKS;
	lack->kind = KS_LACK_ARGUMENTS;
	lack->text = g_strdup_printf("%s() gets %d and takes %d%s (%s:%u)",
				     use->name, use->count, first->count,
				     first->variadic ? " or more" : "",
				     first->file, first->line);
	return true;
}

static void ask_header(const Side *side, const KsUse *use, const char *file,
		       Answer *answer, KsLack *lack)
{
	g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);

	add_header_paths(paths, file, use->name);
	for (guint i = 0; i < paths->len; i++)
		if (g_hash_table_contains(side->headers, paths->pdata[i]))
			return;
	*answer = LACKS;
	lack->kind = KS_LACK_HEADER;
	lack->text = g_strdup_printf("no header %s", use->name);
}

/* What a commit has of a use; @lack says what is wrong. */
static bool ask(Side *side, const KsUse *use, const char *file, Answer *answer,
		KsLack *lack, GError **error)
{
	*answer = HAS;
	if (use->kind == KS_USE_HEADER) {
		ask_header(side, use, file, answer, lack);
		return true;
	}
	if (use->kind == KS_USE_MEMBER)
		return ask_member(side, use, file, answer, lack, error);
	if (!has_name(side, use->name)) {
		*answer = LACKS;
		lack->kind = KS_LACK_NAME;
		lack->text = g_strdup_printf(
			use->kind == KS_USE_CALL ? "no %s()" : "no %s",
			use->name);
		return true;
	}
	return use->kind != KS_USE_CALL ||
	       ask_call(side, use, file, answer, lack, error);
}

static bool is_among(GPtrArray *signatures, const char *text)
{
	for (guint i = 0; i < signatures->len; i++)
		if (g_str_equal(((KsSignature *)signatures->pdata[i])->text,
				text))
			return true;
	return false;
}

/* The function is there, on both sides, and is another one. */
static bool compare(Side *source, Side *target, const KsUse *use,
		    const char *file, Answer *answer, KsLack *lack,
		    GError **error)
{
	g_autoptr(GPtrArray) old = ks_declared_signatures(
		target->declared, use->name, file, true, error);
	g_autoptr(GPtrArray) new =
		old ? ks_declared_signatures(source->declared, use->name, file,
					     true, error) :
		      NULL;
	const KsSignature *first;

	*answer = HAS;
	if (!new)
		return false;
	if (!old->len || !new->len)
		return true;
	first = old->pdata[0];
	for (guint i = 0; i < old->len; i++)
		if (is_among(new, ((KsSignature *)old->pdata[i])->text))
			return true;
	*answer = LACKS;
	lack->kind = KS_LACK_CHANGED;
	lack->text = g_strdup_printf("%s() is not what it is there (%s:%u)",
				     use->name, first->file, first->line);
	return true;
}

static bool judge(Side *source, Side *target, const KsUse *use,
		  const KsMerged *merged, GError **error)
{
	g_autofree KsLack *lack = g_new0(KsLack, 1);
	KsLack there = {0};
	Answer was, is;
	bool ok = ask(source, use, merged->path, &was, &there, error) &&
		  ask(target, use, merged->path, &is, lack, error);

	g_free(there.text);
	if (ok && was == HAS && is == HAS && use->kind == KS_USE_CALL)
		ok = compare(source, target, use, merged->path, &is, lack,
			     error);
	if (!ok || was == LACKS || is == HAS) {
		g_free(lack->text);
		return ok;
	}
	lack->file = g_strdup(merged->path);
	lack->line = use->line;
	lack->name = g_strdup(use->name);
	g_ptr_array_add(merged->lacks, g_steal_pointer(&lack));
	return true;
}

static GPtrArray *read_uses(GPtrArray *merged, GHashTable *names)
{
	GPtrArray *all = g_ptr_array_new_with_free_func(used_free);

	for (guint i = 0; i < merged->len; i++) {
		KsMerged *file = merged->pdata[i];
		Used *used;

		if (!file->after || !is_c(file->path))
			continue;
		used = g_new0(Used, 1);
		used->merged = file;
		used->uses = ks_uses_added(file->before, file->after);
		g_ptr_array_add(all, used);
		for (guint k = 0; k < used->uses->len; k++) {
			const KsUse *use = used->uses->pdata[k];

			if (use->kind != KS_USE_HEADER)
				g_hash_table_add(names, g_strdup(use->name));
			if (use->tag)
				g_hash_table_add(names, g_strdup(use->tag));
		}
	}
	return all;
}

/* Look for the structs that the chains of members go through. */
static bool look_along(Side *side, GPtrArray *all, GError **error)
{
	do {
		g_hash_table_remove_all(side->tags);
		for (guint i = 0; i < all->len; i++) {
			const Used *used = all->pdata[i];

			for (guint k = 0; k < used->uses->len; k++) {
				g_autofree char *tag = NULL;
				g_autoptr(GError) failed = NULL;
				const KsUse *use = used->uses->pdata[k];
				const char *path;
				guint open, close;

				if (!use->tag)
					continue;
				follow(side, use, used->merged->path, &tag,
				       &path, &open, &close, &failed);
				if (failed) {
					g_propagate_error(
						error,
						g_steal_pointer(&failed));
					return false;
				}
			}
		}
		if (!ks_declared_look(side->declared, side->tags, error) ||
		    !ks_declared_fetch(side->declared, side->tags, error))
			return false;
	} while (g_hash_table_size(side->tags));
	return true;
}

static bool judge_all(Side *source, Side *target, GPtrArray *all,
		      GError **error)
{
	KsProgress *progress = source->context->progress;
	bool ok = true;

	if (progress)
		ks_progress_begin(progress, "verify", all->len);
	for (guint i = 0; ok && i < all->len; i++) {
		const Used *used = all->pdata[i];

		if (progress)
			ks_progress_step(progress, i, used->merged->path);
		for (guint k = 0; ok && k < used->uses->len; k++)
			ok = judge(source, target, used->uses->pdata[k],
				   used->merged, error);
	}
	if (progress)
		ks_progress_end(progress);
	return ok;
}

bool ks_lacks_find(const KsContext *context, GPtrArray *merged,
		   const char *source, const char *target, GError **error)
{
	g_autoptr(GHashTable) names = set_new();
	g_autoptr(GPtrArray) all = read_uses(merged, names);
	Side old = {0}, new = {0};
	bool ok = side_init(&new, context, source, merged, all, names, error) &&
		  side_init(&old, context, target, merged, all, names, error) &&
		  look_along(&new, all, error) &&
		  look_along(&old, all, error) &&
		  judge_all(&new, &old, all, error);

	side_clear(&new);
	side_clear(&old);
	return ok;
}
