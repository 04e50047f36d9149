/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TEST_SCREEN_H
#define KS_TEST_SCREEN_H

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define SCREEN_MAX 40

/*
 * A terminal that knows carriage return, line feed and the three sequences
 * that the display uses; any other control byte fails the test.
 */
typedef struct {
	guint rows, columns, y, x;
	GString *line[SCREEN_MAX];
	char sequence[16]; /* one that is not complete yet */
	bool folded; /* something was wider than the screen */
} Screen;

static void screen_init(Screen *screen, guint rows, guint columns)
{
	*screen = (Screen){.rows = rows, .columns = columns};
	g_assert_cmpuint(rows, <=, SCREEN_MAX);
	for (guint i = 0; i < SCREEN_MAX; i++)
		screen->line[i] = g_string_new(NULL);
}

static void screen_clear(Screen *screen)
{
	for (guint i = 0; i < SCREEN_MAX; i++)
		g_string_free(screen->line[i], TRUE);
}

static void screen_feed_line(Screen *screen)
{
	GString *top = screen->line[0];

	if (++screen->y < screen->rows)
		return;
	screen->y--;
	memmove(screen->line, screen->line + 1,
		(SCREEN_MAX - 1) * sizeof(screen->line[0]));
	screen->line[SCREEN_MAX - 1] = top;
	g_string_truncate(top, 0);
}

static void screen_put(Screen *screen, char c)
{
	GString *line;

	if (screen->x == screen->columns) {
		screen->folded = true;
		screen->x = 0;
		screen_feed_line(screen);
	}
	line = screen->line[screen->y];
	while (line->len <= screen->x)
		g_string_append_c(line, ' ');
	line->str[screen->x++] = c;
}

static void screen_sequence(Screen *screen)
{
	char *sequence = screen->sequence;
	guint n = MAX(strtoul(sequence + 2, NULL, 10), 1);
	char last = sequence[strlen(sequence) - 1];

	if (last == 'A') {
		/* going up from the top row would be a wrong count */
		g_assert_cmpuint(n, <=, screen->y);
		screen->y -= n;
	} else if (g_str_equal(sequence, "\033[K") ||
		   g_str_equal(sequence, "\033[J")) {
		GString *line = screen->line[screen->y];

		g_string_truncate(line, MIN(line->len, screen->x));
		for (guint i = screen->y + 1; last == 'J' && i < SCREEN_MAX;
		     i++)
			g_string_truncate(screen->line[i], 0);
	} else {
		g_error("unknown sequence ESC%s", sequence + 1);
	}
	memset(sequence, 0, sizeof(screen->sequence));
}

static void screen_byte(Screen *screen, char c)
{
	gsize len = strlen(screen->sequence);

	if (len || c == '\033') {
		g_assert_cmpuint(len, <, sizeof(screen->sequence) - 1);
		screen->sequence[len] = c;
		if (g_ascii_isalpha(c))
			screen_sequence(screen);
	} else if (c == '\r') {
		screen->x = 0;
	} else if (c == '\n') {
		screen_feed_line(screen);
	} else {
		g_assert_true(g_ascii_isprint(c) || (c & 0x80));
		screen_put(screen, c);
	}
}

/*
 * A narrower window folds its long lines anew, as most terminals do; the cursor
 * stays on its character.  What has no room at the bottom is lost.
 */
static void screen_resize(Screen *screen, guint rows, guint columns)
{
	Screen old = *screen;
	guint y = 0;

	screen_init(screen, rows, columns);
	screen->folded = old.folded;
	for (guint i = 0; i < old.rows; i++) {
		const GString *line = old.line[i];
		gsize at = 0;

		if (i == old.y) {
			screen->y = y + old.x / columns;
			screen->x = old.x % columns;
		}
		do {
			const char *part = line->str + MIN(at, line->len);

			if (y < rows)
				g_string_append_len(screen->line[y], part,
						    MIN(strlen(part), columns));
			y++;
			at += columns;
		} while (at < line->len);
	}
	g_assert_cmpuint(screen->y, <, rows);
	screen_clear(&old);
}

/* What is seen: lines without trailing blanks, no empty ones at the end. */
static char *screen_text(const Screen *screen)
{
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < screen->rows; i++) {
		g_autofree char *line = g_strdup(screen->line[i]->str);

		g_string_append_printf(text, "%s\n", g_strchomp(line));
	}
	return g_strchomp(g_string_free(text, FALSE));
}

#endif
