// SPDX-License-Identifier: GPL-2.0
#include "report/pick.h"

#include <stdio.h>
#include <string.h>

#include "report/json.h"
#include "report/table.h"

#define TITLE_WIDTH 64

static void print_lines(const char *mark, GBytes *text)
{
	gsize size;
	const char *at = g_bytes_get_data(text, &size);
	const char *end = at + size;

	while (at < end) {
		const char *line = memchr(at, '\n', end - at);

		line = line ? line : end;
		printf("  %s%.*s\n", mark, (int)(line - at), at);
		at = line + 1;
	}
}

/* As diff3 has it: what the target has, what the change found, and made. */
static void print_conflict(const KsMergeConflict *conflict)
{
	if (!conflict->base) {
		printf("  %s: %s\n", conflict->path, conflict->kind);
		return;
	}
	printf("  %s:%u\n", conflict->path, conflict->line);
	print_lines("target |", conflict->ours);
	print_lines("before |", conflict->base);
	print_lines("after  |", conflict->theirs);
}

static void print_details(const KsPicks *picks)
{
	for (guint i = 0; i < picks->picks->len; i++) {
		const KsPick *pick = picks->picks->pdata[i];
		bool conflict = pick->fate == KS_PICK_CONFLICT;

		if (!conflict && !pick->doubts->len && !pick->lacks->len)
			continue;
		printf("%s: %s: %s\n", picks->tree, pick->change->title,
		       ks_pick_fate_name(pick->fate));
		for (guint k = 0; k < pick->doubts->len; k++)
			printf("  %s\n", (char *)pick->doubts->pdata[k]);
		for (guint k = 0; k < pick->lacks->len; k++) {
			const KsLack *lack = pick->lacks->pdata[k];

			printf("  %s:%u: %s\n", lack->file, lack->line,
			       lack->text);
		}
		for (guint k = 0; conflict && k < pick->conflicts->len; k++)
			print_conflict(pick->conflicts->pdata[k]);
		printf("\n");
	}
}

/* "iavf_main.c: iavf_up()" of a longer title: its end tells it apart. */
static char *short_title(const char *title)
{
	gsize len = strlen(title);

	if (len <= TITLE_WIDTH)
		return g_strdup(title);
	return g_strdup_printf("...%s", title + len - TITLE_WIDTH + 3);
}

/* "adapted (conflict)": in parentheses what the plain merge comes to. */
static void add_fate(KsTable *table, const KsPick *pick)
{
	if (pick->fate == pick->plain)
		ks_table_add(table, "%s", ks_pick_fate_name(pick->fate));
	else
		ks_table_add(table, "%s (%s)", ks_pick_fate_name(pick->fate),
			     ks_pick_fate_name(pick->plain));
}

/* @all: also what the targets have. */
static KsTable *changes_table(GPtrArray *targets, bool all)
{
	g_autoptr(GPtrArray) headers = g_ptr_array_new();
	const KsPicks *first = targets->pdata[0];
	const KsChange *change = ((KsPick *)first->picks->pdata[0])->change;
	bool commits = change->commit && !change->mailed;
	KsTable *table;

	if (commits)
		g_ptr_array_add(headers, (gpointer) "commit");
	g_ptr_array_add(headers, (gpointer) "change");
	for (guint i = 0; i < targets->len; i++)
		g_ptr_array_add(headers, ((KsPicks *)targets->pdata[i])->tree);
	g_ptr_array_add(headers, NULL);
	table = ks_table_new((const char *const *)headers->pdata);
	for (guint i = 0; i < first->picks->len; i++) {
		const KsPick *pick = first->picks->pdata[i];
		g_autofree char *title = short_title(pick->change->title);

		if (!all && pick->fate == KS_PICK_NOTHING)
			continue;
		if (commits)
			ks_table_add(table, "%.12s", pick->change->commit);
		ks_table_add(table, "%s", title);
		for (guint k = 0; k < targets->len; k++) {
			const KsPicks *picks = targets->pdata[k];

			add_fate(table, picks->picks->pdata[i]);
		}
	}
	return table;
}

static void add_totals(KsTable *table, const char *tree, const char *how,
		       const guint *fates)
{
	ks_table_add(table, "%s", tree);
	ks_table_add(table, "%s", how);
	for (guint i = 0; i < KS_PICK_N; i++)
		ks_table_add(table, "%u", fates[i]);
}

static void print_totals(GPtrArray *targets)
{
	static const char *const headers[] = {"target",	  "cherry-pick",
					      ">clean",	  ">adapted",
					      ">nothing", ">not there",
					      ">needs",	  ">conflict",
					      NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < targets->len; i++) {
		const KsPicks *picks = targets->pdata[i];

		add_totals(table, picks->tree, "plain", picks->plain);
		add_totals(table, picks->tree, "semantic", picks->fates);
	}
	ks_table_print(table);
	printf("\n");
	for (guint i = 0; i < targets->len; i++) {
		const KsPicks *picks = targets->pdata[i];

		if (picks->dialect)
			printf("%s: %u of %u conflicts that come from the dialect are resolved\n",
			       picks->tree, picks->resolved, picks->dialect);
		printf("%s: %s\n", picks->tree, picks->branch);
	}
}

