// SPDX-License-Identifier: GPL-2.0
#include "tree/git.h"

#include <string.h>

#include "base/error.h"

/* a full checkout took 291 s on a busy machine of two cores */
#define GIT_TIMEOUT_S 1800
/* A whole kernel from a slow disk. */
#define GIT_FEED_TIMEOUT_S 3600

static bool run(const KsContext *context, const char *const *argv,
		const char *const *env, KsChildSpec *spec,
		KsChildResult *result, GError **error)
{
	g_autofree char *dir = ks_home_path(context, "trees.git", NULL);
	g_autofree char *dir_option = g_strconcat("--git-dir=", dir, NULL);
	g_autoptr(GPtrArray) words = g_ptr_array_new();
	g_autoptr(GPtrArray) vars = g_ptr_array_new();

	g_ptr_array_add(words, (gpointer) "git");
	g_ptr_array_add(words, dir_option);
	for (; *argv; argv++)
		g_ptr_array_add(words, (gpointer)*argv);
	g_ptr_array_add(words, NULL);
	g_ptr_array_add(vars, (gpointer) "GIT_CONFIG_NOSYSTEM=1");
	g_ptr_array_add(vars, (gpointer) "GIT_CONFIG_GLOBAL=/dev/null");
	for (; env && *env; env++)
		g_ptr_array_add(vars, (gpointer)*env);
	g_ptr_array_add(vars, NULL);
	spec->argv = (const char *const *)words->pdata;
	spec->env = (const char *const *)vars->pdata;
	spec->cancel = context->cancel;
	if (ks_child_check(spec, result, error))
		return true;
	g_prefix_error(error, "git %s: ", (char *)words->pdata[2]);
	return false;
}

bool ks_git_run(const KsContext *context, const char *const *argv,
		const char *const *env, GBytes *input, KsChildResult *result,
		GError **error)
{
	KsChildSpec spec = {.input = input, .timeout_s = GIT_TIMEOUT_S};

	return run(context, argv, env, &spec, result, error);
}

bool ks_git_feed(const KsContext *context, const char *const *argv,
		 const char *const *env, KsChildFeed feed, gpointer data,
		 KsChildResult *result, GError **error)
{
	KsChildSpec spec = {.feed = feed,
			    .feed_data = data,
			    .timeout_s = GIT_FEED_TIMEOUT_S};

	return run(context, argv, env, &spec, result, error);
}

bool ks_git_init(const KsContext *context, GError **error)
{
	g_autofree char *dir = ks_home_path(context, "trees.git", NULL);
	g_autofree char *head = g_build_filename(dir, "HEAD", NULL);
	const char *init[] = {"init", "-q", "--bare", "--template=", dir, NULL};
	/* the kernel's documentation asks for twelve digits */
	const char *abbrev[] = {"config", "core.abbrev", "12", NULL};
	const char *gc[] = {"config", "gc.auto", "0", NULL};

	if (g_file_test(head, G_FILE_TEST_EXISTS))
		return true;
	return ks_git_run(context, init, NULL, NULL, NULL, error) &&
	       ks_git_run(context, abbrev, NULL, NULL, NULL, error) &&
	       ks_git_run(context, gc, NULL, NULL, NULL, error);
}

char *ks_git(const KsContext *context, GError **error, ...)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	g_auto(KsChildResult) result = {0};
	const char *word;
	va_list ap;

	va_start(ap, error);
	while ((word = va_arg(ap, const char *)))
		g_ptr_array_add(argv, (gpointer)word);
	va_end(ap);
	g_ptr_array_add(argv, NULL);
	if (!ks_git_run(context, (const char *const *)argv->pdata, NULL, NULL,
			&result, error))
		return NULL;
	if (g_str_has_suffix(result.out->str, "\n"))
		g_string_truncate(result.out, result.out->len - 1);
	return g_string_free(g_steal_pointer(&result.out), FALSE);
}

