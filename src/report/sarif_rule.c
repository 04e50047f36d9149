// SPDX-License-Identifier: GPL-2.0
#include "report/sarif_rule.h"

#include <string.h>

#define SLUG_MAX 60

/* "-Wname" of a text that ends with "[-Wname]" or "[-Werror=name]". */
static char *option(const char *text)
{
	const char *open = strrchr(text, '[');
	gsize len = strlen(text);

	if (!open || text[len - 1] != ']')
		return NULL;
	if (g_str_has_prefix(open, "[-Werror="))
		return g_strdup_printf(
			"-W%.*s", (int)(text + len - 1 - (open + 9)), open + 9);
	if (g_str_has_prefix(open, "[-W"))
		return g_strndup(open + 1, text + len - 1 - (open + 1));
	return NULL;
}

/* "CODE_INDENT" of "CODE_INDENT: code indent should use tabs". */
static char *type(const char *text)
{
	gsize len = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");

	return len && text[len] == ':' ? g_strndup(text, len) : NULL;
}

/* The first words, up to what may be a name of the source. */
static char *slug(const char *text)
{
	g_autoptr(GString) words = g_string_new(NULL);

	for (; *text && words->len < SLUG_MAX; text++) {
		if (g_ascii_isalpha(*text))
			g_string_append_c(words, g_ascii_tolower(*text));
		else if (*text != ' ' && *text != '-')
			break;
		else if (words->len && words->str[words->len - 1] != '-')
			g_string_append_c(words, '-');
	}
	/* a word that was broken off may be part of a name */
	if (*text && !strchr(" -.(;,:", *text))
		while (words->len && words->str[words->len - 1] != '-')
			g_string_truncate(words, words->len - 1);
	while (words->len && words->str[words->len - 1] == '-')
		g_string_truncate(words, words->len - 1);
	return words->len ? g_string_free(g_steal_pointer(&words), FALSE) :
			    NULL;
}

void ks_sarif_add_text(KsJsonWriter *json, const char *name, const char *text)
{
	ks_jsonw_open(json, name, '{');
	ks_jsonw_string(json, "text", text);
	ks_jsonw_close(json, '}');
}

char *ks_sarif_rule(const KsFinding *finding)
{
	char *rule;

	if (g_str_equal(finding->tool, "checkpatch"))
		rule = type(finding->text);
	else
		rule = option(finding->text);
	if (!rule && !g_str_equal(finding->tool, "gcc") &&
	    !g_str_equal(finding->tool, "clang"))
		rule = slug(finding->text);
	return rule ? rule : g_strdup(finding->level);
}

static void add_rule(KsJsonWriter *json, GHashTable *seen, char *rule)
{
	if (!g_hash_table_add(seen, rule))
		return;
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "id", rule);
	ks_jsonw_close(json, '}');
}

void ks_sarif_add_rules(KsJsonWriter *json, const KsRun *run, const char *tool)
{
	g_autoptr(GHashTable) seen =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

	ks_jsonw_open(json, "rules", '[');
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];
		GPtrArray *findings = cell->outcome ? cell->outcome->findings :
						      NULL;

		if (!tool)
			add_rule(json, seen, g_strdup(cell->check));
		for (guint j = 0; tool && findings && j < findings->len; j++) {
			const KsFinding *finding = findings->pdata[j];

			if (g_str_equal(finding->tool, tool))
				add_rule(json, seen, ks_sarif_rule(finding));
		}
	}
	ks_jsonw_close(json, ']');
}
