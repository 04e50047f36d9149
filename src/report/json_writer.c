// SPDX-License-Identifier: GPL-2.0
#include "report/json_writer.h"

static void add_escaped(GString *text, const char *value)
{
	g_autofree char *valid = g_utf8_make_valid(value, -1);

	g_string_append_c(text, '"');
	for (const char *at = valid; *at; at++) {
		if (*at == '"' || *at == '\\')
			g_string_append_printf(text, "\\%c", *at);
		else if (*at == '\n')
			g_string_append(text, "\\n");
		else if (*at == '\t')
			g_string_append(text, "\\t");
		else if ((guchar)*at < 0x20 || *at == 0x7f)
			g_string_append_printf(text, "\\u%04x", *at);
		else
			g_string_append_c(text, *at);
	}
	g_string_append_c(text, '"');
}

static void new_line(KsJsonWriter *json)
{
	g_string_append_c(json->text, '\n');
	for (guint i = 0; i < json->depth; i++)
		g_string_append(json->text, "  ");
}

/* All that stands before a value. */
static void begin(KsJsonWriter *json, const char *name)
{
	if (json->member)
		g_string_append_c(json->text, ',');
	if (json->depth)
		new_line(json);
	if (name) {
		add_escaped(json->text, name);
		g_string_append(json->text, ": ");
	}
	json->member = true;
}

void ks_jsonw_open(KsJsonWriter *json, const char *name, char bracket)
{
	begin(json, name);
	g_string_append_c(json->text, bracket);
	json->depth++;
	json->member = false;
}

void ks_jsonw_close(KsJsonWriter *json, char bracket)
{
	json->depth--;
	if (json->member)
		new_line(json);
	g_string_append_c(json->text, bracket);
	json->member = true;
	if (!json->depth)
		g_string_append_c(json->text, '\n');
}

void ks_jsonw_string(KsJsonWriter *json, const char *name, const char *value)
{
	begin(json, name);
	if (value)
		add_escaped(json->text, value);
	else
		g_string_append(json->text, "null");
}

void ks_jsonw_int(KsJsonWriter *json, const char *name, gint64 value)
{
	begin(json, name);
	g_string_append_printf(json->text, "%" G_GINT64_FORMAT, value);
}

void ks_jsonw_bool(KsJsonWriter *json, const char *name, bool value)
{
	begin(json, name);
	g_string_append(json->text, value ? "true" : "false");
}
