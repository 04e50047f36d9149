// SPDX-License-Identifier: GPL-2.0
#include "tree/family.h"

#include <string.h>

#include "base/error.h"
#include "tree/git.h"

/* Every letter that the head of a kernel's MAINTAINERS describes. */
#define TAGS "MRLSWQBCPTFXNKV"

static void free_entry(gpointer data)
{
	KsFamilyEntry *entry = data;

	g_free(entry->value);
	if (entry->files)
		g_regex_unref(entry->files);
	g_free(entry);
}

void ks_family_free(KsFamily *family)
{
	g_free(family->name);
	g_free(family->title);
	g_ptr_array_unref(family->entries);
	g_free(family);
}

static void free_family(gpointer family)
{
	ks_family_free(family);
}

/* See family.h for the rule. */
static char *name_of_title(const char *title)
{
	g_autoptr(GString) name = g_string_new(NULL);
	static const char *const last_words[] = {"-drivers", "-driver"};

	for (const char *c = title; *c; c++) {
		if (g_ascii_isalnum(*c))
			g_string_append_c(name, g_ascii_tolower(*c));
		else if (name->len && name->str[name->len - 1] != '-')
			g_string_append_c(name, '-');
	}
	if (g_str_has_suffix(name->str, "-"))
		g_string_truncate(name, name->len - 1);
	for (guint i = 0; i < G_N_ELEMENTS(last_words); i++) {
		if (g_str_has_suffix(name->str, last_words[i])) {
			g_string_truncate(name,
					  name->len - strlen(last_words[i]));
			break;
		}
	}
	return g_strdup(name->str);
}

/* A parse of one file. */
typedef struct {
	const char *file;
	int line;
	const char *title; /* the last line of text, which tags may follow */
	int title_line;
	KsFamily *family; /* open entry, or NULL */
	GPtrArray *families;
} Parser;

static bool fail(const Parser *parser, GError **error, const char *format, ...)
	G_GNUC_PRINTF(3, 4);

static bool fail(const Parser *parser, GError **error, const char *format, ...)
{
	g_autofree char *what = NULL;
	va_list ap;

	va_start(ap, format);
	what = g_strdup_vprintf(format, ap);
	va_end(ap);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s:%d: %s", parser->file,
		    parser->line, what);
	return false;
}

static void open_family(Parser *parser)
{
	KsFamily *family = g_new0(KsFamily, 1);

	family->title = g_strdup(parser->title);
	family->name = name_of_title(parser->title);
	family->line = parser->title_line;
	family->entries = g_ptr_array_new_with_free_func(free_entry);
	g_ptr_array_add(parser->families, family);
	parser->family = family;
}

/*
 * What an F: or X: value means, as a regular expression for whole paths.  A
 * folder may be named without its slash where it is no pattern, as
 * get_maintainer.pl allows.
 */
static char *regex_of_pattern(const char *pattern)
{
	GString *regex = g_string_new("^");
	bool literal = !strpbrk(pattern, "*?[");

	for (const char *c = pattern; *c; c++) {
		if (*c == '*' && c[1] == '*') {
			g_string_append(regex, ".*");
			c++;
		} else if (*c == '*')
			g_string_append(regex, "[^/]*");
		else if (*c == '?')
			g_string_append(regex, "[^/]");
		else if (strchr(".+(){}|^$\\", *c))
			g_string_append_printf(regex, "\\%c", *c);
		else
			g_string_append_c(regex, *c);
	}
	if (g_str_has_suffix(pattern, "/"))
		g_string_append(regex, ".");
	else
		g_string_append(regex, literal ? "(/.*)?$" : "$");
	return g_string_free(regex, FALSE);
}

static bool compile(const Parser *parser, KsFamilyEntry *entry, GError **error)
{
	g_autofree char *regex = regex_of_pattern(entry->value);
	g_autoptr(GError) why = NULL;

	entry->files =
		g_regex_new(regex, G_REGEX_OPTIMIZE | G_REGEX_RAW, 0, &why);
	return entry->files ||
	       fail(parser, error, "'%s' is not a pattern of files: %s",
		    entry->value, why->message);
}

