// SPDX-License-Identifier: GPL-2.0
#include "series/commit.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

#define IDENT_TIMEOUT_S 30

struct KsCommits {
	const KsContext *context;
	char *base;
	gint64 date;
	guint n;
	/* a fast-import stream without its "commit REF" lines' refs */
	GPtrArray *heads; /* "author ...data ..." of each commit */
	GPtrArray *files; /* GString of the M commands of each commit */
};

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
	const char *argv[] = { "git", "-c", "user.useConfigOnly=true", "var",
			       "GIT_AUTHOR_IDENT", NULL };
	KsChildSpec spec = { .argv = argv,
			     .timeout_s = IDENT_TIMEOUT_S,
			     .cancel = context->cancel };
	g_autoptr(KsIdentity) identity = g_new0(KsIdentity, 1);
	g_auto(KsChildResult) result = { 0 };
	const char *open, *close;

	if (!ks_child_run(&spec, &result, error))
		return NULL;
	open = strstr(result.out->str, " <");
	close = open ? strchr(open, '>') : NULL;
	if (result.status != 0 || !close) {
		identity->name = g_strdup("EDITME");
		identity->email = g_strdup("editme@example.invalid");
		identity->placeholder = true;
		return g_steal_pointer(&identity);
	}
	identity->name = g_strndup(result.out->str, open - result.out->str);
	identity->email = g_strndup(open + 2, close - open - 2);
	return g_steal_pointer(&identity);
}

static void free_string(gpointer string)
{
	g_string_free(string, TRUE);
}

static bool find_date(KsCommits *commits, GError **error)
{
	const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
	g_autofree char *date = NULL;

	if (epoch) {
		if (g_ascii_string_to_signed(epoch, 10, 0, G_MAXINT64,
					     &commits->date, NULL))
			return true;
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
			    "SOURCE_DATE_EPOCH=%s is not a number of seconds",
			    epoch);
		return false;
	}
	date = ks_git(commits->context, error, "show", "-s", "--format=%ct",
		      commits->base, NULL);
	if (date)
		commits->date = g_ascii_strtoll(date, NULL, 10);
	return date != NULL;
}

KsCommits *ks_commits_new(const KsContext *context, const char *base,
			  GError **error)
{
	g_autoptr(KsCommits) commits = g_new0(KsCommits, 1);

	commits->context = context;
	commits->base = g_strdup(base);
	commits->heads = g_ptr_array_new_with_free_func(g_free);
	commits->files = g_ptr_array_new_with_free_func(free_string);
	if (!find_date(commits, error))
		return NULL;
	return g_steal_pointer(&commits);
}

void ks_commits_free(KsCommits *commits)
{
	g_free(commits->base);
	g_ptr_array_unref(commits->heads);
	g_ptr_array_unref(commits->files);
	g_free(commits);
}

void ks_commits_add(KsCommits *commits, const KsIdentity *author,
		    const char *message)
{
	gint64 date = commits->date + ++commits->n;
	g_autofree char *ident = g_strdup_printf(
		"%s <%s> %" G_GINT64_FORMAT " +0000", author->name,
		author->email, date);

	g_ptr_array_add(commits->heads,
			g_strdup_printf("author %s\ncommitter %s\n"
					"data %" G_GSIZE_FORMAT "\n%s\n",
					ident, ident, strlen(message),
					message));
	g_ptr_array_add(commits->files, g_string_new(NULL));
}

void ks_commits_file(KsCommits *commits, const char *path, GBytes *text)
{
	GString *files = commits->files->pdata[commits->files->len - 1];
	gsize size;
	const char *bytes = g_bytes_get_data(text, &size);

	g_string_append_printf(files, "M 100644 inline %s\ndata %" G_GSIZE_FORMAT
			       "\n", path, size);
	g_string_append_len(files, bytes, size);
	g_string_append_c(files, '\n');
}

static GBytes *stream(const KsCommits *commits, const char *ref)
{
	GString *out = g_string_new(NULL);

	g_string_append_printf(out, "reset %s\nfrom %s\n\n", ref,
			       commits->base);
	for (guint i = 0; i < commits->heads->len; i++) {
		const GString *files = commits->files->pdata[i];

		g_string_append_printf(out, "commit %s\n%s", ref,
				       (char *)commits->heads->pdata[i]);
		g_string_append_len(out, files->str, files->len);
		g_string_append_c(out, '\n');
	}
	g_string_append(out, "done\n");
	return g_string_free_to_bytes(out);
}

char **ks_commits_write(KsCommits *commits, const char *ref, GError **error)
{
	g_autoptr(GBytes) input = stream(commits, ref);
	g_autofree char *range = g_strdup_printf("%s..%s", commits->base, ref);
	g_autofree char *list = NULL;

	if (!ks_git_fast_import(commits->context, input, error))
		return NULL;
	list = ks_git(commits->context, error, "rev-list", "--reverse",
		      "--first-parent", range, NULL);
	if (!list)
		return NULL;
	return *list ? g_strsplit(list, "\n", -1) : g_new0(char *, 1);
}
