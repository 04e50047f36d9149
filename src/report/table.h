/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_TABLE_H
#define KS_TABLE_H

#include <glib.h>
#include <stdbool.h>

/*
 * A table of text for the terminal: columns as wide as their widest cell, the
 * last one free.  Verdict words are coloured when stdout is a terminal and
 * NO_COLOR is not set.
 */
typedef struct KsTable KsTable;

/* @headers ends with NULL; one that begins with '>' is set flush right. */
KsTable *ks_table_new(const char *const *headers);
void ks_table_free(KsTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsTable, ks_table_free)

/* Append a cell to the current row; a full row begins a new one. */
void ks_table_add(KsTable *table, const char *format, ...) G_GNUC_PRINTF(2, 3);

/* Print to stdout. */
void ks_table_print(const KsTable *table);

#endif
