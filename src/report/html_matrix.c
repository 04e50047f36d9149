// SPDX-License-Identifier: GPL-2.0
#include "report/html_private.h"

#define SUBJECT_MAX 300
#define TITLE_MAX   160
/* with more cells their titles would be most of the page */
#define TITLED_CELLS_MAX 3000

/* A patch across the targets: its row on each, NULL where it has none. */
typedef struct {
	const char *key;
	const char *subject;
	guint number; /* on the first target that has it */
	const KsMatrixRow **on;
} Line;

static void line_free(gpointer data)
{
	Line *line = data;

	g_free(line->on);
	g_free(line);
}

static gint find_line(const GPtrArray *lines, const char *key)
{
	for (guint i = 0; i < lines->len; i++) {
		const Line *line = lines->pdata[i];

		if (g_str_equal(line->key, key))
			return i;
	}
	return -1;
}

/*
 * The patches of all targets in one order: one that a target has alone stands
 * after the one before it there.
 */
static GPtrArray *merge(const KsMatrix *matrix)
{
	GPtrArray *lines = g_ptr_array_new_with_free_func(line_free);

	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];
		gint last = -1;

		for (guint j = 0; j < target->rows->len; j++) {
			const KsMatrixRow *row = target->rows->pdata[j];
			gint at = find_line(lines, row->key);

			if (at < 0) {
				Line *line = g_new0(Line, 1);

				line->key = row->key;
				line->subject = row->subject;
				line->number = row->number;
				line->on = g_new0(const KsMatrixRow *,
						  matrix->targets->len);
				at = last + 1;
				g_ptr_array_insert(lines, at, line);
			}
			((Line *)lines->pdata[at])->on[i] = row;
			last = at;
		}
	}
	return lines;
}

static void add_head(KsHtml *html)
{
	const KsMatrix *matrix = html->matrix;
	guint checks = matrix->checks->len;

	g_string_append(
		html->out,
		"<thead><tr><th scope=\"col\" rowspan=\"2\" class=\"n\">#</th>"
		"<th scope=\"col\" rowspan=\"2\">patch</th>");
	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];
		g_autofree char *title = ks_matrix_target_title(target);

		ks_html_add(
			html,
			"<th scope=\"colgroup\" colspan=\"%u\" class=\"g\">",
			MAX(checks, 1));
		ks_html_add_text(html, title, TITLE_MAX);
		g_string_append(html->out, "</th>");
	}
	g_string_append(html->out, "</tr>\n<tr>");
	for (guint i = 0; i < matrix->targets->len * checks; i++) {
		ks_html_add(html, "<th scope=\"col\" class=\"%s\">",
			    i % checks ? "k" : "k g");
		ks_html_add_text(html, matrix->checks->pdata[i % checks],
				 TITLE_MAX);
		g_string_append(html->out, "</th>");
	}
	g_string_append(html->out, "</tr></thead>\n");
}

static void add_cell(KsHtml *html, const KsCell *cell, bool first)
{
	const char *class = ks_html_class(cell);
	bool bad = cell && !ks_cell_good(cell);

	g_string_append(html->out, first ? "<td class=\"g\">" : "<td>");
	if (bad) {
		g_autofree char *anchor = ks_html_anchor(html, cell);

		ks_html_add(html, "<a class=\"v %s\" href=\"#%s\"", class,
			    anchor);
	} else {
		ks_html_add(html, "<span class=\"v %s\"", class);
	}
	if (html->run->cells->len <= TITLED_CELLS_MAX &&
	    ks_matrix_told(html->matrix, cell)) {
		g_string_append(html->out, " title=\"");
		ks_html_add_text(html, ks_cell_reason(cell), TITLE_MAX);
		g_string_append_c(html->out, '"');
	}
	g_string_append_c(html->out, '>');
	ks_html_add_text(html, ks_cell_word(cell), TITLE_MAX);
	g_string_append(html->out, bad ? "</a></td>" : "</span></td>");
}

static bool is_left(const KsMatrixTarget *target, const char *subject)
{
	GPtrArray *left = target->target ? target->target->left : NULL;

	for (guint i = 0; left && i < left->len; i++) {
		const KsLeft *patch = left->pdata[i];

		if (g_str_equal(patch->subject, subject))
			return true;
	}
	return false;
}

static void add_line(KsHtml *html, const Line *line)
{
	const KsMatrix *matrix = html->matrix;
	guint checks = matrix->checks->len;

	ks_html_add(html, "<tr><td class=\"n dim\">%u</td><th scope=\"row\">",
		    line->number);
	ks_html_add_text(html, line->subject, SUBJECT_MAX);
	g_string_append(html->out, "</th>");
	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];

		for (guint j = 0; line->on[i] && j < checks; j++)
			add_cell(html, line->on[i]->cells[j], !j);
		if (line->on[i])
			continue;
		ks_html_add(html, "<td class=\"g dim\" colspan=\"%u\">",
			    MAX(checks, 1));
		if (is_left(target, line->subject))
			g_string_append(html->out,
					"<a href=\"#left\">left out</a></td>");
		else
			g_string_append(html->out, "-</td>");
	}
	g_string_append(html->out, "</tr>\n");
}

void ks_html_add_matrix(KsHtml *html)
{
	g_autoptr(GPtrArray) lines = merge(html->matrix);

	g_string_append(
		html->out,
		"<h2 id=\"matrix\">Patches and checks</h2>\n"
		"<div class=\"wide\" role=\"region\" aria-labelledby=\"matrix\" tabindex=\"0\">"
		"<table class=\"m\">");
	add_head(html);
	g_string_append(html->out, "<tbody>\n");
	for (guint i = 0; i < lines->len; i++)
		add_line(html, lines->pdata[i]);
	g_string_append(html->out, "</tbody></table></div>\n");
}

void ks_html_add_left(KsHtml *html)
{
	bool begun = false;

	for (guint i = 0; i < html->matrix->targets->len; i++) {
		const KsMatrixTarget *target = html->matrix->targets->pdata[i];
		GPtrArray *left = target->target ? target->target->left : NULL;

		for (guint j = 0; left && j < left->len; j++) {
			const KsLeft *patch = left->pdata[j];

			if (!begun)
				g_string_append(
					html->out,
					"<h2 id=\"left\">Left out</h2>\n"
					"<div class=\"wide\"><table class=\"w\"><thead><tr>"
					"<th scope=\"col\">target</th>"
					"<th scope=\"col\">patch</th>"
					"<th scope=\"col\">why</th></tr></thead><tbody>\n");
			begun = true;
			g_string_append(html->out, "<tr><td>");
			ks_html_add_text(html, target->name, TITLE_MAX);
			g_string_append(html->out, "</td><th scope=\"row\">");
			ks_html_add_text(html, patch->subject, SUBJECT_MAX);
			g_string_append(html->out, "</th><td>");
			ks_html_add_text(html, patch->reason, SUBJECT_MAX);
			g_string_append(html->out, "</td></tr>\n");
		}
	}
	if (begun)
		g_string_append(html->out, "</tbody></table></div>\n");
}
