/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_NAMES_H
#define KS_NAMES_H

#include <glib.h>

/* Compares elements of an array of strings, for sorting by bytes. */
int ks_by_name(gconstpointer a, gconstpointer b);

/* An array of strings as a sorted, NULL-terminated list; takes it over. */
char **ks_to_sorted_strv(GPtrArray *names);

/* Copies of a table's keys (strings), sorted, NULL-terminated. */
char **ks_sorted_keys(GHashTable *table);

/* The names in a folder, sorted, NULL-terminated; NULL on an error. */
char **ks_dir_names(const char *dir, GError **error);

/* Append copies of the words to an argv; NULL ends them. */
void ks_argv_append(GPtrArray *argv, ...) G_GNUC_NULL_TERMINATED;

#endif
