// SPDX-License-Identifier: GPL-2.0
#include "tree/am.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

void ks_am_free(KsAm *am)
{
	g_free(am->author);
	g_free(am->date);
	g_free(am->subject);
	g_free(am->message);
	g_free(am->patch);
	g_free(am->tree);
	g_free(am->why);
	g_free(am->warnings);
	g_free(am);
}

/* The value of "NAME: value" in the answer of git mailinfo. */
static char *field(const char *info, const char *name)
{
	g_auto(GStrv) lines = g_strsplit(info, "\n", -1);

	for (guint i = 0; lines[i]; i++)
		if (g_str_has_prefix(lines[i], name))
			return g_strdup(lines[i] + strlen(name));
	return g_strdup("");
}

static bool take_apart(const KsContext *context, const char *dir,
		       const char *path, KsAm *am, GError **error)
{
	g_autofree char *msg = g_build_filename(dir, "msg", NULL);
	g_autofree char *patch = g_build_filename(dir, "patch", NULL);
	const char *argv[] = {
		"mailinfo", "--encoding=UTF-8", "--quoted-cr=strip", msg, patch,
		NULL};
	g_auto(KsChildResult) result = {0};
	g_autofree char *mail = NULL;
	g_autoptr(GBytes) input = NULL;
	g_autofree char *log = NULL;
	g_autofree char *name = NULL;
	g_autofree char *email = NULL;
	gsize size;

	if (!g_file_get_contents(path, &mail, &size, error))
		return false;
	input = g_bytes_new_take(g_steal_pointer(&mail), size);
	if (!ks_git_run(context, argv, NULL, input, &result, error) ||
	    !g_file_get_contents(msg, &log, NULL, error) ||
	    !g_file_get_contents(patch, &am->patch, NULL, error)) {
		g_prefix_error(error, "%s: ", path);
		return false;
	}
	name = field(result.out->str, "Author: ");
	email = field(result.out->str, "Email: ");
	am->author = g_strdup_printf("%s <%s>", name, email);
	am->date = field(result.out->str, "Date: ");
	am->subject = field(result.out->str, "Subject: ");
	am->message = g_strdup_printf("%s\n\n%s", am->subject, log);
	return true;
}

/* git's complaints, without the line that only repeats them. */
static char *first_complaint(const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

	for (guint i = 0; lines[i]; i++)
		if (g_str_has_prefix(lines[i], "error: "))
			return g_strdup(lines[i] + strlen("error: "));
	return ks_last_line(text);
}

/* Apply the diff to the index; false with an error only if our side broke. */
static bool apply(const KsContext *context, const char *const *env, KsAm *am,
		  GError **error)
{
	static const char *const argv[] = {"apply", "--cached",
					   "--whitespace=warn", NULL};
	g_autoptr(GBytes) input = g_bytes_new(am->patch, strlen(am->patch));
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) why = NULL;

	if (ks_git_run(context, argv, env, input, &result, &why)) {
		am->warnings = g_strdup(result.err->str);
		return true;
	}
	if (result.status <= 0) { /* it did not end by itself */
		g_propagate_error(error, g_steal_pointer(&why));
		return false;
	}
	am->why = first_complaint(result.err->str);
	return true;
}

KsAm *ks_am_apply(const KsContext *context, const char *parent,
		  const char *path, GError **error)
{
	g_autoptr(KsAm) am = g_new0(KsAm, 1);
	g_autoptr(KsTmpDir) dir = ks_tmpdir(context, error);
	g_autofree char *index =
		dir ? g_strconcat("GIT_INDEX_FILE=", dir, "/index", NULL) :
		      NULL;
	const char *env[] = {index, NULL};
	const char *read[] = {"read-tree", parent, NULL};
	const char *write[] = {"write-tree", NULL};
	g_auto(KsChildResult) result = {0};

	if (!dir || !take_apart(context, dir, path, am, error) ||
	    !ks_git_run(context, read, env, NULL, NULL, error) ||
	    !apply(context, env, am, error))
		return NULL;
	if (am->why)
		return g_steal_pointer(&am);
	if (!ks_git_run(context, write, env, NULL, &result, error))
		return NULL;
	am->tree = g_strdup(g_strstrip(result.out->str));
	return g_steal_pointer(&am);
}

char *ks_am_absolute_path(const char *diff)
{
	g_auto(GStrv) lines = g_strsplit(diff, "\n", -1);

	for (guint i = 0; lines[i] && lines[i + 1]; i++) {
		bool head = g_str_has_prefix(lines[i], "--- ") &&
			    g_str_has_prefix(lines[i + 1], "+++ ") &&
			    lines[i + 2] &&
			    g_str_has_prefix(lines[i + 2], "@@ -");

		for (guint j = 0; head && j < 2; j++) {
			const char *path = lines[i + j] + 4;

			if (*path == '/' &&
			    !g_str_has_prefix(path, "/dev/null"))
				return g_strdup_printf("%s: an absolute path",
						       path);
		}
	}
	return NULL;
}
