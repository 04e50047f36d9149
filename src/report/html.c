// SPDX-License-Identifier: GPL-2.0
#include "report/html.h"

#include "report/html_private.h"
#include "report/html_style.h"
#include "report/text.h"

#define FINDINGS_WITH_SOURCE 20
#define SOURCES_MAX	     600
#define TITLE_MAX	     300

void ks_html_add(KsHtml *html, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, format);
	text = g_markup_vprintf_escaped(format, ap);
	va_end(ap);
	g_string_append(html->out, text);
}

void ks_html_add_text(KsHtml *html, const char *text, guint max)
{
	g_autofree char *line = ks_text_clip(text, max);
	g_autofree char *escaped = g_markup_escape_text(line, -1);

	g_string_append(html->out, escaped);
}

const char *ks_html_class(const KsCell *cell)
{
	return ks_cell_done(cell) ? ks_verdict_name(cell->outcome->verdict) :
				    "none";
}

char *ks_html_anchor(const KsHtml *html, const KsCell *cell)
{
	guint target = 0;
	g_autofree char *check = g_uri_escape_string(cell->check, NULL, FALSE);

	for (guint i = 0; i < html->matrix->targets->len; i++) {
		const KsMatrixTarget *of = html->matrix->targets->pdata[i];

		if (g_str_equal(of->name, cell->target))
			target = i;
	}
	return g_strdup_printf("c%u-%u-%s", target, cell->number, check);
}

char *ks_html_duration(gint64 us)
{
	if (us < 60 * G_USEC_PER_SEC)
		return g_strdup_printf("%.1f s", us / 1e6);
	if (us < 3600 * (gint64)G_USEC_PER_SEC)
		return g_strdup_printf("%.1f min", us / 60e6);
	return g_strdup_printf("%.1f h", us / 3600e6);
}

static void add_head(KsHtml *html)
{
	g_autofree char *names = ks_run_target_names(html->run);

	g_string_append(
		html->out,
		"<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
		"<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
		"<meta name=\"generator\" content=\"kseries " KS_VERSION
		"\"><title>");
	ks_html_add_text(html, html->run->series, TITLE_MAX);
	g_string_append(html->out, " on ");
	ks_html_add_text(html, names, TITLE_MAX);
	g_string_append_printf(
		html->out, "</title>\n<style>%s</style></head>\n<body><main>\n",
		ks_html_style);
}

static void add_counts(KsHtml *html)
{
	const KsCellCounts *counts = &html->counts;

	g_string_append(html->out, "<ul class=\"sum\">");
	for (guint i = 0; i <= KS_NOT_DONE; i++) {
		bool done = i < KS_NOT_DONE;

		if (counts->of[i])
			ks_html_add(html, "<li class=\"v %s\">%u %s</li>",
				    done ? ks_verdict_name(i) : "none",
				    counts->of[i],
				    done ? ks_verdict_name(i) : "not done");
	}
	g_string_append(html->out, "</ul>\n");
}

static void add_summary(KsHtml *html)
{
	const KsRun *run = html->run;
	const KsCellCounts *counts = &html->counts;
	g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc(run->started);
	g_autofree char *day =
		utc ? g_date_time_format(utc, "%Y-%m-%d %H:%M UTC") : NULL;
	g_autofree char *time = ks_html_duration(run->wall_us);

	g_string_append(html->out, "<header><h1>");
	ks_html_add_text(html, run->series, TITLE_MAX);
	ks_html_add(html,
		    "</h1>\n<p class=\"dim\">run %" G_GINT64_FORMAT
		    ", %s, %s; %u of %u cells pass, %u known from earlier "
		    "runs</p>\n",
		    run->id, day ? day : "-", time, counts->of[KS_VERDICT_PASS],
		    counts->all, counts->reused);
	if (!run->finished)
		g_string_append(
			html->out,
			"<p><span class=\"v error\">the run did not finish</span></p>\n");
	add_counts(html);
	g_string_append(html->out, "</header>\n");
}

char *ks_report_html(const KsContext *context, const KsRun *run)
{
	g_autoptr(KsMatrix) matrix = ks_matrix_new(run);
	g_autoptr(KsSources) sources = NULL;
	KsHtml html = {.context = context, .run = run, .matrix = matrix};

	if (context)
		sources = ks_sources_load(context, run, FINDINGS_WITH_SOURCE,
					  SOURCES_MAX);
	html.sources = sources;
	html.out = g_string_new(NULL);
	for (guint i = 0; i < run->cells->len; i++)
		ks_cell_count(&html.counts, run->cells->pdata[i]);
	add_head(&html);
	add_summary(&html);
	ks_html_add_matrix(&html);
	ks_html_add_left(&html);
	ks_html_add_details(&html);
	ks_html_add_durations(&html);
	ks_html_add_good_logs(&html);
	g_string_append(html.out, "</main></body></html>\n");
	return g_string_free(html.out, FALSE);
}