/* One answer of cat-file --batch: "<oid> blob <size>\n<bytes>\n". */
static GBytes *parse_answer(const char **at, const char *end, bool *ok)
{
	const char *eol = memchr(*at, '\n', end - *at);
	g_autofree char *head = NULL;
	g_auto(GStrv) words = NULL;
	GBytes *bytes;
	guint64 size;

	*ok = eol != NULL;
	if (!eol)
		return NULL;
	head = g_strndup(*at, eol - *at);
	*at = eol + 1;
	if (g_str_has_suffix(head, " missing"))
		return NULL;
	words = g_strsplit(head, " ", 3);
	*ok = g_strv_length(words) == 3;
	size = *ok ? g_ascii_strtoull(words[2], NULL, 10) : 0;
	*ok = *ok && size < (guint64)(end - *at);
	if (!*ok)
		return NULL;
	bytes = g_bytes_new(*at, size);
	*at += size + 1;
	return bytes;
}

static void unref_bytes(gpointer bytes)
{
	if (bytes)
		g_bytes_unref(bytes);
}

GPtrArray *ks_git_read(const KsContext *context, const char *const *names,
		       GError **error)
{
	static const char *const argv[] = {"cat-file", "--batch", NULL};
	g_autoptr(GPtrArray)
		blobs = g_ptr_array_new_with_free_func(unref_bytes);
	g_autofree char *list = g_strjoinv("\n", (char **)names);
	g_autofree char *asked = g_strconcat(list, "\n", NULL);
	g_autoptr(GBytes) input = g_bytes_new(asked, strlen(asked));
	g_auto(KsChildResult) result = {0};
	const char *at, *end;

	if (!*names)
		return g_steal_pointer(&blobs);
	if (!ks_git_run(context, argv, NULL, input, &result, error))
		return NULL;
	at = result.out->str;
	end = at + result.out->len;
	for (; *names; names++) {
		bool ok;

		g_ptr_array_add(blobs, parse_answer(&at, end, &ok));
		if (!ok) {
			g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
				    "git cat-file: no answer for %s", *names);
			return NULL;
		}
	}
	return g_steal_pointer(&blobs);
}

GBytes *ks_git_read_one(const KsContext *context, const char *name,
			GError **error)
{
	const char *names[] = {name, NULL};
	g_autoptr(GPtrArray) blobs = ks_git_read(context, names, error);

	if (!blobs)
		return NULL;
	if (blobs->pdata[0])
		return g_bytes_ref(blobs->pdata[0]);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s is not in the store",
		    name);
	return NULL;
}

/* Run git and split its -z output. */
static char **list(const KsContext *context, const char *const *argv,
		   GError **error)
{
	g_auto(KsChildResult) result = {0};
	const char *at, *end;
	GPtrArray *paths;

	if (!ks_git_run(context, argv, NULL, NULL, &result, error))
		return NULL;
	paths = g_ptr_array_new();
	end = result.out->str + result.out->len;
	for (at = result.out->str; at < end; at += strlen(at) + 1)
		g_ptr_array_add(paths, g_strdup(at));
	g_ptr_array_add(paths, NULL);
	return (char **)g_ptr_array_free(paths, FALSE);
}

char **ks_git_changed(const KsContext *context, const char *from,
		      const char *to, GError **error)
{
	const char *argv[] = {
		"diff-tree", "-r", "--name-only", "--no-renames", "-z",
		from,	     to,   NULL};

	return list(context, argv, error);
}

char **ks_git_files(const KsContext *context, const char *commit,
		    GError **error)
{
	const char *argv[] = {"ls-tree", "-r",	 "--full-tree", "--name-only",
			      "-z",	 commit, NULL};

	return list(context, argv, error);
}

bool ks_git_fast_import(const KsContext *context, GBytes *stream,
			GError **error)
{
	static const char *const argv[] = {"fast-import", "--quiet",
					   "--depth=0",	  "--force",
					   "--done",	  NULL};

	return ks_git_run(context, argv, NULL, stream, NULL, error);
}
