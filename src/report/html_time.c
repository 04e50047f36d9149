// SPDX-License-Identifier: GPL-2.0
#include "report/html_private.h"

#define SLOWEST_SHOWN 50
#define SUBJECT_MAX   120
/* units of the drawings, which are stretched to the column */
#define SCALE 1000.0

/* The cells of one check on one target, the fastest first. */
static GPtrArray *group_of(const KsMatrixTarget *target, guint check)
{
	GPtrArray *cells = g_ptr_array_new();

	for (guint i = 0; i < target->rows->len; i++) {
		const KsMatrixRow *row = target->rows->pdata[i];

		if (ks_cell_done(row->cells[check]))
			g_ptr_array_add(cells, (gpointer)row->cells[check]);
	}
	return cells;
}

static gint by_time(gconstpointer a, gconstpointer b)
{
	const KsCell *x = *(const KsCell *const *)a;
	const KsCell *y = *(const KsCell *const *)b;

	if (x->wall_us != y->wall_us)
		return x->wall_us < y->wall_us ? -1 : 1;
	return x->position < y->position ? -1 : x->position > y->position;
}

/* The nearest rank: of sorted cells the one at this share of them. */
static gint64 quantile(const GPtrArray *cells, double share)
{
	guint at = (guint)(share * (cells->len - 1) + 0.5);

	return ((const KsCell *)cells->pdata[at])->wall_us;
}

