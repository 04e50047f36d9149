// SPDX-License-Identifier: GPL-2.0
#include "report/html_private.h"

#include <string.h>

#include "report/log.h"
#include "report/text.h"

#define FINDINGS_SHOWN 50
#define TEXT_MAX       2000
#define SOURCE_MAX     200

/* Bytes of the page, of the 10 MB that it may have. */
#define DETAILS_END (7 * 1000 * 1000)
#define GOODS_END   (8500 * 1000)
#define LOG_TAIL    (16 * 1024)
#define GOOD_TAIL   (4 * 1024)
#define LOG_LEAST   256

static void add_source(KsHtml *html, const KsSourceLines *source, int line)
{
	g_string_append(html->out, "<pre class=\"src\">");
	for (guint i = 0; source->lines[i]; i++) {
		int n = source->first + (int)i;
		const char *tag = n == line ? "mark" : "span";
		g_autofree char *clean = ks_text_clean(source->lines[i], -1);
		g_autofree char *escaped = NULL;

		if (g_utf8_strlen(clean, -1) > SOURCE_MAX)
			*g_utf8_offset_to_pointer(clean, SOURCE_MAX) = '\0';
		escaped = g_markup_escape_text(clean, -1);
		g_string_append_printf(html->out, "<%s><i>%d</i>%s</%s>", tag,
				       n, escaped, tag);
	}
	g_string_append(html->out, "</pre>");
}

static void add_finding(KsHtml *html, const KsCell *cell,
			const KsFinding *finding)
{
	const KsSourceLines *source = NULL;

	g_string_append(html->out, "<div class=\"f\">");
	if (*finding->file) {
		g_string_append(html->out, "<code>");
		ks_html_add_text(html, finding->file, TEXT_MAX);
		if (finding->line)
			ks_html_add(html, ":%d", finding->line);
		g_string_append(html->out, "</code> ");
	}
	if (*finding->function) {
		g_string_append(html->out, "in <code>");
		ks_html_add_text(html, finding->function, TEXT_MAX);
		g_string_append(html->out, "()</code> ");
	}
	ks_html_add(html, "<span class=\"lv %s\">%s</span> ", finding->level,
		    finding->level);
	ks_html_add_text(html, finding->text, TEXT_MAX);
	if (html->sources)
		source = ks_sources_find(html->sources, cell, finding);
	if (source)
		add_source(html, source, finding->line);
	g_string_append(html->out, "</div>\n");
}

/*
 * The end of the cell's log, escaped, which takes no more than @room; NULL
 * when it cannot be had.
 */
static char *log_text(const KsHtml *html, const KsCell *cell, gsize room,
		      guint64 *size)
{
	g_autofree char *tail = NULL;
	g_autofree char *escaped = NULL;

	if (!html->context || !cell->outcome->log || room < LOG_LEAST)
		return NULL;
	tail = ks_log_tail(html->context, cell->outcome->log,
			   MIN(room, LOG_TAIL), size);
	escaped = tail ? g_markup_escape_text(tail, -1) : NULL;
	if (escaped && strlen(escaped) > room) {
		/* what is escaped is up to six times as long */
		g_clear_pointer(&tail, g_free);
		g_clear_pointer(&escaped, g_free);
		tail = ks_log_tail(html->context, cell->outcome->log, room / 6,
				   size);
		escaped = tail ? g_markup_escape_text(tail, -1) : NULL;
	}
	return g_steal_pointer(&escaped);
}

static void add_log(KsHtml *html, const KsCell *cell, const char *text,
		    guint64 size)
{
	g_string_append(html->out, "<details><summary>log: <code>");
	ks_html_add_text(html, cell->outcome->log, TEXT_MAX);
	ks_html_add(html,
		    "</code>, %" G_GUINT64_FORMAT
		    " bytes%s</summary><pre class=\"log\" tabindex=\"0\">",
		    size, size > strlen(text) ? ", the end" : "");
	g_string_append(html->out, text);
	g_string_append(html->out, "</pre></details>\n");
}

static void add_log_path(KsHtml *html, const KsCell *cell)
{
	g_string_append(html->out, "<p class=\"dim\">log: <code>");
	ks_html_add_text(html, cell->outcome->log, TEXT_MAX);
	g_string_append(html->out, "</code></p>\n");
}

static void add_title(KsHtml *html, const KsCell *cell)
{
	ks_html_add(html, "<span class=\"v %s\">%s</span> %u ",
		    ks_html_class(cell), ks_cell_verdict(cell), cell->number);
	ks_html_add_text(html, cell->subject, TEXT_MAX);
	ks_html_add(html, ": %s", cell->check);
}

