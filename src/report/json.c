// SPDX-License-Identifier: GPL-2.0
#include "report/json.h"

#include <stdio.h>

#include "base/error.h"

void ks_json_print(JsonBuilder *builder)
{
	g_autoptr(JsonNode) root = json_builder_get_root(builder);
	g_autofree char *text = json_to_string(root, TRUE);

	puts(text);
}

void ks_json_string(JsonBuilder *builder, const char *name, const char *value)
{
	json_builder_set_member_name(builder, name);
	if (value)
		json_builder_add_string_value(builder, value);
	else
		json_builder_add_null_value(builder);
}

void ks_json_int(JsonBuilder *builder, const char *name, gint64 value)
{
	json_builder_set_member_name(builder, name);
	json_builder_add_int_value(builder, value);
}

static const char *code_name(const GError *error)
{
	static const char *const names[] = {"usage", "broken", "timeout",
					    "cancelled", "limit"};

	if (error->domain == KS_ERROR && error->code >= 0 &&
	    error->code < (int)G_N_ELEMENTS(names))
		return names[error->code];
	return "broken";
}

void ks_json_print_error(const GError *error)
{
	g_autoptr(JsonBuilder) builder = json_builder_new();

	json_builder_begin_object(builder);
	json_builder_set_member_name(builder, "error");
	json_builder_begin_object(builder);
	ks_json_string(builder, "code", code_name(error));
	ks_json_string(builder, "message", error->message);
	json_builder_end_object(builder);
	json_builder_end_object(builder);
	ks_json_print(builder);
}