void ks_report_pick_text(GPtrArray *targets)
{
	g_autoptr(KsTable) table = changes_table(targets, true);

	for (guint i = 0; i < targets->len; i++)
		print_details(targets->pdata[i]);
	ks_table_print(table);
	printf("\n");
	print_totals(targets);
}

void ks_report_missing_text(KsPicks *picks, guint taken)
{
	g_autoptr(GPtrArray) targets = g_ptr_array_new();
	guint has = picks->fates[KS_PICK_NOTHING];

	g_ptr_array_add(targets, picks);
	if (picks->picks->len > has) {
		g_autoptr(KsTable) table = changes_table(targets, false);

		print_details(picks);
		ks_table_print(table);
		printf("\n");
		print_totals(targets);
	}
	printf("%s lacks %u; %u are there, and %u more are named in its history\n",
	       picks->tree, picks->picks->len - has, has, taken);
}

static void add_strings(JsonBuilder *json, const char *name, GPtrArray *texts)
{
	json_builder_set_member_name(json, name);
	json_builder_begin_array(json);
	for (guint i = 0; i < texts->len; i++)
		json_builder_add_string_value(json, texts->pdata[i]);
	json_builder_end_array(json);
}

static void add_bytes(JsonBuilder *json, const char *name, GBytes *bytes)
{
	gsize size = 0;
	const char *data = bytes ? g_bytes_get_data(bytes, &size) : NULL;
	g_autofree char *text = data ? g_utf8_make_valid(data, size) : NULL;

	ks_json_string(json, name, bytes && !text ? "" : text);
}

static void add_conflicts(JsonBuilder *json, const KsPick *pick)
{
	json_builder_set_member_name(json, "conflicts");
	json_builder_begin_array(json);
	for (guint i = 0; i < pick->conflicts->len; i++) {
		const KsMergeConflict *conflict = pick->conflicts->pdata[i];

		json_builder_begin_object(json);
		ks_json_string(json, "file", conflict->path);
		ks_json_string(json, "kind", conflict->kind);
		ks_json_int(json, "line", conflict->line);
		add_bytes(json, "target", conflict->ours);
		add_bytes(json, "before", conflict->base);
		add_bytes(json, "after", conflict->theirs);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

static void add_lacks(JsonBuilder *json, const KsPick *pick)
{
	json_builder_set_member_name(json, "lacks");
	json_builder_begin_array(json);
	for (guint i = 0; i < pick->lacks->len; i++) {
		const KsLack *lack = pick->lacks->pdata[i];

		json_builder_begin_object(json);
		ks_json_string(json, "kind", ks_lack_kind_name(lack->kind));
		ks_json_string(json, "file", lack->file);
		ks_json_int(json, "line", lack->line);
		ks_json_string(json, "name", lack->name);
		ks_json_string(json, "text", lack->text);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
}

static void add_pick(JsonBuilder *json, const KsPick *pick)
{
	json_builder_begin_object(json);
	ks_json_string(json, "title", pick->change->title);
	ks_json_string(json, "upstream",
		       pick->change->mailed ? NULL : pick->change->commit);
	ks_json_string(json, "fate", ks_pick_fate_name(pick->fate));
	ks_json_string(json, "plain", ks_pick_fate_name(pick->plain));
	ks_json_string(json, "dialect", pick->dialect);
	ks_json_string(json, "commit", pick->commit);
	add_strings(json, "rules", pick->rules);
	add_strings(json, "doubts", pick->doubts);
	add_lacks(json, pick);
	add_conflicts(json, pick);
	json_builder_end_object(json);
}

static void add_target(JsonBuilder *json, const KsPicks *picks)
{
	json_builder_begin_object(json);
	ks_json_string(json, "tree", picks->tree);
	ks_json_string(json, "base", picks->base);
	ks_json_string(json, "branch", picks->branch);
	ks_json_string(json, "tip", picks->tip);
	ks_json_int(json, "dialect_conflicts", picks->dialect);
	ks_json_int(json, "dialect_resolved", picks->resolved);
	json_builder_set_member_name(json, "changes");
	json_builder_begin_array(json);
	for (guint i = 0; i < picks->picks->len; i++)
		add_pick(json, picks->picks->pdata[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
}

void ks_report_pick_json(const char *what, GPtrArray *targets)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_object(json);
	ks_json_string(json, "what", what);
	json_builder_set_member_name(json, "targets");
	json_builder_begin_array(json);
	for (guint i = 0; i < targets->len; i++)
		add_target(json, targets->pdata[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
	ks_json_print(json);
}