/* Findings until their part of the cell's room is used; at least one. */
static void add_findings(KsHtml *html, const KsCell *cell, gsize end)
{
	const GPtrArray *findings = cell->outcome->findings;

	for (guint i = 0; i < findings->len; i++) {
		if (i == FINDINGS_SHOWN || (i && html->out->len > end)) {
			ks_html_add(
				html,
				"<p class=\"dim\">and %u more findings</p>\n",
				findings->len - i);
			return;
		}
		add_finding(html, cell, findings->pdata[i]);
	}
}

/* @room bytes are this cell's share of the page. */
static void add_bad(KsHtml *html, const KsCell *cell, gsize room)
{
	gsize start = html->out->len, used;
	g_autofree char *anchor = ks_html_anchor(html, cell);
	g_autofree char *log = NULL;
	guint64 size;

	ks_html_add(html, "<section class=\"c\" id=\"%s\"><h4>", anchor);
	add_title(html, cell);
	g_string_append(html->out, "</h4>\n<p>");
	ks_html_add_text(html, ks_cell_reason(cell), TEXT_MAX);
	g_string_append(html->out, "</p>\n");
	add_findings(html, cell, start + room * 2 / 3);
	used = html->out->len - start;
	log = log_text(html, cell, room > used ? room - used : 0, &size);
	if (log)
		add_log(html, cell, log, size);
	else if (cell->outcome->log)
		add_log_path(html, cell);
	g_string_append(html->out, "</section>\n");
}

/* A skip has nothing but its reason. */
static void add_skip(KsHtml *html, const KsCell *cell)
{
	g_autofree char *anchor = ks_html_anchor(html, cell);

	ks_html_add(html, "<p class=\"s\" id=\"%s\">", anchor);
	add_title(html, cell);
	g_string_append(html->out, " <span class=\"dim\">");
	ks_html_add_text(html, ks_cell_reason(cell), TEXT_MAX);
	g_string_append(html->out, "</span></p>\n");
}

static bool is_short(const KsCell *cell)
{
	return !ks_cell_done(cell) ||
	       (cell->outcome->verdict == KS_VERDICT_SKIP &&
		!cell->outcome->findings->len && !cell->outcome->log);
}

static void add_cell(KsHtml *html, const KsCell *cell, guint to_come)
{
	gsize room = (DETAILS_END - html->out->len) / MAX(to_come, 1);

	if (is_short(cell))
		add_skip(html, cell);
	else
		add_bad(html, cell, room);
}

/* @to_come: the cells that still have to share the page. */
static void add_target(KsHtml *html, const KsMatrixTarget *target,
		       guint *to_come)
{
	bool begun = false;

	for (guint i = 0; i < target->rows->len; i++) {
		const KsMatrixRow *row = target->rows->pdata[i];

		for (guint j = 0; j < target->checks; j++) {
			const KsCell *cell = row->cells[j];

			if (!cell || ks_cell_good(cell))
				continue;
			if (html->out->len >= DETAILS_END)
				return;
			if (!begun) {
				g_string_append(html->out, "<h3>");
				ks_html_add_text(html, target->name, TEXT_MAX);
				g_string_append(html->out, "</h3>\n");
			}
			begun = true;
			add_cell(html, cell, *to_come);
			--*to_come;
		}
	}
}

void ks_html_add_details(KsHtml *html)
{
	guint to_come = html->counts.all - html->counts.of[KS_VERDICT_PASS];

	if (!to_come)
		return;
	g_string_append(html->out, "<h2>What is not pass</h2>\n");
	for (guint i = 0; i < html->matrix->targets->len; i++)
		add_target(html, html->matrix->targets->pdata[i], &to_come);
	if (to_come)
		ks_html_add(
			html,
			"<p id=\"more\">%u more cells do not fit on this page; "
			"<code>kseries report %" G_GINT64_FORMAT
			"</code> shows them.</p>\n",
			to_come, html->run->id);
}

/* The evidence of what passes, while there is room. */
void ks_html_add_good_logs(KsHtml *html)
{
	bool begun = false;

	for (guint i = 0; i < html->run->cells->len; i++) {
		const KsCell *cell = html->run->cells->pdata[i];
		g_autofree char *log = NULL;
		guint64 size;

		if (!ks_cell_good(cell) || html->out->len >= GOODS_END)
			continue;
		log = log_text(html, cell,
			       MIN(GOOD_TAIL, GOODS_END - html->out->len),
			       &size);
		if (!log)
			continue;
		if (!begun)
			g_string_append(html->out,
					"<h2>Logs of what passes</h2>\n");
		begun = true;
		g_string_append(html->out, "<div class=\"s\">");
		ks_html_add_text(html, cell->target, TEXT_MAX);
		g_string_append_c(html->out, ' ');
		add_title(html, cell);
		add_log(html, cell, log, size);
		g_string_append(html->out, "</div>\n");
	}
}
