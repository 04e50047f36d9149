// SPDX-License-Identifier: GPL-2.0
#include "check/kconfig.h"

#include <string.h>

#include "base/error.h"

#define PREFIX	  "CONFIG_"
#define SHOWN_MAX 12

void ks_symbol_free(KsSymbol *symbol)
{
	g_free(symbol->name);
	g_free(symbol->value);
	g_free(symbol->file);
	g_free(symbol);
}

static bool is_name(const char *name, gsize len)
{
	for (gsize i = 0; i < len; i++)
		if (!g_ascii_isalnum(name[i]) && name[i] != '_')
			return false;
	return len > 0;
}

/*
 * Take "CONFIG_X=value" or "# CONFIG_X is not set" apart; false if @line is
 * neither.
 */
static bool split(const char *line, char **name, char **value)
{
	static const char unset[] = " is not set";
	bool off = g_str_has_prefix(line, "# " PREFIX) &&
		   g_str_has_suffix(line, unset);
	const char *at = line + (off ? 2 : 0) + strlen(PREFIX);
	const char *end;

	if (!off && !g_str_has_prefix(line, PREFIX))
		return false;
	end = off ? line + strlen(line) - strlen(unset) : strchr(at, '=');
	if (!end || end < at || !is_name(at, end - at) || (!off && !end[1]))
		return false;
	*name = g_strndup(at, end - at);
	*value = g_strdup(off ? "n" : end + 1);
	return true;
}

static KsSymbol *find(GPtrArray *symbols, const char *name)
{
	for (guint i = 0; i < symbols->len; i++) {
		KsSymbol *symbol = symbols->pdata[i];

		if (g_str_equal(symbol->name, name))
			return symbol;
	}
	return NULL;
}

static bool take_line(GPtrArray *symbols, const char *file, int number,
		      const char *line, GError **error)
{
	g_autofree char *name = NULL, *value = NULL;
	KsSymbol *symbol;

	if (!split(line, &name, &value)) {
		if (!*line || *line == '#')
			return true;
		g_set_error(
			error, KS_ERROR, KS_ERROR_USAGE,
			"%s:%d: '%s' is neither CONFIG_X=value nor '# CONFIG_X is not set'",
			file, number, line);
		return false;
	}
	symbol = find(symbols, name);
	if (!symbol) {
		symbol = g_new0(KsSymbol, 1);
		symbol->name = g_steal_pointer(&name);
		g_ptr_array_add(symbols, symbol);
	}
	g_free(symbol->value);
	g_free(symbol->file);
	symbol->value = g_steal_pointer(&value);
	symbol->file = g_strdup(file);
	symbol->line = number;
	return true;
}

GPtrArray *ks_kconfig_read(const char *const *fragments, GError **error)
{
	g_autoptr(GPtrArray) symbols =
		g_ptr_array_new_with_free_func((GDestroyNotify)ks_symbol_free);

	for (; *fragments; fragments++) {
		g_autofree char *text = NULL;
		g_auto(GStrv) lines = NULL;
		g_autoptr(GError) why = NULL;

		if (!g_file_get_contents(*fragments, &text, NULL, &why)) {
			g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
				    "kernel configuration: %s", why->message);
			return NULL;
		}
		lines = g_strsplit(text, "\n", -1);
		for (int i = 0; lines[i]; i++)
			if (!take_line(symbols, *fragments, i + 1,
				       g_strchomp(lines[i]), error))
				return NULL;
	}
	return g_steal_pointer(&symbols);
}

char *ks_kconfig_text(GPtrArray *symbols)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < symbols->len; i++) {
		const KsSymbol *symbol = symbols->pdata[i];

		if (g_str_equal(symbol->value, "n"))
			g_string_append_printf(text,
					       "# " PREFIX "%s is not set\n",
					       symbol->name);
		else
			g_string_append_printf(text, PREFIX "%s=%s\n",
					       symbol->name, symbol->value);
	}
	return g_string_free(text, FALSE);
}

static GHashTable *read_config(const char *config)
{
	GHashTable *values =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
	g_auto(GStrv) lines = g_strsplit(config, "\n", -1);

	for (guint i = 0; lines[i]; i++) {
		char *name, *value;

		if (split(lines[i], &name, &value))
			g_hash_table_replace(values, name, value);
	}
	return values;
}

bool ks_kconfig_verify(GPtrArray *symbols, const char *config, GError **error)
{
	g_autoptr(GHashTable) values = read_config(config);
	g_autoptr(GString) bad = g_string_new(NULL);
	guint n = 0;

	for (guint i = 0; i < symbols->len; i++) {
		const KsSymbol *symbol = symbols->pdata[i];
		const char *got = g_hash_table_lookup(values, symbol->name);

		/* A symbol that the kernel does not have is not set either. */
		if (g_str_equal(got ? got : "n", symbol->value))
			continue;
		if (n++ < SHOWN_MAX)
			g_string_append_printf(
				bad, "%s%s:%d: CONFIG_%s=%s came out %s",
				bad->len ? "; " : "", symbol->file,
				symbol->line, symbol->name, symbol->value,
				got ? got : "not at all");
	}
	if (!n)
		return true;
	if (n > SHOWN_MAX)
		g_string_append_printf(bad, "; and %u more", n - SHOWN_MAX);
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"%s; a dependency of the symbol is missing in the fragments, or this kernel does not have it",
		bad->str);
	return false;
}
