// SPDX-License-Identifier: GPL-2.0
#include "check/audit_flags.h"

#include <stdbool.h>
#include <string.h>

/* The options that are kept, and those that come with a word of their own. */
static const char *const kept[] = {"-I",
				   "-D",
				   "-U",
				   "-std=",
				   "-nostdinc",
				   "-m16",
				   "-m32",
				   "-m64",
				   "-mno-",
				   "-mcmodel=",
				   "-fshort-wchar",
				   "-funsigned-char",
				   "-fms-extensions",
				   NULL};
static const char *const with_word[] = {"-isystem", "-include", "-iquote",
					"-I",	    "-D",	NULL};

/* Of another machine clang does not know each of gcc's -m options. */
static bool is_kept(const char *word, const char *cross)
{
	if (cross && g_str_has_prefix(word, "-m") && !g_str_equal(word, "-m32"))
		return false;
	for (const char *const *option = kept; *option; option++)
		if (g_str_has_prefix(word, *option))
			return true;
	return false;
}

/* "powerpc-linux-gnu-" is gcc's prefix, "powerpc-linux-gnu" clang's target. */
static char *target_of(const char *cross)
{
	return g_strdup_printf("--target=%.*s", (int)strlen(cross) - 1, cross);
}

static char **keep(char **words, const char *cross)
{
	GPtrArray *flags = g_ptr_array_new();

	if (cross)
		g_ptr_array_add(flags, target_of(cross));
	for (; *words; words++) {
		if (g_strv_contains(with_word, *words) && words[1]) {
			g_ptr_array_add(flags, g_strdup(words[0]));
			g_ptr_array_add(flags, g_strdup(words[1]));
			words++;
		} else if (is_kept(*words, cross)) {
			g_ptr_array_add(flags, g_strdup(*words));
		}
	}
	g_ptr_array_add(flags, NULL);
	return (char **)g_ptr_array_free(flags, FALSE);
}

/* The source of a compiler's line, below @src; NULL if it compiles none. */
static const char *source_of(char **words, const char *src)
{
	guint n = g_strv_length(words);
	const char *last = n ? words[n - 1] : "";
	gsize top = strlen(src);

	if (!g_strv_contains((const char *const *)words, "-c") ||
	    !g_str_has_suffix(last, ".c") || !g_str_has_prefix(last, src) ||
	    last[top] != '/')
		return NULL;
	return last + top + 1;
}

/* One command of a recipe: "cc ... -c -o x.o x.c", perhaps of several. */
static void read_command(GHashTable *flags, const char *command,
			 const char *src, const char *cross)
{
	g_auto(GStrv) words = NULL;
	const char *source;

	if (!strstr(command, " -c ") ||
	    !g_shell_parse_argv(command, NULL, &words, NULL))
		return;
	source = source_of(words, src);
	if (source && !g_hash_table_contains(flags, source))
		g_hash_table_insert(flags, g_strdup(source),
				    keep(words, cross));
}

static void strv_free(gpointer strv)
{
	g_strfreev(strv);
}

GHashTable *ks_audit_flags(const char *output, const char *src,
			   const char *cross)
{
	GHashTable *flags = g_hash_table_new_full(g_str_hash, g_str_equal,
						  g_free, strv_free);
	g_auto(GStrv) lines = g_strsplit(output, "\n", -1);

	for (guint i = 0; lines[i]; i++) {
		g_auto(GStrv) commands = NULL;

		/* kbuild echoes a command before it runs it, in quotes */
		if (!strstr(lines[i], ".c"))
			continue;
		commands = g_strsplit(lines[i], ";", -1);
		for (guint j = 0; commands[j]; j++)
			read_command(flags, g_strstrip(commands[j]), src,
				     cross);
	}
	return flags;
}
