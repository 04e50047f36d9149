// SPDX-License-Identifier: GPL-2.0
#include "series/commit.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

#define IDENT_TIMEOUT_S 30

KsIdentity *ks_identity_tool(void)
{
	KsIdentity *identity = g_new0(KsIdentity, 1);

	identity->name = g_strdup("kseries");
	identity->email = g_strdup("kseries@localhost");
	return identity;
}

void ks_identity_free(KsIdentity *identity)
{
	g_free(identity->name);
	g_free(identity->email);
	g_free(identity);
}

KsIdentity *ks_identity_new(const KsContext *context, GError **error)
{
	/* useConfigOnly: git must not make an address up from the host's name */
	const char *argv[] = {"git",
			      "-c",
			      "user.useConfigOnly=true",
			      "var",
			      "GIT_AUTHOR_IDENT",
			      NULL};
	KsChildSpec spec = {.argv = argv,
			    .timeout_s = IDENT_TIMEOUT_S,
			    .cancel = context->cancel};
	g_autoptr(KsIdentity) identity = g_new0(KsIdentity, 1);
	g_auto(KsChildResult) result = {0};
	const char *open, *close;

	if (!ks_child_run(&spec, &result, error))
		return NULL;
	open = strstr(result.out->str, " <");
	close = open ? strchr(open, '>') : NULL;
	if (result.status != 0 || !close) {
		identity->name = g_strdup("EDITME");
		identity->email = g_strdup("editme@example.invalid");
		identity->anonymous = true;
		return g_steal_pointer(&identity);
	}
	identity->name = g_strndup(result.out->str, open - result.out->str);
	identity->email = g_strndup(open + 2, close - open - 2);
	return g_steal_pointer(&identity);
}

static void new_file_free(gpointer data)
{
	KsNewFile *file = data;

	g_free(file->path);
	g_bytes_unref(file->text);
	g_free(file);
}

GPtrArray *ks_new_files(void)
{
	return g_ptr_array_new_with_free_func(new_file_free);
}

void ks_new_files_add(GPtrArray *files, const char *path, GBytes *text)
{
	KsNewFile *file = g_new0(KsNewFile, 1);

	file->path = g_strdup(path);
	file->text = g_bytes_ref(text);
	g_ptr_array_add(files, file);
}

bool ks_commit_date(const KsContext *context, const char *base, gint64 *date,
		    GError **error)
{
	const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
	g_autofree char *text = NULL;

	if (epoch) {
		if (g_ascii_string_to_signed(epoch, 10, 0, G_MAXINT32, date,
					     NULL))
			return true;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "SOURCE_DATE_EPOCH=%s is not a number of seconds",
			    epoch);
		return false;
	}
	text = ks_git(context, error, "show", "-s", "--format=%ct", base, NULL);
	if (text)
		*date = g_ascii_strtoll(text, NULL, 10);
	return text != NULL;
}

static void append_file(GString *out, const KsNewFile *file)
{
	gsize size;
	const char *bytes = g_bytes_get_data(file->text, &size);

	g_string_append_printf(out,
			       "M 100644 inline %s\n"
			       "data %" G_GSIZE_FORMAT "\n",
			       file->path, size);
	g_string_append_len(out, bytes, size);
	g_string_append_c(out, '\n');
}

/* The commit as fast-import takes it. */
static GBytes *stream(const KsCommitSpec *spec)
{
	g_autofree char *ident = g_strdup_printf(
		"%s <%s> %" G_GINT64_FORMAT " +0000", spec->author->name,
		spec->author->email, spec->date);
	GString *out = g_string_new(NULL);

	g_string_append_printf(out,
			       "commit %s\nauthor %s\ncommitter %s\n"
			       "data %" G_GSIZE_FORMAT "\n%s\nfrom %s\n",
			       spec->ref, ident, ident, strlen(spec->message),
			       spec->message, spec->parent);
	if (spec->tree)
		g_string_append_printf(out, "M 040000 %s \n", spec->tree);
	for (guint i = 0; spec->files && i < spec->files->len; i++)
		append_file(out, spec->files->pdata[i]);
	g_string_append(out, "\ndone\n");
	return g_string_free_to_bytes(out);
}

char *ks_commit_write(const KsContext *context, const KsCommitSpec *spec,
		      GError **error)
{
	g_autoptr(GBytes) input = stream(spec);

	if (!ks_git_fast_import(context, input, error))
		return NULL;
	return ks_git(context, error, "rev-parse", "--verify", spec->ref, NULL);
}
