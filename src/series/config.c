// SPDX-License-Identifier: GPL-2.0
#include "series/config.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

static void entry_free(gpointer data)
{
	KsConfigEntry *entry = data;

	g_free(entry->section);
	g_free(entry->subsection);
	g_free(entry->key);
	g_free(entry->value);
	g_free(entry);
}

/* "section.sub.section.key\nvalue", as `git config --list -z` writes it. */
static KsConfigEntry *parse_entry(const char *text)
{
	KsConfigEntry *entry = g_new0(KsConfigEntry, 1);
	const char *newline = strchr(text, '\n');
	g_autofree char *name = newline ? g_strndup(text, newline - text) :
					  g_strdup(text);
	char *first = strchr(name, '.');
	char *last = strrchr(name, '.');

	entry->value = newline ? g_strdup(newline + 1) : NULL;
	entry->key = g_strdup(last + 1);
	entry->section = g_strndup(name, first - name);
	if (first < last)
		entry->subsection = g_strndup(first + 1, last - first - 1);
	return entry;
}

static bool is_key_line(const char *line, const char *key)
{
	gsize len = strlen(key);

	while (g_ascii_isspace(*line))
		line++;
	/* a key may stand behind its section's bracket */
	if (*line == '[') {
		line = strchr(line, ']');
		if (!line)
			return false;
		for (line++; g_ascii_isspace(*line);)
			line++;
	}
	return g_ascii_strncasecmp(line, key, len) == 0 &&
	       !g_ascii_isalnum(line[len]) && line[len] != '-';
}

/*
 * git does not tell lines.  Entries come in the file's order, so each one's
 * line is the next that begins with its key.
 */
static void find_lines(GPtrArray *entries, const char *text)
{
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	guint at = 0;

	for (guint i = 0; i < entries->len; i++) {
		KsConfigEntry *entry = entries->pdata[i];
		guint line = at;

		while (lines[line] && !is_key_line(lines[line], entry->key))
			line++;
		if (!lines[line])
			continue;
		entry->line = line + 1;
		at = line + 1;
	}
}

GPtrArray *ks_config_read(const KsContext *context, const char *path,
			  GError **error)
{
	const char *argv[] = {"config", "-f", path, "--list", "-z", NULL};
	g_autoptr(GPtrArray)
		entries = g_ptr_array_new_with_free_func(entry_free);
	g_auto(KsChildResult) result = {0};
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;
	const char *at, *end;

	if (!g_file_get_contents(path, &text, NULL, &why) ||
	    !ks_git_run(context, argv, NULL, NULL, &result, &why)) {
		bool cancelled =
			g_error_matches(why, KS_ERROR, KS_ERROR_CANCELLED);

		g_set_error(error, KS_ERROR,
			    cancelled ? KS_ERROR_CANCELLED : KS_ERROR_USAGE,
			    "%s: %s", path, why->message);
		return NULL;
	}
	end = result.out->str + result.out->len;
	for (at = result.out->str; at < end; at += strlen(at) + 1)
		g_ptr_array_add(entries, parse_entry(at));
	find_lines(entries, text);
	return g_steal_pointer(&entries);
}
