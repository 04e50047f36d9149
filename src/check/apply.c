// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "check/apply_private.h"
#include "check/outcome.h"
#include "tree/git.h"

/*
 * The mail is applied as `git am` would, in an index of its own, without a
 * checkout: mailsplit, mailinfo, apply --cached, write-tree.
 */

/* The first "error:" line of git, without that word; newly allocated. */
static char *gits_reason(const char *said)
{
	g_auto(GStrv) lines = g_strsplit(said, "\n", -1);

	for (guint i = 0; lines[i]; i++)
		if (g_str_has_prefix(lines[i], "error: "))
			return g_strdup(lines[i] + strlen("error: "));
	return ks_last_line(said);
}

/*
 * git apply ends with 1 when a hunk does not fit, and with 128 both for a diff
 * that it cannot read and when the machine fails it.
 */
static bool is_bad_diff(const KsChildResult *result)
{
	static const char *const words[] = {
		"corrupt patch", "No valid patches", "unrecognized input",
		"bad git-diff",	 "without header",   "git diff header",
		"malformed",	 "invalid path",     "patch with only garbage"};

	if (result->status == 1)
		return true;
	for (guint i = 0; i < G_N_ELEMENTS(words); i++)
		if (strstr(result->err->str, words[i]))
			return true;
	return false;
}

/*
 * The tree that @diff makes of the patch's parent.  NULL without @error when
 * the diff is what is wrong: *@reason says how.
 */
static char *apply_diff(const KsContext *context, const KsPatch *patch,
			const char *dir, KsMailParts *parts, char **reason,
			GError **error)
{
	g_autofree char *path = g_build_filename(dir, "diff", NULL);
	g_autofree char *index =
		g_strdup_printf("GIT_INDEX_FILE=%s/index", dir);
	const char *env[] = {index, NULL};
	const char *read[] = {"read-tree", patch->parent, NULL};
	const char *apply[] = {"apply", "--cached", "--whitespace=warn", path,
			       NULL};
	const char *write[] = {"write-tree", NULL};
	g_auto(KsChildResult) first = {0}, second = {0}, third = {0};
	g_autoptr(GError) why = NULL;

	if (!ks_git_run(context, read, env, NULL, &first, error))
		return NULL;
	if (!ks_git_run(context, apply, env, NULL, &second, &why)) {
		g_string_append(parts->said, second.err->str);
		if (second.status > 0 && is_bad_diff(&second))
			*reason = gits_reason(second.err->str);
		else
			g_propagate_error(error, g_steal_pointer(&why));
		return NULL;
	}
	g_string_append(parts->said, second.err->str);
	if (!ks_git_run(context, write, env, NULL, &third, error))
		return NULL;
	return g_strdup(g_strchomp(third.out->str));
}

static char *stripspace(const KsContext *context, const char *text,
			GError **error)
{
	const char *argv[] = {"stripspace", NULL};
	g_autoptr(GBytes) input = g_bytes_new(text, strlen(text));
	g_auto(KsChildResult) result = {0};

	if (!ks_git_run(context, argv, NULL, input, &result, error))
		return NULL;
	return g_string_free(g_steal_pointer(&result.out), FALSE);
}

/* Whether the mail carries the commit's author and message, whole. */
static bool compare_message(const KsContext *context, const KsPatch *patch,
			    const KsMailParts *parts, char **reason,
			    GError **error)
{
	g_autofree char *author = ks_git(context, error, "log", "-1",
					 "--format=%an <%ae>", patch->commit,
					 NULL);
	g_autofree char *raw = author ? ks_git(context, error, "log", "-1",
					       "--format=%B", patch->commit,
					       NULL) :
					NULL;
	g_autofree char *want = raw ? stripspace(context, raw, error) : NULL;
	g_autofree char *got =
		want ? stripspace(context, parts->message, error) : NULL;

	if (!got)
		return false;
	if (!g_str_equal(author, parts->author))
		*reason = g_strdup_printf(
			"applied, the author is %s; the commit's is %s",
			parts->author, author);
	else if (!g_str_equal(want, got))
		*reason = g_strdup(
			"applied, the message is not the commit's: "
			"is there a line '---', a diff, or a subject in [] in it?");
	return true;
}

/* The patch ids in @diff, one a line. */
static char *patch_ids(const KsContext *context, const char *diff,
		       GError **error)
{
	const char *argv[] = {"patch-id", "--stable", NULL};
	g_autoptr(GBytes) input = g_bytes_new(diff, strlen(diff));
	g_autoptr(GString) ids = g_string_new(NULL);
	g_auto(KsChildResult) result = {0};
	g_auto(GStrv) lines = NULL;

	if (!ks_git_run(context, argv, NULL, input, &result, error))
		return NULL;
	lines = g_strsplit(result.out->str, "\n", -1);
	for (guint i = 0; lines[i]; i++)
		if (*lines[i])
			g_string_append_printf(ids, "%.*s\n",
					       (int)strcspn(lines[i], " "),
					       lines[i]);
	return g_string_free(g_steal_pointer(&ids), FALSE);
}

