// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "check/comments.h"
#include "check/mail_lines.h"
#include "check/outcome.h"
#include "check/style_root.h"

#define TIMEOUT_S 120
#define SCRIPT	  "scripts/checkpatch.pl"

/* checkpatch's findings, by what they are worth. */
typedef struct {
	GPtrArray *counted; /* KsFinding */
	GPtrArray *notes; /* told, not counted */
	guint parsed, serious;
} Style;

static void style_clear(Style *style)
{
	g_clear_pointer(&style->counted, g_ptr_array_unref);
	g_clear_pointer(&style->notes, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Style, style_clear)

/*
 * What checkpatch says of a commit that it looks for in the history, and the
 * tree that it looks in has none.
 */
static bool is_false_alarm(const char *type)
{
	static const char *const types[] = {"UNKNOWN_COMMIT_ID"};

	for (guint i = 0; i < G_N_ELEMENTS(types); i++)
		if (g_str_equal(types[i], type))
			return true;
	return false;
}

/* A warning by its level, and by its text a question to the author. */
static bool is_question(const char *type)
{
	/* "added, moved or deleted file(s), does MAINTAINERS need updating?" */
	return g_str_equal(type, "FILE_PATH_CHANGES");
}

/* "MAIL:12: WARNING:TYPE: text"; the lines after it quote the patch. */
static void take_line(Style *style, const KsMailLines *lines, const char *mail,
		      const char *text)
{
	gsize len = strlen(mail);
	char level[16], type[64];
	guint number;
	int text_at = 0;
	g_autofree char *name = NULL, *message = NULL;
	KsMailLine at;
	KsFinding *finding;
	bool note;

	if (strncmp(text, mail, len) ||
	    sscanf(text + len, ":%u: %15[A-Z]:%63[A-Z0-9_]: %n", &number, level,
		   type, &text_at) != 3 ||
	    !text_at)
		return;
	style->parsed++;
	at = ks_mail_line(lines, number);
	name = g_ascii_strdown(level, -1);
	note = is_false_alarm(type) || !at.own;
	message = g_strdup_printf("%s: %s", type, text + len + text_at);
	finding = ks_finding_new("checkpatch", note ? "note" : name, at.file,
				 at.line, "", message);
	g_ptr_array_add(note ? style->notes : style->counted, finding);
	if (!note && !g_str_equal(name, "check") && !is_question(type))
		style->serious++;
}

/* What checkpatch has counted itself, from its last line. */
static bool read_total(const char *output, guint *total)
{
	const char *line = strstr(output, "total: ");
	guint errors, warnings, checks;

	while (line && line != output && line[-1] != '\n')
		line = strstr(line + 1, "total: ");
	if (!line || sscanf(line, "total: %u errors, %u warnings, %u checks,",
			    &errors, &warnings, &checks) != 3)
		return false;
	*total = errors + warnings + checks;
	return true;
}

static bool run_checkpatch(KsContext *context, const char *root,
			   const KsPatch *patch, KsChildResult *result,
			   GError **error)
{
	const char *argv[] = {"perl",	 SCRIPT,	 "--strict",
			      "--emacs", "--show-types", patch->mail,
			      NULL};
	/* a .checkpatch.conf of the user's must not decide */
	const char *env[] = {"HOME=/nonexistent", NULL};
	g_autoptr(KsSandbox) sandbox = ks_sandbox_new();
	KsChildSpec spec = {.argv = argv,
			    .cwd = root,
			    .env = env,
			    .timeout_s = TIMEOUT_S,
			    .sandbox = context->no_sandbox ? NULL : sandbox,
			    .cancel = context->cancel};

	ks_sandbox_ro(sandbox, root);
	ks_sandbox_ro(sandbox, patch->mail);
	return ks_child_run(&spec, result, error);
}

static bool parse_output(Style *style, const KsPatch *patch,
			 const KsChildResult *result, const char *log,
			 GError **error)
{
	g_auto(GStrv) lines = g_strsplit(result->out->str, "\n", -1);
	g_autoptr(KsMailLines) mail = NULL;
	g_autofree char *text = NULL, *last = NULL;
	guint total;

	if (!g_file_get_contents(patch->mail, &text, NULL, error))
		return false;
	mail = ks_mail_lines_new(text);
	style->counted = ks_findings_new();
	style->notes = ks_findings_new();
	for (guint i = 0; lines[i]; i++)
		take_line(style, mail, patch->mail, lines[i]);
	if (read_total(result->out->str, &total) && total == style->parsed &&
	    (result->status == 0 || result->status == 1))
		return true;
	last = ks_last_line(result->err->len ? result->err->str :
					       result->out->str);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
		    "%s did not come to its end (status %d): %s; see %s",
		    SCRIPT, result->status, last, log);
	return false;
}

static KsOutcome *judge(const Style *style)
{
	g_autofree char *text = ks_findings_summary(style->counted, "finding");
	g_autofree char *notes =
		style->notes->len ?
			g_strdup_printf(
				" (%u not counted: not the patch's lines, or only for want of a history)",
				style->notes->len) :
			g_strdup("");
	KsVerdict verdict = style->serious	? KS_VERDICT_FAIL :
			    style->counted->len ? KS_VERDICT_WARN :
						  KS_VERDICT_PASS;
	KsOutcome *outcome = ks_outcome_new(verdict, "%s%s", text, notes);

	ks_outcome_set_findings(outcome, style->counted);
	ks_outcome_set_findings(outcome, style->notes);
	return outcome;
}

KsOutcome *ks_check_style(KsContext *context, const KsPatch *patch,
			  const char *log_dir, GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "style.log", NULL);
	g_autoptr(KsStyleRoot) root = ks_style_root_open(context, patch, error);
	g_autofree char *script = NULL;
	g_autofree char *text = NULL;
	g_auto(KsChildResult) result = {0};
	g_auto(Style) style = {0};
	KsOutcome *outcome;

	if (!root)
		return NULL;
	script = g_build_filename(root->dir, SCRIPT, NULL);
	if (!g_file_test(script, G_FILE_TEST_EXISTS))
		return ks_outcome_new(KS_VERDICT_SKIP,
				      "the tree has no " SCRIPT);
	if (!run_checkpatch(context, root->dir, patch, &result, error))
		return NULL;
	text = g_strconcat(result.out->str, result.err->str, NULL);
	if (!ks_write_file(log, text, -1, error) ||
	    !parse_output(&style, patch, &result, log, error) ||
	    !ks_comments_check(context, patch, style.counted, error))
		return NULL;
	outcome = judge(&style);
	outcome->log = g_steal_pointer(&log);
	return outcome;
}
