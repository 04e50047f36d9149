// SPDX-License-Identifier: GPL-2.0
#include "report/ktap.h"

/* One line, and no '#': that is where KTAP's directives begin. */
static char *plain(const char *text)
{
	return g_strdelimit(g_strdup(text ? text : ""), "\n\r#", ' ');
}

static bool is_bad(const KsCell *cell)
{
	return cell->outcome->verdict != KS_VERDICT_PASS &&
	       cell->outcome->verdict != KS_VERDICT_SKIP;
}

static void add_cell(GString *ktap, guint number, const KsCell *cell)
{
	const KsOutcome *outcome = cell->outcome;
	g_autofree char *reason = plain(outcome->reason);

	if (is_bad(cell))
		g_string_append_printf(ktap, "    # %s: %s\n",
				       ks_verdict_name(outcome->verdict),
				       reason);
	g_string_append_printf(ktap, "    %s %u %s",
			       is_bad(cell) ? "not ok" : "ok", number,
			       cell->check);
	if (outcome->verdict == KS_VERDICT_SKIP)
		g_string_append_printf(ktap, " # SKIP %s", reason);
	if (outcome->verdict == KS_VERDICT_TIMEOUT)
		g_string_append(ktap, " # TIMEOUT");
	g_string_append_c(ktap, '\n');
}

/* The cells of one patch, from @first on; returns where the next begins. */
static guint add_patch(GString *ktap, const KsRun *run, guint first)
{
	const KsCell *head = run->cells->pdata[first];
	g_autofree char *subject = plain(head->subject);
	g_autoptr(GString) body = g_string_new(NULL);
	bool bad = false;
	guint i;

	for (i = first; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];

		if (cell->number != head->number)
			break;
		bad |= is_bad(cell);
		add_cell(body, i - first + 1, cell);
	}
	g_string_append_printf(ktap, "    KTAP version 1\n    1..%u\n%s",
			       i - first, body->str);
	g_string_append_printf(ktap, "%s %u %s\n", bad ? "not ok" : "ok",
			       head->number, subject);
	return i;
}

char *ks_report_ktap(const KsRun *run)
{
	GString *ktap = g_string_new("KTAP version 1\n");
	g_autoptr(GString) body = g_string_new(NULL);
	guint patches = 0;

	for (guint i = 0; i < run->cells->len; patches++)
		i = add_patch(body, run, i);
	g_string_append_printf(ktap, "1..%u\n%s", patches, body->str);
	return g_string_free(ktap, FALSE);
}
