// SPDX-License-Identifier: GPL-2.0
#include "backport/stable.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

/*
 * How a commit says where it comes from: the two forms of
 * Documentation/process/stable-kernel-rules.rst, and that of git cherry-pick -x.
 */
bool ks_stable_names_origin(const char *messages, const char *id)
{
	g_autoptr(GRegex) regex = g_regex_new(
		"^(?:commit ([0-9a-f]{12,40}) upstream\\.?|"
		"\\[ ?upstream commit ([0-9a-f]{12,40}) ?\\]|"
		"\\(cherry picked from commit ([0-9a-f]{12,40})\\))$",
		G_REGEX_CASELESS | G_REGEX_MULTILINE | G_REGEX_RAW, 0, NULL);
	g_autoptr(GMatchInfo) match = NULL;

	g_regex_match(regex, messages, 0, &match);
	for (; g_match_info_matches(match); g_match_info_next(match, NULL)) {
		int groups = g_match_info_get_match_count(match);
		g_autofree char *named = g_match_info_fetch(match, groups - 1);

		if (!id || g_str_has_prefix(id, named))
			return true;
	}
	return false;
}

/* Whether the text ends in trailers, which ours go right behind. */
static bool ends_in_trailers(const char *body)
{
	const char *line = strrchr(body, '\n');

	return g_regex_match_simple(
		"^([A-Z][A-Za-z-]*: .|\\(cherry picked from commit |\\[ .*: .*\\]$)",
		line ? line + 1 : body, 0, 0);
}

char *ks_stable_message(const KsStableSpec *spec, const char *message)
{
	GString *out = g_string_new(NULL);
	const char *end = strchr(message, '\n');
	g_autofree char *subject = end ? g_strndup(message, end - message) :
					 g_strdup(message);
	g_autofree char *body = g_strstrip(g_strdup(end ? end : ""));
	g_autofree char *sign = g_strdup_printf("Signed-off-by: %s <%s>",
						spec->sender->name,
						spec->sender->email);

	g_string_append_printf(out, "%s\n\n", subject);
	if (!spec->change->mailed && !ks_stable_names_origin(body, NULL))
		g_string_append_printf(out, "commit %s upstream.\n\n",
				       spec->change->commit);
	if (*body)
		g_string_append_printf(out, "%s\n%s", body,
				       ends_in_trailers(body) ? "" : "\n");
	if (spec->note)
		g_string_append_printf(out, "[ %s: %s ]\n", spec->sender->name,
				       spec->note);
	if (spec->note || !g_str_has_suffix(body, sign))
		g_string_append_printf(out, "%s\n", sign);
	return g_string_free(out, FALSE);
}

/* commit-tree's environment: who wrote it and who brings it. */
static char **people(const KsIdentity *sender, gint64 date, const char *author,
		     const char *email, const char *written)
{
	g_autofree char *when =
		g_strdup_printf("%" G_GINT64_FORMAT " +0000", date);
	g_autoptr(GStrvBuilder) env = g_strv_builder_new();
	const char *const words[][2] = {
		{"GIT_COMMITTER_NAME", sender->name},
		{"GIT_COMMITTER_EMAIL", sender->email},
		{"GIT_COMMITTER_DATE", when},
		{"GIT_AUTHOR_NAME", author},
		{"GIT_AUTHOR_EMAIL", email},
		{"GIT_AUTHOR_DATE", written ? written : when},
	};

	for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
		g_autofree char *word =
			g_strconcat(words[i][0], "=", words[i][1], NULL);

		g_strv_builder_add(env, word);
	}
	return g_strv_builder_end(env);
}

static char *write_commit(const KsContext *context, const KsStableSpec *spec,
			  char **env, const char *message, GError **error)
{
	const char *argv[] = {"commit-tree", spec->tree, "-p", spec->parent,
			      NULL};
	g_autoptr(GBytes) input = g_bytes_new(message, strlen(message));
	g_auto(KsChildResult) result = {0};

	if (!ks_git_run(context, argv, (const char *const *)env, input, &result,
			error))
		return NULL;
	return g_strstrip(g_strdup(result.out->str));
}

static char *commit_cut(const KsContext *context, const KsStableSpec *spec,
			GError **error)
{
	KsIdentity *tool = ks_identity_tool();
	g_auto(GStrv)
		env = people(tool, spec->date, tool->name, tool->email, NULL);
	g_autofree char *message = g_strdup_printf(
		"%s\n\nCut from the difference %s.%s%s\n", spec->change->title,
		spec->what, spec->note ? "\n\n" : "",
		spec->note ? spec->note : "");

	ks_identity_free(tool);
	return write_commit(context, spec, env, message, error);
}

char *ks_stable_commit(const KsContext *context, const KsStableSpec *spec,
		       GError **error)
{
	g_autofree char *text = NULL, *message = NULL;
	g_auto(GStrv) parts = NULL, env = NULL;

	if (!spec->change->commit)
		return commit_cut(context, spec, error);
	text = ks_git(context, error, "show", "-s", "--date=raw",
		      "--format=%an%n%ae%n%ad%n%B", spec->change->commit, NULL);
	if (!text)
		return NULL;
	parts = g_strsplit(text, "\n", 4);
	if (g_strv_length(parts) != 4) {
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "git show %s: no author and message",
			    spec->change->commit);
		return NULL;
	}
	message = ks_stable_message(spec, parts[3]);
	env = people(spec->sender, spec->date, parts[0], parts[1], parts[2]);
	return write_commit(context, spec, env, message, error);
}
