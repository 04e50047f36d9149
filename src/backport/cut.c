// SPDX-License-Identifier: GPL-2.0
#include "backport/cut.h"

#include <stdio.h>
#include <string.h>

#include "tree/git.h"

/* git's default takes a label in the first column for a function's name. */
static const char attributes[] = "*.c diff=cpp\n*.h diff=cpp\n";

static void hunk_free(gpointer data)
{
	KsHunk *hunk = data;

	g_free(hunk->path);
	g_free(hunk);
}

/* "@@ -1,2 +3,4 @@", where a length of 1 is left out. */
static bool read_header(const char *line, KsHunk *hunk)
{
	char *at;

	if (!g_str_has_prefix(line, "@@ -"))
		return false;
	hunk->before = strtoul(line + strlen("@@ -"), &at, 10);
	hunk->before_len = *at == ',' ? strtoul(at + 1, &at, 10) : 1;
	if (!g_str_has_prefix(at, " +"))
		return false;
	hunk->after = strtoul(at + 2, &at, 10);
	hunk->after_len = *at == ',' ? strtoul(at + 1, &at, 10) : 1;
	return *at == ' ';
}

/* The one name of "a/NAME b/NAME": there are no renames.  Odd ones are quoted. */
static char *read_name(const char *names)
{
	gsize length = (strlen(names) - strlen(" ")) / 2;
	g_autofree char *name = NULL;

	if (*names != '"')
		return g_strndup(names + strlen("a/"), length - strlen("a/"));
	name = g_strndup(names + strlen("\"a/"), length - strlen("\"a/\""));
	return g_strcompress(name);
}

static GPtrArray *read_diff(GString *text)
{
	GPtrArray *hunks = g_ptr_array_new_with_free_func(hunk_free);
	g_autofree char *path = NULL;
	KsHunk *hunk = NULL; /* whose first change has not come yet */

	for (char *line = text->str, *next; line; line = next) {
		KsHunk read = {0};

		/* the text of a picture has a NUL where it likes */
		next = memchr(line, '\n', text->str + text->len - line);
		if (next)
			*next++ = '\0';
		if (g_str_has_prefix(line, "diff --git ")) {
			g_free(path);
			path = read_name(line + strlen("diff --git "));
			hunk = NULL;
		} else if (read_header(line, &read)) {
			hunk = g_memdup2(&read, sizeof(read));
			hunk->path = g_strdup(path);
			hunk->first = hunk->before;
			g_ptr_array_add(hunks, hunk);
		} else if (hunk && *line == ' ') {
			hunk->first++;
		} else {
			hunk = NULL;
		}
	}
	return hunks;
}

static GPtrArray *command(const char *config, const char *from, const char *to,
			  const char *const *paths)
{
	const char *const words[] = {"-c",
				     config,
				     "-c",
				     "core.quotePath=false",
				     "diff",
				     "-W",
				     "--no-renames",
				     "--no-color",
				     "--no-ext-diff",
				     "--text",
				     "--src-prefix=a/",
				     "--dst-prefix=b/"};
	GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);

	for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
		g_ptr_array_add(argv, g_strdup(words[i]));
	g_ptr_array_add(argv, g_strdup(from));
	g_ptr_array_add(argv, g_strdup(to));
	g_ptr_array_add(argv, g_strdup("--"));
	for (; paths && *paths; paths++)
		g_ptr_array_add(argv, g_strconcat(":(literal)", *paths, NULL));
	g_ptr_array_add(argv, NULL);
	return argv;
}

GPtrArray *ks_cut(const KsContext *context, const char *from, const char *to,
		  const char *const *paths, GError **error)
{
	g_autoptr(KsTmpDir) dir = ks_tmpdir(context, error);
	g_autofree char *file =
		dir ? g_build_filename(dir, "attributes", NULL) : NULL;
	g_autofree char *config =
		g_strconcat("core.attributesFile=", file, NULL);
	g_auto(KsChildResult) result = {0};
	g_autoptr(GPtrArray) argv = command(config, from, to, paths);

	if (!file || !ks_write_file(file, attributes, -1, error) ||
	    !ks_git_run(context, (const char *const *)argv->pdata, NULL, NULL,
			&result, error))
		return NULL;
	return read_diff(result.out);
}
