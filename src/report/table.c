// SPDX-License-Identifier: GPL-2.0
#include "report/table.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct KsTable {
	guint columns;
	char **headers;
	bool *right;
	GPtrArray *cells; /* row by row */
};

KsTable *ks_table_new(const char *const *headers)
{
	KsTable *table = g_new0(KsTable, 1);

	table->columns = g_strv_length((char **)headers);
	table->headers = g_new0(char *, table->columns + 1);
	table->right = g_new0(bool, table->columns);
	table->cells = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < table->columns; i++) {
		table->right[i] = headers[i][0] == '>';
		table->headers[i] = g_strdup(headers[i] + table->right[i]);
	}
	return table;
}

void ks_table_free(KsTable *table)
{
	g_strfreev(table->headers);
	g_free(table->right);
	g_ptr_array_unref(table->cells);
	g_free(table);
}

void ks_table_add(KsTable *table, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	g_ptr_array_add(table->cells, g_strdup_vprintf(format, ap));
	va_end(ap);
}

static int width(const char *text)
{
	return g_utf8_strlen(text, -1);
}

static int column_width(const KsTable *table, guint column)
{
	int widest = width(table->headers[column]);

	for (guint i = column; i < table->cells->len; i += table->columns)
		widest = MAX(widest, width(table->cells->pdata[i]));
	return widest;
}

static const char *colour(const char *text)
{
	static const struct {
		const char *word, *code;
	} colours[] = {
		{"pass", "\033[32m"},  {"load", "\033[32m"},
		{"warn", "\033[33m"},  {"fail", "\033[31;1m"},
		{"error", "\033[35m"}, {"timeout", "\033[35m"},
		{"skip", "\033[2m"},
	};

	for (guint i = 0; i < G_N_ELEMENTS(colours); i++)
		if (g_str_equal(text, colours[i].word))
			return colours[i].code;
	return NULL;
}

static void print_cell(const KsTable *table, guint column, const char *text,
		       bool coloured)
{
	const char *code = coloured ? colour(text) : NULL;
	int pad = column_width(table, column) - width(text);
	bool last = column + 1 == table->columns;

	if (table->right[column])
		printf("%*s", pad, "");
	printf("%s%s%s", code ? code : "", text, code ? "\033[0m" : "");
	if (!table->right[column] && !last)
		printf("%*s", pad, "");
	fputs(last ? "\n" : "  ", stdout);
}

void ks_table_print(const KsTable *table)
{
	bool coloured = isatty(STDOUT_FILENO) && !g_getenv("NO_COLOR");

	for (guint i = 0; i < table->columns; i++)
		print_cell(table, i, table->headers[i], false);
	for (guint i = 0; i < table->cells->len; i++)
		print_cell(table, i % table->columns, table->cells->pdata[i],
			   coloured);
}
