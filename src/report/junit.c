// SPDX-License-Identifier: GPL-2.0
#include "report/junit.h"

/* XML 1.0 has no way to write most control characters, not even escaped. */
static char *escape(const char *text)
{
	g_autofree char *valid = g_utf8_make_valid(text ? text : "", -1);

	for (char *at = valid; *at; at++)
		if ((guchar)*at < 0x20 && *at != '\n' && *at != '\t')
			*at = '?';
	return g_markup_escape_text(valid, -1);
}

static const char *element(KsVerdict verdict)
{
	switch (verdict) {
	case KS_VERDICT_FAIL:
	case KS_VERDICT_WARN:
		return "failure";
	case KS_VERDICT_ERROR:
	case KS_VERDICT_TIMEOUT:
		return "error";
	case KS_VERDICT_SKIP:
		return "skipped";
	default:
		return NULL;
	}
}

static void add_findings(GString *xml, const GPtrArray *findings)
{
	for (guint i = 0; i < findings->len; i++) {
		g_autofree char *line = ks_finding_format(findings->pdata[i]);
		g_autofree char *text = escape(line);

		g_string_append_printf(xml, "%s\n", text);
	}
}

static void add_case(GString *xml, const KsCell *cell)
{
	const KsOutcome *outcome = cell->outcome;
	const char *name = element(outcome->verdict);
	g_autofree char *class = escape(cell->target);
	g_autofree char *check = escape(cell->check);
	g_autofree char *reason = escape(outcome->reason);
	char seconds[G_ASCII_DTOSTR_BUF_SIZE];

	g_ascii_formatd(seconds, sizeof(seconds), "%.3f", cell->wall_us / 1e6);
	g_string_append_printf(
		xml, "    <testcase name=\"%s\" classname=\"%s\" time=\"%s\"",
		check, class, seconds);
	if (!name) {
		g_string_append(xml, "/>\n");
		return;
	}
	g_string_append_printf(xml, ">\n      <%s type=\"%s\" message=\"%s\">",
			       name, ks_verdict_name(outcome->verdict), reason);
	add_findings(xml, outcome->findings);
	g_string_append_printf(xml, "</%s>\n    </testcase>\n", name);
}

/* The cells of one patch, from @first on; returns where the next begins. */
static guint add_suite(GString *xml, const KsRun *run, guint first)
{
	const KsCell *cell = run->cells->pdata[first];
	g_autofree char *subject = escape(cell->subject);
	guint number = cell->number, end = first;
	guint counts[KS_VERDICT_SKIP + 1] = {0};

	for (; end < run->cells->len; end++) {
		const KsCell *other = run->cells->pdata[end];

		if (other->number != number)
			break;
		counts[other->outcome->verdict]++;
	}
	g_string_append_printf(
		xml,
		"  <testsuite name=\"%u %s\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n",
		number, subject, end - first,
		counts[KS_VERDICT_FAIL] + counts[KS_VERDICT_WARN],
		counts[KS_VERDICT_ERROR] + counts[KS_VERDICT_TIMEOUT],
		counts[KS_VERDICT_SKIP]);
	for (guint i = first; i < end; i++)
		add_case(xml, run->cells->pdata[i]);
	g_string_append(xml, "  </testsuite>\n");
	return end;
}

char *ks_report_junit(const KsRun *run)
{
	GString *xml =
		g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	g_autofree char *series = escape(run->series);

	g_string_append_printf(xml, "<testsuites name=\"%s\">\n", series);
	for (guint i = 0; i < run->cells->len;)
		i = add_suite(xml, run, i);
	g_string_append(xml, "</testsuites>\n");
	return g_string_free(xml, FALSE);
}
