// SPDX-License-Identifier: GPL-2.0
#include "report/ktap.h"

#include "report/matrix.h"
#include "report/text.h"

#define INDENT "    "

/* One line, and no '#': that is where KTAP's directives begin. */
static char *plain(const char *text)
{
	return g_strdelimit(ks_text_line(text), "#", ' ');
}

static bool is_bad(const KsCell *cell)
{
	return !ks_cell_done(cell) ||
	       (cell->outcome->verdict != KS_VERDICT_PASS &&
		cell->outcome->verdict != KS_VERDICT_SKIP);
}

static void add_result(GString *ktap, const char *indent, bool bad,
		       guint number, const char *name)
{
	g_autofree char *text = plain(name);

	g_string_append_printf(ktap, "%s%s %u %s", indent,
			       bad ? "not ok" : "ok", number, text);
}

static void add_directive(GString *ktap, const KsCell *cell)
{
	g_autofree char *reason = plain(ks_cell_reason(cell));

	if (!ks_cell_done(cell))
		g_string_append(ktap, " # ERROR not done");
	else if (cell->outcome->verdict == KS_VERDICT_SKIP)
		g_string_append_printf(ktap, " # SKIP %s", reason);
	else if (cell->outcome->verdict == KS_VERDICT_TIMEOUT)
		g_string_append(ktap, " # TIMEOUT");
	else if (cell->outcome->verdict == KS_VERDICT_ERROR)
		g_string_append(ktap, " # ERROR");
	g_string_append_c(ktap, '\n');
}

static void add_cell(GString *ktap, guint number, const char *check,
		     const KsCell *cell)
{
	g_autofree char *reason = plain(ks_cell_reason(cell));

	if (is_bad(cell))
		g_string_append_printf(ktap, INDENT INDENT "# %s: %s\n",
				       ks_cell_verdict(cell), reason);
	add_result(ktap, INDENT INDENT, is_bad(cell), number, check);
	add_directive(ktap, cell);
}

/* One patch with its checks; whether one of these is bad. */
static bool add_row(GString *ktap, guint number, const KsMatrix *matrix,
		    const KsMatrixRow *row)
{
	g_autoptr(GString) body = g_string_new(NULL);
	bool bad = false;
	guint n = 0;

	for (guint i = 0; i < matrix->checks->len; i++) {
		const KsCell *cell = row->cells[i];

		if (!ks_matrix_told(matrix, cell))
			continue;
		bad |= is_bad(cell);
		add_cell(body, ++n, matrix->checks->pdata[i], cell);
	}
	g_string_append_printf(ktap,
			       INDENT INDENT "KTAP version 1\n" INDENT INDENT
					     "1..%u\n%s",
			       n, body->str);
	add_result(ktap, INDENT, bad, number, row->subject);
	g_string_append_c(ktap, '\n');
	return bad;
}

static void add_target(GString *ktap, guint number, const KsMatrix *matrix,
		       const KsMatrixTarget *target)
{
	GPtrArray *left = target->target ? target->target->left : NULL;
	guint rows = target->rows->len, all = rows + (left ? left->len : 0);
	bool bad = !rows;

	g_string_append_printf(ktap, INDENT "KTAP version 1\n" INDENT "1..%u\n",
			       all);
	for (guint i = 0; i < rows; i++)
		bad |= add_row(ktap, i + 1, matrix, target->rows->pdata[i]);
	for (guint i = rows; i < all; i++) {
		const KsLeft *patch = left->pdata[i - rows];
		g_autofree char *reason = plain(patch->reason);

		add_result(ktap, INDENT, false, i + 1, patch->subject);
		g_string_append_printf(ktap, " # SKIP left out: %s\n", reason);
	}
	if (!rows)
		g_string_append(ktap, "# no cell was checked\n");
	add_result(ktap, "", bad, number, target->name);
	g_string_append_c(ktap, '\n');
}

char *ks_report_ktap(const KsRun *run)
{
	g_autoptr(KsMatrix) matrix = ks_matrix_new(run);
	GString *ktap = g_string_new("KTAP version 1\n");
	guint targets = matrix->targets->len;

	g_string_append_printf(ktap, "1..%u\n", targets + !run->finished);
	for (guint i = 0; i < targets; i++)
		add_target(ktap, i + 1, matrix, matrix->targets->pdata[i]);
	if (!run->finished)
		g_string_append_printf(ktap,
				       "not ok %u the run did not finish\n",
				       targets + 1);
	return g_string_free(ktap, FALSE);
}