/* The number of SVG has a point in every locale. */
static void add_number(GString *out, const char *name, double value)
{
	char text[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(text, sizeof(text), "%.1f", value);
	g_string_append_printf(out, " %s=\"%s\"", name, text);
}

static void begin_svg(KsHtml *html, const char *label)
{
	g_string_append(
		html->out,
		"<svg viewBox=\"0 0 1000 14\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"");
	ks_html_add_text(html, label, 300);
	g_string_append(html->out, "\">");
}

static void add_rect(KsHtml *html, const char *class, double from, double to,
		     int top, int height)
{
	ks_html_add(html, "<rect class=\"%s\" y=\"%d\" height=\"%d\"", class,
		    top, height);
	add_number(html->out, "x", from * SCALE);
	add_number(html->out, "width", MAX((to - from) * SCALE, 2));
	g_string_append(html->out, "/>");
}

/* From the fastest to the slowest a line, the middle half a box. */
static void add_box(KsHtml *html, const GPtrArray *cells, double longest)
{
	double low = quantile(cells, 0) / longest;
	double high = quantile(cells, 1) / longest;
	double median = quantile(cells, 0.5) / longest;
	g_autofree char *from = ks_html_duration(quantile(cells, 0));
	g_autofree char *middle = ks_html_duration(quantile(cells, 0.5));
	g_autofree char *to = ks_html_duration(quantile(cells, 1));
	g_autofree char *label =
		g_strdup_printf("from %s to %s, median %s", from, to, middle);

	begin_svg(html, label);
	add_rect(html, "q", low, high, 6, 2);
	add_rect(html, "q", quantile(cells, 0.25) / longest,
		 quantile(cells, 0.75) / longest, 2, 10);
	add_rect(html, "r", median, median + 3 / SCALE, 1, 12);
	g_string_append(html->out, "</svg>");
}

static void add_time(KsHtml *html, gint64 us)
{
	g_autofree char *text = ks_html_duration(us);

	ks_html_add(html, "<td class=\"n\">%s</td>", text);
}

static void add_group(KsHtml *html, const KsMatrixTarget *target, guint check,
		      double longest)
{
	g_autoptr(GPtrArray) cells = group_of(target, check);
	gint64 total = 0;
	guint reused = 0;

	if (!cells->len)
		return;
	g_ptr_array_sort(cells, by_time);
	for (guint i = 0; i < cells->len; i++) {
		const KsCell *cell = cells->pdata[i];

		total += cell->wall_us;
		reused += cell->reused;
	}
	g_string_append(html->out, "<tr><th scope=\"row\">");
	ks_html_add_text(html, target->name, SUBJECT_MAX);
	g_string_append_c(html->out, ' ');
	ks_html_add_text(html, html->matrix->checks->pdata[check], SUBJECT_MAX);
	ks_html_add(html, "</th><td class=\"n\">%u</td><td class=\"n\">%u</td>",
		    cells->len, reused);
	add_time(html, quantile(cells, 0.5));
	add_time(html, quantile(cells, 1));
	add_time(html, total);
	g_string_append(html->out, "<td class=\"bar\">");
	add_box(html, cells, longest);
	g_string_append(html->out, "</td></tr>\n");
}

static void add_groups(KsHtml *html, double longest)
{
	const KsMatrix *matrix = html->matrix;

	g_string_append(
		html->out,
		"<div class=\"wide\"><table class=\"t\"><thead><tr>"
		"<th scope=\"col\">target, check</th>"
		"<th scope=\"col\" class=\"n\">cells</th>"
		"<th scope=\"col\" class=\"n\">earlier</th>"
		"<th scope=\"col\" class=\"n\">median</th>"
		"<th scope=\"col\" class=\"n\">longest</th>"
		"<th scope=\"col\" class=\"n\">sum</th>"
		"<th scope=\"col\" class=\"bar\">fastest to slowest, box: the middle half</th>"
		"</tr></thead><tbody>\n");
	for (guint i = 0; i < matrix->targets->len; i++)
		for (guint j = 0; j < matrix->checks->len; j++)
			add_group(html, matrix->targets->pdata[i], j, longest);
	g_string_append(html->out, "</tbody></table></div>\n");
}

static void add_slow(KsHtml *html, const KsCell *cell, double longest)
{
	g_autofree char *time = ks_html_duration(cell->wall_us);

	g_string_append(html->out, "<tr><th scope=\"row\">");
	ks_html_add_text(html, cell->target, SUBJECT_MAX);
	ks_html_add(html, " %u ", cell->number);
	ks_html_add_text(html, cell->subject, SUBJECT_MAX);
	g_string_append(html->out, ": ");
	ks_html_add_text(html, cell->check, SUBJECT_MAX);
	if (cell->reused)
		g_string_append(html->out,
				" <span class=\"dim\">(earlier)</span>");
	g_string_append(html->out, "</th>");
	add_time(html, cell->wall_us);
	g_string_append(html->out, "<td class=\"bar\">");
	begin_svg(html, time);
	add_rect(html, "r", 0, cell->wall_us / longest, 2, 10);
	g_string_append(html->out, "</svg></td></tr>\n");
}

static void add_slowest(KsHtml *html, const GPtrArray *cells, double longest)
{
	guint shown = MIN(cells->len, SLOWEST_SHOWN);

	if (cells->len > shown)
		ks_html_add(html, "<h3>The %u slowest cells</h3>\n", shown);
	else
		g_string_append(html->out, "<h3>Each cell</h3>\n");
	g_string_append(
		html->out,
		"<div class=\"wide\"><table class=\"t\"><thead><tr>"
		"<th scope=\"col\">cell</th><th scope=\"col\" class=\"n\">time</th>"
		"<th scope=\"col\" class=\"bar\">of the longest</th>"
		"</tr></thead><tbody>\n");
	for (guint i = 0; i < shown; i++)
		add_slow(html, cells->pdata[cells->len - 1 - i], longest);
	g_string_append(html->out, "</tbody></table></div>\n");
}

void ks_html_add_durations(KsHtml *html)
{
	g_autoptr(GPtrArray) cells = g_ptr_array_new();
	double longest;

	for (guint i = 0; i < html->run->cells->len; i++)
		if (ks_cell_done(html->run->cells->pdata[i]))
			g_ptr_array_add(cells, html->run->cells->pdata[i]);
	if (!cells->len)
		return;
	g_ptr_array_sort(cells, by_time);
	longest = MAX(quantile(cells, 1), 1);
	g_string_append(
		html->out,
		"<h2>Durations</h2>\n<p class=\"dim\">Earlier: the time "
		"is that of the run that made the verdict.</p>\n");
	add_groups(html, longest);
	add_slowest(html, cells, longest);
}
