// SPDX-License-Identifier: GPL-2.0
#include "check/comments.h"

#include <string.h>

#include "tree/git.h"

/* A literal, so that what looks like a comment in it is none; or a comment. */
#define TOKEN                                                                  \
	"\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|"                \
	"/\\*(?:[^*]|\\*(?!/))*+\\*/|//(?:\\\\\\r?\\n|[^\\n])*+"

typedef struct {
	char **words; /* names, numbers, and what is between them */
	int line; /* of the file */
} Comment;

static void comment_free(gpointer data)
{
	Comment *comment = data;

	g_strfreev(comment->words);
	g_free(comment);
}

static char **words_of(const char *text)
{
	g_autofree char *plain = g_strdup(text);

	/* how it is broken into lines is not what it says */
	g_strdelimit(plain, " \t\r\n*", ' ');
	return g_regex_split_simple("\\s+|\\b", plain, 0, 0);
}

static int count_lines(const char *from, const char *to)
{
	int n = 0;

	for (; from < to; from++)
		n += *from == '\n';
	return n;
}

static GPtrArray *comments_of(GBytes *bytes)
{
	g_autoptr(GRegex) token = g_regex_new(
		TOKEN, G_REGEX_RAW | G_REGEX_DOTALL | G_REGEX_OPTIMIZE, 0,
		NULL);
	GPtrArray *comments = g_ptr_array_new_with_free_func(comment_free);
	g_autoptr(GMatchInfo) match = NULL;
	gsize len;
	const char *text = g_bytes_get_data(bytes, &len);
	int line = 1, at = 0;

	if (!len)
		return comments;
	g_regex_match_full(token, text, (gssize)len, 0, 0, &match, NULL);
	for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
		g_autofree char *found = g_match_info_fetch(match, 0);
		Comment *comment;
		int start;

		g_match_info_fetch_pos(match, 0, &start, NULL);
		line += count_lines(text + at, text + start);
		at = start;
		if (*found != '/')
			continue;
		comment = g_new0(Comment, 1);
		comment->words = words_of(found);
		comment->line = line;
		g_ptr_array_add(comments, comment);
	}
	return comments;
}

static bool is_renamed(const char *from, const char *to)
{
	return g_str_has_prefix(to, "napi_") &&
	       !g_str_has_prefix(from, "napi_");
}

/* Where the first name differs if nothing but names does; -1. */
static int renamed_at(char **before, char **after)
{
	int at = -1;
	int i;

	for (i = 0; before[i] && after[i]; i++) {
		if (g_str_equal(before[i], after[i]))
			continue;
		if (!is_renamed(before[i], after[i]))
			return -1;
		if (at < 0)
			at = i;
	}
	return before[i] || after[i] ? -1 : at;
}

/* The index in @comments of one that says the same; -1. */
static int find_same(const GPtrArray *comments, const Comment *comment)
{
	for (guint i = 0; i < comments->len; i++) {
		const Comment *one = comments->pdata[i];

		if (g_strv_equal((const char *const *)one->words,
				 (const char *const *)comment->words))
			return (int)i;
	}
	return -1;
}

/* The comments of @after that @before has not; what both have leaves @before. */
static GPtrArray *take_new(GPtrArray *before, GPtrArray *after)
{
	GPtrArray *fresh = g_ptr_array_new_with_free_func(comment_free);

	while (after->len) {
		Comment *comment = g_ptr_array_steal_index(after, 0);
		int same = find_same(before, comment);

		if (same < 0) {
			g_ptr_array_add(fresh, comment);
			continue;
		}
		comment_free(comment);
		g_ptr_array_remove_index(before, (guint)same);
	}
	return fresh;
}

GPtrArray *ks_comments_renamed(GBytes *before, GBytes *after, const char *file)
{
	g_autoptr(GPtrArray) old = comments_of(before);
	g_autoptr(GPtrArray) now = comments_of(after);
	g_autoptr(GPtrArray) fresh = take_new(old, now);
	GPtrArray *findings = ks_findings_new();

	for (guint i = 0; i < fresh->len; i++) {
		const Comment *comment = fresh->pdata[i];

		for (guint j = 0; j < old->len; j++) {
			const Comment *was = old->pdata[j];
			g_autofree char *text = NULL;
			int at = renamed_at(was->words, comment->words);

			if (at < 0)
				continue;
			text = g_strdup_printf(
				"a comment says %s where it said %s: it is no "
				"call, leave it",
				comment->words[at], was->words[at]);
			g_ptr_array_add(findings,
					ks_finding_new("comments", "warning",
						       file, comment->line, "",
						       text));
			g_ptr_array_remove_index(old, j);
			break;
		}
	}
	return findings;
}

static bool is_c(const char *file)
{
	return g_str_has_suffix(file, ".c") || g_str_has_suffix(file, ".h");
}

bool ks_comments_check(KsContext *context, const KsPatch *patch,
		       GPtrArray *findings, GError **error)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
	g_autoptr(GPtrArray) files = g_ptr_array_new();
	g_autoptr(GPtrArray) blobs = NULL;

	for (char **file = patch->files; file && *file; file++) {
		if (!is_c(*file))
			continue;
		g_ptr_array_add(files, *file);
		g_ptr_array_add(names,
				g_strdup_printf("%s:%s", patch->parent, *file));
		g_ptr_array_add(names,
				g_strdup_printf("%s:%s", patch->commit, *file));
	}
	if (!files->len || !patch->commit)
		return true;
	g_ptr_array_add(names, NULL);
	blobs = ks_git_read(context, (const char *const *)names->pdata, error);
	if (!blobs)
		return false;
	for (guint i = 0; i < files->len; i++) {
		GBytes *before = blobs->pdata[2 * i];
		GBytes *after = blobs->pdata[2 * i + 1];
		g_autoptr(GPtrArray) found = NULL;

		if (!before || !after)
			continue;
		found = ks_comments_renamed(before, after, files->pdata[i]);
		g_ptr_array_extend_and_steal(findings, g_steal_pointer(&found));
	}
	return true;
}
