/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_JSON_H
#define KS_JSON_H

#include <glib.h>
#include <json-glib/json-glib.h>

/* Print what @builder holds to stdout, indented, with a last newline. */
void ks_json_print(JsonBuilder *builder);

/* {"error": {"message": ..., "code": "usage" | "broken" | ...}} to stdout. */
void ks_json_print_error(const GError *error);

/* "name": "value", or null for NULL, into the object that is open. */
void ks_json_string(JsonBuilder *builder, const char *name, const char *value);
void ks_json_int(JsonBuilder *builder, const char *name, gint64 value);

#endif
