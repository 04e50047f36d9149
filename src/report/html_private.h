/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_HTML_PRIVATE_H
#define KS_HTML_PRIVATE_H

#include "report/matrix.h"
#include "report/source.h"

/* One page under way: html.c makes it, the other html_*.c write a part. */
typedef struct {
	GString *out;
	const KsContext *context; /* may be NULL */
	const KsRun *run;
	const KsMatrix *matrix;
	const KsSources *sources; /* NULL without a context */
	KsCellCounts counts;
} KsHtml;

/* printf with every string argument escaped: for words of our own. */
void ks_html_add(KsHtml *html, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Text of others, escaped; on one line, at most @max characters. */
void ks_html_add_text(KsHtml *html, const char *text, guint max);

/* The class of a verdict ("pass", ..., "none"), for the style sheet. */
const char *ks_html_class(const KsCell *cell);

/* The fragment that leads to the cell's paragraph: "c0-1-build". */
char *ks_html_anchor(const KsHtml *html, const KsCell *cell);

/* "0.4 s", "3.1 min"; newly allocated. */
char *ks_html_duration(gint64 us);

void ks_html_add_matrix(KsHtml *html);
void ks_html_add_left(KsHtml *html);
void ks_html_add_details(KsHtml *html);
void ks_html_add_good_logs(KsHtml *html);
void ks_html_add_durations(KsHtml *html);

#endif
