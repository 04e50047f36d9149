// SPDX-License-Identifier: GPL-2.0
#include "report/junit.h"

#include "report/matrix.h"
#include "report/text.h"

static char *escape(const char *text)
{
	g_autofree char *clean = ks_text_clean(text, -1);

	return g_markup_escape_text(clean, -1);
}

/* What stands within a test case that is not well; NULL for one that is. */
static const char *element(const KsCell *cell)
{
	if (!ks_cell_done(cell))
		return "error";
	switch (cell->outcome->verdict) {
	case KS_VERDICT_PASS:
		return NULL;
	case KS_VERDICT_FAIL:
	case KS_VERDICT_WARN:
		return "failure";
	case KS_VERDICT_SKIP:
		return "skipped";
	default:
		return "error";
	}
}

static void add_findings(GString *xml, const KsCell *cell)
{
	const GPtrArray *findings =
		ks_cell_done(cell) ? cell->outcome->findings : NULL;

	for (guint i = 0; findings && i < findings->len; i++) {
		g_autofree char *line = ks_finding_format(findings->pdata[i]);
		g_autofree char *text = escape(line);

		g_string_append_printf(xml, "%s\n", text);
	}
}

static void add_case(GString *xml, const char *target, const char *check,
		     const KsCell *cell)
{
	const char *name = element(cell);
	g_autofree char *class = escape(target);
	g_autofree char *title = escape(check);
	g_autofree char *reason = escape(ks_cell_reason(cell));
	char seconds[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(seconds, sizeof(seconds), "%.3f",
			cell ? cell->wall_us / 1e6 : 0);
	g_string_append_printf(
		xml, "    <testcase name=\"%s\" classname=\"%s\" time=\"%s\"",
		title, class, seconds);
	if (!name) {
		g_string_append(xml, "/>\n");
		return;
	}
	g_string_append_printf(xml, ">\n      <%s type=\"%s\" message=\"%s\">",
			       name, ks_cell_verdict(cell), reason);
	add_findings(xml, cell);
	g_string_append_printf(xml, "</%s>\n    </testcase>\n", name);
}

static void begin_suite(GString *xml, const char *name,
			const KsCellCounts *counts)
{
	g_autofree char *title = escape(name);

	g_string_append_printf(
		xml,
		"  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
		title, counts->all,
		counts->of[KS_VERDICT_FAIL] + counts->of[KS_VERDICT_WARN],
		counts->of[KS_VERDICT_ERROR] + counts->of[KS_VERDICT_TIMEOUT] +
			counts->of[KS_NOT_DONE],
		counts->of[KS_VERDICT_SKIP]);
}

static void add_row(GString *xml, const KsMatrix *matrix,
		    const KsMatrixTarget *target, const KsMatrixRow *row)
{
	g_autofree char *name = g_strdup_printf("%s: %u %s", target->name,
						row->number, row->subject);
	KsCellCounts counts = {0};

	for (guint i = 0; i < matrix->checks->len; i++)
		if (ks_matrix_told(matrix, row->cells[i]))
			ks_cell_count(&counts, row->cells[i]);
	begin_suite(xml, name, &counts);
	for (guint i = 0; i < matrix->checks->len; i++)
		if (ks_matrix_told(matrix, row->cells[i]))
			add_case(xml, target->name, matrix->checks->pdata[i],
				 row->cells[i]);
	g_string_append(xml, "  </testsuite>\n");
}

static void add_left(GString *xml, const KsMatrixTarget *target)
{
	GPtrArray *left = target->target ? target->target->left : NULL;
	g_autofree char *name = g_strconcat(target->name, ": left out", NULL);
	g_autofree char *class = escape(target->name);
	KsCellCounts counts = {0};

	if (!left || !left->len)
		return;
	counts.all = counts.of[KS_VERDICT_SKIP] = left->len;
	begin_suite(xml, name, &counts);
	for (guint i = 0; i < left->len; i++) {
		const KsLeft *patch = left->pdata[i];
		g_autofree char *subject = escape(patch->subject);
		g_autofree char *reason = escape(patch->reason);

		g_string_append_printf(
			xml,
			"    <testcase name=\"%s\" classname=\"%s\">\n      <skipped type=\"left out\" message=\"%s\"/>\n    </testcase>\n",
			subject, class, reason);
	}
	g_string_append(xml, "  </testsuite>\n");
}

/* What is wrong with the run and with no cell of it: it must not look well. */
static void add_lack(GString *xml, const char *suite, const char *message)
{
	g_autofree char *class = escape(suite);
	KsCellCounts counts = {.all = 1, .of[KS_NOT_DONE] = 1};

	begin_suite(xml, suite, &counts);
	g_string_append_printf(
		xml,
		"    <testcase name=\"run\" classname=\"%s\">\n      <error type=\"not done\" message=\"%s\"/>\n    </testcase>\n  </testsuite>\n",
		class, message);
}

char *ks_report_junit(const KsRun *run)
{
	GString *xml =
		g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	g_autofree char *series = escape(run->series);
	g_autoptr(KsMatrix) matrix = ks_matrix_new(run);

	g_string_append_printf(xml, "<testsuites name=\"%s\">\n", series);
	for (guint i = 0; i < matrix->targets->len; i++) {
		const KsMatrixTarget *target = matrix->targets->pdata[i];

		for (guint j = 0; j < target->rows->len; j++)
			add_row(xml, matrix, target, target->rows->pdata[j]);
		add_left(xml, target);
		if (!target->rows->len)
			add_lack(xml, target->name, "no cell was checked");
	}
	if (!run->finished)
		add_lack(xml, run->series, "the run did not finish");
	g_string_append(xml, "</testsuites>\n");
	return g_string_free(xml, FALSE);
}
