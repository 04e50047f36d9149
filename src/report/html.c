// SPDX-License-Identifier: GPL-2.0
#include "report/html.h"

#include "report/run.h"

#define BAR_WIDTH      560
#define BAR_HEIGHT     14
#define FINDINGS_SHOWN 200

static const char style[] =
	":root{color-scheme:light dark}"
	"body{font:15px/1.5 system-ui,sans-serif;max-width:64em;margin:2em auto;"
	"padding:0 1em}"
	"table{border-collapse:collapse}"
	"th,td{text-align:left;padding:.25em .8em;border-bottom:1px solid #8884}"
	"td.n{text-align:right}"
	"code,pre{font:13px/1.45 ui-monospace,monospace}"
	"pre{overflow-x:auto;padding:.6em;background:#8881}"
	".pass{color:#177a2b}.warn{color:#8a6100}.fail{color:#c01c28;"
	"font-weight:bold}.error,.timeout{color:#8b2fa0}.skip{opacity:.6}"
	"@media(prefers-color-scheme:dark){.pass{color:#57d977}"
	".warn{color:#e8b93c}.fail{color:#ff7b72}.error,.timeout{color:#d58cf0}}"
	"rect{fill:#5b8dd9}text{font:12px system-ui,sans-serif;"
	"fill:currentColor}";

static void add(GString *html, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* printf with every string argument escaped. */
static void add(GString *html, const char *format, ...)
{
	g_autofree char *text = NULL;
	va_list ap;

	va_start(ap, format);
	text = g_markup_vprintf_escaped(format, ap);
	va_end(ap);
	g_string_append(html, text);
}

static char *anchor(const KsCell *cell)
{
	return g_strdup_printf("c%u-%s", cell->number, cell->check);
}

static void add_matrix_cell(GString *html, const KsCell *cell)
{
	const char *verdict = ks_verdict_name(cell->outcome->verdict);
	g_autofree char *id = anchor(cell);

	if (cell->outcome->verdict == KS_VERDICT_PASS)
		add(html, "<td class=\"%s\" title=\"%s\">%s</td>", verdict,
		    cell->outcome->reason, ks_cell_word(cell));
	else
		add(html,
		    "<td><a class=\"%s\" href=\"#%s\" title=\"%s\">%s</a></td>",
		    verdict, id, cell->outcome->reason, ks_cell_word(cell));
}

static void add_matrix(GString *html, const KsRun *run)
{
	g_autoptr(GPtrArray) checks = ks_run_checks(run);
	guint last = 0;

	g_string_append(html, "<table><thead><tr><th>#</th><th>patch</th>");
	for (guint i = 0; i < checks->len; i++)
		add(html, "<th>%s</th>", (char *)checks->pdata[i]);
	g_string_append(html, "</tr></thead><tbody>");
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (cell->number != last)
			add(html, "<tr><td class=\"n\">%u</td><td>%s</td>",
			    cell->number, cell->subject);
		last = cell->number;
		add_matrix_cell(html, cell);
	}
	g_string_append(html, "</tbody></table>\n");
}

static void add_reason(GString *html, const KsCell *cell)
{
	const GPtrArray *findings = cell->outcome->findings;
	g_autofree char *id = anchor(cell);

	add(html, "<h3 id=\"%s\">%u %s: <span class=\"%s\">%s</span></h3>", id,
	    cell->number, cell->check, ks_verdict_name(cell->outcome->verdict),
	    ks_cell_word(cell));
	add(html, "<p>%s</p>", cell->outcome->reason);
	if (findings->len)
		g_string_append(html, "<pre>");
	for (guint i = 0; i < findings->len && i < FINDINGS_SHOWN; i++) {
		g_autofree char *line = ks_finding_format(findings->pdata[i]);

		add(html, "%s\n", line);
	}
	if (findings->len)
		g_string_append(html, "</pre>");
	if (cell->outcome->log)
		add(html, "<p>Log: <code>%s</code></p>\n", cell->outcome->log);
}

static void add_durations(GString *html, const KsRun *run)
{
	gint64 longest = 1;

	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		longest = MAX(longest, cell->wall_us);
	}
	g_string_append(html, "<h2>Durations</h2><table><tbody>");
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];
		gint64 width = cell->wall_us * BAR_WIDTH / longest;

		add(html,
		    "<tr><td>%u %s</td><td><svg width=\"%d\" height=\"%d\" role=\"img\"><rect width=\"%" G_GINT64_FORMAT
		    "\" height=\"%d\"/></svg></td><td class=\"n\">%.1f s%s</td></tr>",
		    cell->number, cell->check, BAR_WIDTH, BAR_HEIGHT,
		    MAX(width, 1), BAR_HEIGHT, cell->wall_us / 1e6,
		    cell->reused ? ", earlier" : "");
	}
	g_string_append(html, "</tbody></table>\n");
}

char *ks_report_html(const KsRun *run)
{
	GString *html = g_string_new("<!doctype html>\n<html lang=\"en\"><head>"
				     "<meta charset=\"utf-8\">");
	g_autofree char *names = ks_run_target_names(run);

	add(html, "<title>%s on %s</title>", run->series, names);
	g_string_append_printf(html, "<style>%s</style></head><body>\n", style);
	add(html,
	    "<h1>%s on %s</h1>\n<p>Run %" G_GINT64_FORMAT ", %.1f s%s.</p>\n",
	    run->series, names, run->id, run->wall_us / 1e6,
	    run->finished ? "" : "; it did not finish");
	add_matrix(html, run);
	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (cell->outcome->verdict != KS_VERDICT_PASS)
			add_reason(html, cell);
	}
	add_durations(html, run);
	g_string_append(html, "</body></html>\n");
	return g_string_free(html, FALSE);
}