static bool compare_ids(const KsContext *context, const KsPatch *patch,
			KsMailParts *parts, char **reason, GError **error)
{
	g_autofree char *diff = ks_git(context, error, "diff-tree", "-p",
				       patch->parent, patch->commit, NULL);
	g_autofree char *out = diff ? patch_ids(context, diff, error) : NULL;
	g_autofree char *in = out ? patch_ids(context, parts->diff, error) :
				    NULL;

	if (!in)
		return false;
	g_string_append_printf(
		parts->said,
		"patch id of the mail: %spatch id of the commit: %s", in, out);
	if (!g_str_equal(in, out) || strchr(in, '\n') != strrchr(in, '\n'))
		*reason = g_strdup(
			"the mail's patch id is not the commit's: was the mail edited, or made with other options?");
	return true;
}

/* A mail that applies must give what the commit has. */
static bool compare(const KsContext *context, const KsPatch *patch,
		    KsMailParts *parts, const char *tree, char **reason,
		    GError **error)
{
	g_autofree char *name = NULL, *want = NULL;
	g_auto(GStrv) differ = NULL;

	if (!ks_apply_refuse(context, patch->parent, tree, parts->diff, reason,
			     error))
		return false;
	if (*reason)
		return true;
	if (!patch->commit) {
		*reason = g_strdup("the mail applies now, and did not before");
		return true;
	}
	name = g_strconcat(patch->commit, "^{tree}", NULL);
	want = ks_git(context, error, "rev-parse", "--verify", name, NULL);
	if (!want)
		return false;
	g_string_append_printf(parts->said, "tree: %s\n", tree);
	if (!*reason && !g_str_equal(tree, want)) {
		differ = ks_git_changed(context, tree, want, error);
		if (!differ)
			return false;
		*reason = g_strdup_printf(
			"the mail applies, and gives another %s than its commit has",
			differ[0] ? differ[0] : "tree");
	}
	if (!*reason && !compare_message(context, patch, parts, reason, error))
		return false;
	return *reason || compare_ids(context, patch, parts, reason, error);
}

/* "path:line: trailing whitespace.", then the line itself. */
static GPtrArray *whitespace(const KsContext *context, const KsPatch *patch,
			     GError **error)
{
	const char *argv[] = {"diff-tree", "--check", patch->parent,
			      patch->commit, NULL};
	GPtrArray *findings = ks_findings_new();
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) why = NULL;
	g_auto(GStrv) lines = NULL;

	/* 2: there are some */
	if (!ks_git_run(context, argv, NULL, NULL, &result, &why) &&
	    result.status != 2) {
		g_propagate_error(error, g_steal_pointer(&why));
		g_ptr_array_unref(findings);
		return NULL;
	}
	lines = g_strsplit(result.out->str, "\n", -1);
	for (guint i = 0; lines[i]; i++) {
		g_auto(GStrv) parts = g_strsplit(lines[i], ":", 3);

		if (*lines[i] != '+' && g_strv_length(parts) == 3)
			g_ptr_array_add(findings,
					ks_finding_new("git", "warning",
						       parts[0], atoi(parts[1]),
						       "",
						       g_strstrip(parts[2])));
	}
	return findings;
}

static KsOutcome *judge(const KsContext *context, const KsPatch *patch,
			const char *dir, KsMailParts *parts, GError **error)
{
	g_autofree char *reason = NULL, *tree = NULL, *summary = NULL;
	g_autoptr(GPtrArray) findings = NULL;
	g_autoptr(GError) why = NULL;
	KsOutcome *outcome;

	if (ks_mail_read(context, patch, dir, parts, &reason, &why))
		tree = apply_diff(context, patch, dir, parts, &reason, &why);
	if (tree)
		compare(context, patch, parts, tree, &reason, &why);
	if (why) {
		g_propagate_error(error, g_steal_pointer(&why));
		return NULL;
	}
	if (reason)
		return ks_outcome_new(KS_VERDICT_FAIL, "%s", reason);
	findings = whitespace(context, patch, error);
	if (!findings)
		return NULL;
	if (!findings->len)
		return ks_outcome_new(
			KS_VERDICT_PASS,
			"the mail gives the tree, message and author of its commit");
	summary = ks_findings_summary(findings, "whitespace error");
	outcome = ks_outcome_new(KS_VERDICT_WARN, "%s", summary);
	ks_outcome_set_findings(outcome, findings);
	return outcome;
}

KsOutcome *ks_check_apply(KsContext *context, const KsPatch *patch,
			  const char *log_dir, GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "apply.log", NULL);
	g_autoptr(KsTmpDir) dir = ks_tmpdir(context, error);
	g_autoptr(KsOutcome) outcome = NULL;
	g_auto(KsMailParts) parts = {0};

	if (!dir)
		return NULL;
	outcome = judge(context, patch, dir, &parts, error);
	if (!outcome)
		return NULL;
	if (!ks_write_file(log, parts.said ? parts.said->str : "", -1, error))
		return NULL;
	outcome->log = g_steal_pointer(&log);
	return g_steal_pointer(&outcome);
}
