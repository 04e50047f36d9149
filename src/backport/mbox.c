// SPDX-License-Identifier: GPL-2.0
#include "backport/mbox.h"

#include <string.h>

#include "base/error.h"
#include "series/commit.h"
#include "tree/am.h"
#include "tree/git.h"
#include "tree/tree.h"

/* Write each mail to a file of its own in @dir; their paths, in order. */
static char **split(const KsContext *context, const char *path, const char *dir,
		    GError **error)
{
	g_autofree char *out = g_strconcat("-o", dir, NULL);
	/* -b: one that has no "From " line is one mail */
	const char *argv[] = {"mailsplit", "-b", out, "--", path, NULL};
	g_auto(KsChildResult) result = {0};
	g_autoptr(GStrvBuilder) paths = g_strv_builder_new();
	guint64 n;

	if (!ks_git_run(context, argv, NULL, NULL, &result, error))
		return NULL;
	n = g_ascii_strtoull(result.out->str, NULL, 10);
	for (guint64 i = 1; i <= n; i++) {
		/* mailsplit's own default: four digits, or more if needed */
		g_autofree char *name =
			g_strdup_printf("%04" G_GUINT64_FORMAT, i);
		g_autofree char *mail = g_build_filename(dir, name, NULL);

		g_strv_builder_add(paths, mail);
	}
	return g_strv_builder_end(paths);
}

/* What git format-patch --base says, if the store has it. */
static char *named_base(const KsContext *context, char **mails)
{
	g_autoptr(GRegex)
		regex = g_regex_new("^base-commit: ([0-9a-f]{40})\\r?$",
				    G_REGEX_MULTILINE, 0, NULL);

	for (; *mails; mails++) {
		g_autofree char *text = NULL;
		g_autoptr(GMatchInfo) match = NULL;
		g_autofree char *id = NULL;
		g_autofree char *name = NULL;
		char *commit;

		/* what is no UTF-8 cannot be searched, and is no cover */
		if (!g_file_get_contents(*mails, &text, NULL, NULL) ||
		    !g_utf8_validate(text, -1, NULL) ||
		    !g_regex_match(regex, text, 0, &match))
			continue;
		id = g_match_info_fetch(match, 1);
		name = g_strconcat(id, "^{commit}", NULL);
		commit = ks_git(context, NULL, "rev-parse", "--verify",
				"--quiet", name, NULL);
		if (commit)
			return commit;
	}
	return NULL;
}

static char *find_base(KsContext *context, const char *path, const char *base,
		       char **mails, GError **error)
{
	g_autoptr(KsTree) tree = NULL;
	char *commit;

	if (base) {
		tree = ks_tree_find(context, base, error);
		return tree ? g_strdup(tree->commit) : NULL;
	}
	commit = named_base(context, mails);
	if (!commit)
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: no mail has a \"base-commit:\" that a tree's "
			    "history has: name the tree it is for with --base",
			    path);
	return commit;
}

static bool is_patch(const KsAm *am)
{
	return g_str_has_prefix(am->patch, "diff --git ") ||
	       strstr(am->patch, "\ndiff --git ");
}

/* "Name <address>" as commit-tree's environment wants it. */
static char **people(const KsAm *am)
{
	const char *at = strrchr(am->author, '<');
	g_autofree char *name =
		g_strstrip(g_strndup(am->author, at - am->author));
	g_autofree char *email = g_strndup(at + 1, strlen(at + 1) - 1);
	g_autoptr(GStrvBuilder) env = g_strv_builder_new();
	const char *const words[][2] = {
		{"GIT_AUTHOR_NAME", name},
		{"GIT_AUTHOR_EMAIL", email},
		{"GIT_AUTHOR_DATE", am->date},
		{"GIT_COMMITTER_NAME", name},
		{"GIT_COMMITTER_EMAIL", email},
		{"GIT_COMMITTER_DATE", am->date},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
		g_autofree char *word =
			g_strconcat(words[i][0], "=", words[i][1], NULL);

		g_strv_builder_add(env, word);
	}
	return g_strv_builder_end(env);
}

/* The commit of one mail on @parent; "" if it has no patch. */
static char *commit_mail(const KsContext *context, const char *path,
			 const char *mail, const char *parent, GError **error)
{
	g_autoptr(KsAm) am = ks_am_apply(context, parent, mail, error);
	g_auto(KsChildResult) result = {0};
	g_autoptr(GBytes) message = NULL;
	g_autofree char *refused = NULL;
	g_auto(GStrv) env = NULL;

	if (!am)
		return NULL;
	if (!is_patch(am))
		return g_strdup("");
	refused = ks_am_absolute_path(am->patch);
	if (!am->tree || refused) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "%s: \"%s\" does not apply to %.12s: %s; name the "
			    "tree it is for with --base",
			    path, am->subject, parent,
			    refused ? refused : am->why);
		return NULL;
	}
	const char *argv[] = {"commit-tree", am->tree, "-p", parent, NULL};

	env = people(am);
	message = g_bytes_new(am->message, strlen(am->message));
	if (!ks_git_run(context, argv, (const char *const *)env, message,
			&result, error))
		return NULL;
	return g_strstrip(g_strdup(result.out->str));
}

GPtrArray *ks_changes_of_mails(KsContext *context, const char *path,
			       const char *base, const KsFamily *family,
			       GError **error)
{
	g_autoptr(KsTmpDir) dir = ks_tmpdir(context, error);
	g_auto(GStrv) mails = dir ? split(context, path, dir, error) : NULL;
	g_autofree char *tip =
		mails ? find_base(context, path, base, mails, error) : NULL;
	g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
	g_auto(GStrv) commits = NULL;
	GPtrArray *changes;

	if (!tip)
		return NULL;
	for (char **mail = mails; *mail; mail++) {
		g_autofree char *commit =
			commit_mail(context, path, *mail, tip, error);

		if (!commit)
			return NULL;
		if (!*commit)
			continue;
		g_strv_builder_add(builder, commit);
		g_free(tip);
		tip = g_steal_pointer(&commit);
	}
	commits = g_strv_builder_end(builder);
	changes = ks_changes_read(context, commits, family, error);
	if (changes && !changes->len) {
		g_ptr_array_unref(changes);
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: no patch%s%s",
			    path, family ? " of " : " in it",
			    family ? family->name : "");
		return NULL;
	}
	for (guint i = 0; changes && i < changes->len; i++)
		((KsChange *)changes->pdata[i])->mailed = true;
	return changes;
}
