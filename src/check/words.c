// SPDX-License-Identifier: GPL-2.0
#include "check/words.h"

#include <string.h>

#include "base/error.h"
#include "base/foreign.h"

void ks_words_free(KsWords *words)
{
	g_free(words->all);
	g_free(words->link);
	g_hash_table_unref(words->objects);
	g_hash_table_unref(words->sparse);
	g_hash_table_unref(words->failed);
	g_free(words);
}

/* "  CC [M]  a/b.o": the step "CC", and the file; false for other lines. */
static bool is_step(const char *line, char **step, const char **file)
{
	gsize len;

	if (strncmp(line, "  ", 2) || !g_ascii_isupper(line[2]))
		return false;
	len = strspn(line + 2, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
	if (line[2 + len] != ' ')
		return false;
	*step = g_strndup(line + 2, len);
	*file = strrchr(line, ' ') + 1;
	return true;
}

/* An object that is kept: no helper of the build's, no module's own part. */
static bool is_object(const char *file)
{
	const char *name = strrchr(file, '/');

	name = name ? name + 1 : file;
	return g_str_has_suffix(name, ".o") && *name != '.' &&
	       !g_str_has_suffix(name, ".mod.o");
}

static GString *begin(GHashTable *texts, const char *file)
{
	GString *text = g_hash_table_lookup(texts, file);

	if (!text) {
		text = g_string_new(NULL);
		g_hash_table_insert(texts, g_strdup(file), text);
	}
	return text;
}

static void text_free(gpointer text)
{
	g_string_free(text, TRUE);
}

/* make[3]: *** [Makefile.build:250: a/b.o] Error 1 */
static void note_failed(KsWords *words, const char *line)
{
	const char *at =
		g_str_has_prefix(line, "make") ? strstr(line, ": *** [") : NULL;
	const char *end = at ? strstr(at, "] ") : NULL;
	g_autofree char *inside = end ? g_strndup(at, end - at) : NULL;
	const char *name = inside ? strrchr(inside, ' ') : NULL;

	if (name)
		g_hash_table_add(words->failed,
				 g_strdup(name[1] == '[' ? name + 2 :
							   name + 1));
}

/* Give each line of @output to the object that it belongs to. */
static void split(KsWords *words, GHashTable *texts, const char *output)
{
	g_auto(GStrv) lines = g_strsplit(output, "\n", -1);
	g_autoptr(GString) link = g_string_new(NULL);
	GString *current = link;

	for (guint i = 0; lines[i]; i++) {
		g_autofree char *step = NULL;
		const char *file;

		if (is_step(lines[i], &step, &file)) {
			bool compiles = g_str_equal(step, "CC") ||
					g_str_equal(step, "AS");

			/* what is up to date is not compiled, but linked */
			words->reached |= g_str_equal(step, "LD") ||
					  g_str_equal(step, "MODPOST");
			if (compiles && is_object(file)) {
				current = begin(texts, file);
				words->reached = true;
				words->unsure |= !strstr(lines[i], "[M]");
			} else if (!g_str_equal(step, "CHECK")) {
				/* sparse speaks between compiler and kernel-doc */
				current = link;
			}
		}
		note_failed(words, lines[i]);
		g_string_append_printf(current, "%s\n", lines[i]);
	}
	words->link = g_strdup(link->str);
}

static bool read_sparse(KsWords *words, const char *sparse_dir, GError **error)
{
	g_autoptr(GDir) dir = g_dir_open(sparse_dir, 0, error);
	const char *name;

	while (dir && (name = g_dir_read_name(dir))) {
		g_autofree char *path =
			g_build_filename(sparse_dir, name, NULL);
		char *text;

		if (*name == '.') /* not finished */
			continue;
		text = ks_foreign_read(path, NULL, error);
		if (!text)
			return false;
		g_hash_table_insert(words->sparse,
				    g_strdelimit(g_strdup(name), "!", '/'),
				    text);
	}
	return dir != NULL;
}

KsWords *ks_words_parse(const char *output, const char *sparse_dir,
			GError **error)
{
	g_autoptr(KsWords) words = g_new0(KsWords, 1);
	g_autoptr(GHashTable) texts = g_hash_table_new_full(
		g_str_hash, g_str_equal, g_free, text_free);
	GHashTableIter iter;
	gpointer file, text;

	words->all = g_strdup(output);
	words->objects =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	words->sparse =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	words->failed =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	split(words, texts, output);
	g_hash_table_iter_init(&iter, texts);
	while (g_hash_table_iter_next(&iter, &file, &text))
		g_hash_table_insert(words->objects, g_strdup(file),
				    g_strdup(((GString *)text)->str));
	if (!read_sparse(words, sparse_dir, error))
		return NULL;
	return g_steal_pointer(&words);
}
