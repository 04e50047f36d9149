// SPDX-License-Identifier: GPL-2.0
#include "report/backport.h"

#include <stdio.h>

#include "report/gen.h"
#include "report/json.h"
#include "report/table.h"

/* The word for what is done. */
static const char *answer_of(const KsPortNeed *need)
{
	if (need->probe == KS_PROBE_THERE)
		return "regenerate";
	return need->answer && need->probe == KS_PROBE_MISSING ?
		       ks_answer_name(need->answer->kind) :
		       "none";
}

void ks_report_backport_text(const KsPort *port, const KsGen *gen)
{
	static const char *const headers[] = {"needs", "in", "is", "answer",
					      NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < port->needs->len; i++) {
		const KsPortNeed *need = port->needs->pdata[i];

		ks_table_add(table, "%s", need->symbol);
		ks_table_add(table, "%s", need->header);
		ks_table_add(table, "%s", ks_probe_name(need->probe));
		ks_table_add(table, "%s: %s", answer_of(need), need->outcome);
	}
	ks_table_print(table);
	printf("\n");
	ks_report_gen_text(gen);
}

void ks_report_backport_json(const KsPort *port, const KsGen *gen)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_object(json);
	ks_json_string(json, "line", port->line);
	json_builder_set_member_name(json, "needs");
	json_builder_begin_array(json);
	for (guint i = 0; i < port->needs->len; i++) {
		const KsPortNeed *need = port->needs->pdata[i];

		json_builder_begin_object(json);
		ks_json_string(json, "symbol", need->symbol);
		ks_json_string(json, "header", need->header);
		ks_json_string(json, "is", ks_probe_name(need->probe));
		ks_json_string(json, "answer", answer_of(need));
		ks_json_string(json, "outcome", need->outcome);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	ks_report_gen_add(json, gen);
	json_builder_end_object(json);
	ks_json_print(json);
}
