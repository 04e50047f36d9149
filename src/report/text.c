// SPDX-License-Identifier: GPL-2.0
#include "report/text.h"

#include <stdbool.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* U+200E and U+200F are marks, the others embed, override or isolate. */
static bool turns_direction(gunichar c)
{
	return c == 0x061c || c == 0x200e || c == 0x200f ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static bool is_shown(gunichar c)
{
	if (c < 0x20)
		return c == '\n' || c == '\t';
	if (c < 0x7f)
		return true;
	if (c < 0xa0 || turns_direction(c))
		return false;
	return (c & 0xfffe) != 0xfffe && !(c >= 0xfdd0 && c <= 0xfdef);
}

/* Behind the control sequence (ECMA-48) that begins at @at, or @at itself. */
static const char *skip_sequence(const char *at)
{
	const char *end = at + 2;

	if (at[0] != '\033' || at[1] != '[')
		return at;
	while (*end >= 0x20 && *end <= 0x3f)
		end++;
	return *end >= 0x40 && *end <= 0x7e ? end + 1 : at;
}

char *ks_text_clean(const char *text, gssize len)
{
	g_autofree char *valid =
		g_utf8_make_valid(text ? text : "", text ? len : -1);
	GString *clean = g_string_sized_new(strlen(valid));
	const char *at = valid;

	while (*at) {
		const char *next = skip_sequence(at);

		if (next == at) {
			next = g_utf8_next_char(at);
			if (is_shown(g_utf8_get_char(at)))
				g_string_append_len(clean, at, next - at);
			else if (*at != '\r' || *next != '\n')
				g_string_append(clean, REPLACEMENT);
		}
		at = next;
	}
	return g_string_free(clean, FALSE);
}

char *ks_text_line(const char *text)
{
	return g_strdelimit(ks_text_clean(text, -1), "\n\t", ' ');
}

char *ks_text_clip(const char *text, guint max)
{
	g_autofree char *line = ks_text_line(text);
	g_autofree char *head = NULL;

	if (g_utf8_strlen(line, -1) <= max)
		return g_steal_pointer(&line);
	head = g_utf8_substring(line, 0, max - 1);
	return g_strconcat(head, "\xe2\x80\xa6", NULL);
}