static bool take_entry(Parser *parser, const char *line, GError **error)
{
	g_autofree char *value = g_strstrip(g_strdup(line + 2));
	KsFamilyEntry *entry;

	if (!strchr(TAGS, *line))
		return fail(parser, error, "'%c:' is not a tag of MAINTAINERS",
			    *line);
	if (!*value)
		return fail(parser, error, "'%c:' has no value", *line);
	if (!parser->family && !parser->title)
		return fail(
			parser, error,
			"'%c:' stands outside of an entry: its title is missing above",
			*line);
	if (!parser->family)
		open_family(parser);
	entry = g_new0(KsFamilyEntry, 1);
	entry->tag = *line;
	entry->value = g_steal_pointer(&value);
	entry->line = parser->line;
	g_ptr_array_add(parser->family->entries, entry);
	return (entry->tag != 'F' && entry->tag != 'X') ||
	       compile(parser, entry, error);
}

static bool take_line(Parser *parser, const char *line, GError **error)
{
	if (!line[strspn(line, " \t\r")]) {
		parser->family = NULL;
		parser->title = NULL;
		return true;
	}
	if (line[strspn(line, " \t")] == '#')
		return true;
	if (g_ascii_isupper(line[0]) && line[1] == ':')
		return take_entry(parser, line, error);
	if (parser->family)
		return fail(
			parser, error,
			"'%s' is neither a line 'X:\tvalue' nor, after an empty line, a title",
			line);
	parser->title = line;
	parser->title_line = parser->line;
	return true;
}

GPtrArray *ks_family_parse(const char *text, const char *name, GError **error)
{
	g_autoptr(GPtrArray)
		families = g_ptr_array_new_with_free_func(free_family);
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	Parser parser = {.file = name, .families = families};

	for (char **line = lines; *line; line++) {
		parser.line++;
		if (!take_line(&parser, *line, error))
			return NULL;
	}
	return g_steal_pointer(&families);
}

static bool load_all(const char *path, GPtrArray **families, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autofree char *text = NULL;

	if (!g_file_get_contents(path, &text, NULL, &why)) {
		g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s",
			    why->message);
		return false;
	}
	*families = ks_family_parse(text, path, error);
	return *families != NULL;
}

KsFamily *ks_family_load(const KsContext *context, const char *name,
			 GError **error)
{
	g_autofree char *path =
		ks_data_path(context, "MAINTAINERS-snippet", NULL);
	g_autoptr(GPtrArray) families = NULL;
	g_autoptr(GString) names = g_string_new(NULL);

	if (!load_all(path, &families, error))
		return NULL;
	for (guint i = 0; i < families->len; i++) {
		const KsFamily *family = families->pdata[i];

		if (g_str_equal(family->name, name))
			return g_ptr_array_steal_index(families, i);
		g_string_append_printf(names, "%s%s", i ? ", " : "",
				       family->name);
	}
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s: there is no family '%s' (there are: %s)", path, name,
		    names->len ? names->str : "none");
	return NULL;
}

char **ks_family_values(const KsFamily *family, char tag)
{
	GPtrArray *values = g_ptr_array_new();

	for (guint i = 0; i < family->entries->len; i++) {
		const KsFamilyEntry *entry = family->entries->pdata[i];

		if (entry->tag == tag)
			g_ptr_array_add(values, g_strdup(entry->value));
	}
	g_ptr_array_add(values, NULL);
	return (char **)g_ptr_array_free(values, FALSE);
}

bool ks_family_owns(const KsFamily *family, const char *path)
{
	bool owns = false;

	for (guint i = 0; i < family->entries->len; i++) {
		const KsFamilyEntry *entry = family->entries->pdata[i];

		if (entry->tag != 'F' && entry->tag != 'X')
			continue;
		if (!g_regex_match(entry->files, path, 0, NULL))
			continue;
		if (entry->tag == 'X')
			return false;
		owns = true;
	}
	return owns;
}

char **ks_family_files(const KsContext *context, const char *commit,
		       const KsFamily *family, GError **error)
{
	g_auto(GStrv) all = ks_git_files(context, commit, error);
	GPtrArray *owned;

	if (!all)
		return NULL;
	owned = g_ptr_array_new();
	for (char **path = all; *path; path++)
		if (ks_family_owns(family, *path))
			g_ptr_array_add(owned, g_strdup(*path));
	g_ptr_array_add(owned, NULL);
	return (char **)g_ptr_array_free(owned, FALSE);
}
