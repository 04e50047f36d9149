/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JSON_WRITER_H
#define KS_JSON_WRITER_H

#include <glib.h>
#include <stdbool.h>

/*
 * JSON, written as it comes.  json-glib keeps a tree of the whole document,
 * which for a run of ten thousand cells is many times its text; a tree that
 * fits is better made with it (report/json.h).
 *
 * @name is the member's name, NULL within an array.  Strings may hold any
 * bytes; what is not UTF-8 is replaced.  A NULL string is null.
 */
typedef struct {
	GString *text; /* the caller's */
	guint depth;
	bool member; /* something stands before, on this level */
} KsJsonWriter;

void ks_jsonw_open(KsJsonWriter *json, const char *name, char bracket);
void ks_jsonw_close(KsJsonWriter *json, char bracket);
void ks_jsonw_string(KsJsonWriter *json, const char *name, const char *value);
void ks_jsonw_int(KsJsonWriter *json, const char *name, gint64 value);
void ks_jsonw_bool(KsJsonWriter *json, const char *name, bool value);

#endif
