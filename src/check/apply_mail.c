// SPDX-License-Identifier: GPL-2.0
#include "check/apply_private.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

void ks_mail_parts_clear(KsMailParts *parts)
{
	g_clear_pointer(&parts->author, g_free);
	g_clear_pointer(&parts->message, g_free);
	g_clear_pointer(&parts->diff, g_free);
	if (parts->said)
		g_string_free(g_steal_pointer(&parts->said), TRUE);
}

static GBytes *read_bytes(const char *path, GError **error)
{
	g_autoptr(GError) why = NULL;
	char *text;
	gsize size;

	if (g_file_get_contents(path, &text, &size, &why))
		return g_bytes_new_take(text, size);
	g_set_error(error, KS_ERROR, KS_ERROR_BROKEN, "%s", why->message);
	return NULL;
}

static char *read_text(const char *path, GError **error)
{
	g_autoptr(GBytes) bytes = read_bytes(path, error);
	gsize size;
	const char *data = bytes ? g_bytes_get_data(bytes, &size) : NULL;

	return data ? g_strndup(data, size) : bytes ? g_strdup("") : NULL;
}

/* mailsplit says how many messages it found. */
static bool split(const KsContext *context, const KsPatch *patch,
		  const char *dir, char **reason, GError **error)
{
	g_autofree char *out = g_strconcat("-o", dir, NULL);
	g_autofree char *count = ks_git(context, error, "mailsplit", "--mboxrd",
					out, "--", patch->mail, NULL);

	if (!count)
		return false;
	if (!g_str_equal(count, "1"))
		*reason = g_strdup_printf("the file holds %s messages, not one",
					  count);
	return !*reason;
}

/* The value of "Name: value" in mailinfo's answer. */
static char *field(const char *info, const char *name)
{
	g_auto(GStrv) lines = g_strsplit(info, "\n", -1);
	gsize len = strlen(name);

	for (guint i = 0; lines[i]; i++)
		if (strncmp(lines[i], name, len) == 0 && lines[i][len] == ':')
			return g_strdup(g_strstrip(lines[i] + len + 1));
	return g_strdup("");
}

bool ks_mail_read(const KsContext *context, const KsPatch *patch,
		  const char *dir, KsMailParts *parts, char **reason,
		  GError **error)
{
	g_autofree char *mail = g_build_filename(dir, "0001", NULL);
	g_autofree char *body_path = g_build_filename(dir, "body", NULL);
	g_autofree char *diff_path = g_build_filename(dir, "diff", NULL);
	const char *argv[] = {"mailinfo", "--encoding=UTF-8", body_path,
			      diff_path, NULL};
	g_auto(KsChildResult) result = {0};
	g_autofree char *name = NULL, *address = NULL, *subject = NULL;
	g_autofree char *body = NULL;
	g_autoptr(GBytes) input = NULL;

	parts->said = g_string_new(NULL);
	if (!split(context, patch, dir, reason, error))
		return false;
	input = read_bytes(mail, error);
	if (!input || !ks_git_run(context, argv, NULL, input, &result, error))
		return false;
	g_string_append(parts->said, result.err->str);
	name = field(result.out->str, "Author");
	address = field(result.out->str, "Email");
	subject = field(result.out->str, "Subject");
	parts->author = g_strdup_printf("%s <%s>", name, address);
	body = read_text(body_path, error);
	parts->diff = body ? read_text(diff_path, error) : NULL;
	if (!parts->diff)
		return false;
	parts->message = g_strdup_printf("%s\n\n%s", subject, body);
	return true;
}
