// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "base/child.h"
#include "base/error.h"
#include "cmd/cmd.h"
#include "report/json.h"
#include "report/table.h"

#define PROBE_TIMEOUT_S 30

/* A program that kseries starts, Debian's package of it, and what for. */
typedef struct {
	const char *program;
	const char *package;
	const char *purpose;
} Tool;

static const Tool tools[] = {
	{"git", "git", "the store, the patches"},
	{"spatch", "coccinelle", "gen"},
	{"perl", "perl", "check: style"},
	{"make", "make", "check: build"},
	{"gcc", "gcc", "check: build"},
	{"flex", "flex", "check: build"},
	{"bison", "bison", "check: build"},
	{"bc", "bc", "check: build"},
	{"sparse", "sparse", "check: sparse"},
	{"qemu-system-x86_64", "qemu-system-x86", "check: boot"},
	{"bwrap", "bubblewrap", "isolation"},
	{"b4", "b4", "mail"},
};

/* The first line that the program prints of itself, or NULL. */
static char *probe(const KsContext *context, const Tool *tool)
{
	const char *argv[] = {tool->program, "--version", NULL};
	KsChildSpec spec = {.argv = argv,
			    .merge = true,
			    .timeout_s = PROBE_TIMEOUT_S,
			    .cancel = context->cancel};
	g_autofree char *path = g_find_program_in_path(tool->program);
	g_auto(KsChildResult) result = {0};
	char *line;

	if (!path || !ks_child_run(&spec, &result, NULL))
		return NULL;
	line = g_strdup(g_strstrip(result.out->str));
	line[strcspn(line, "\n")] = '\0';
	return line;
}

static void print_text(char **versions, const char *sandbox)
{
	static const char *const headers[] = {"program", "package", "for",
					      "found", NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < G_N_ELEMENTS(tools); i++) {
		ks_table_add(table, "%s", tools[i].program);
		ks_table_add(table, "%s", tools[i].package);
		ks_table_add(table, "%s", tools[i].purpose);
		ks_table_add(table, "%s",
			     versions[i] ? versions[i] : "MISSING");
	}
	ks_table_print(table);
	g_print("\nsandbox: %s\n", sandbox ? sandbox : "works");
}

static void print_json(char **versions, const char *sandbox)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_object(json);
	json_builder_set_member_name(json, "tools");
	json_builder_begin_array(json);
	for (guint i = 0; i < G_N_ELEMENTS(tools); i++) {
		json_builder_begin_object(json);
		ks_json_string(json, "program", tools[i].program);
		ks_json_string(json, "package", tools[i].package);
		ks_json_string(json, "for", tools[i].purpose);
		ks_json_string(json, "found", versions[i]);
		json_builder_end_object(json);
	}
	json_builder_end_array(json);
	ks_json_string(json, "sandbox_problem", sandbox);
	json_builder_end_object(json);
	ks_json_print(json);
}

static void print_remedy(char **versions)
{
	g_autoptr(GString) packages = g_string_new(NULL);

	for (guint i = 0; i < G_N_ELEMENTS(tools); i++)
		if (!versions[i])
			g_string_append_printf(packages, " %s",
					       tools[i].package);
	if (packages->len)
		g_print("\nTo install what is missing: apt-get install%s\n",
			packages->str);
}

int ks_cmd_doctor(KsContext *context, int argc, char **argv, GError **error)
{
	char *versions[G_N_ELEMENTS(tools)] = {NULL};
	g_autoptr(GError) sandbox = NULL;
	bool missing = false;

	if (!ks_cmd_options("doctor", NULL, NULL, &argc, &argv, error))
		return KS_EXIT_USAGE;
	for (guint i = 0; i < G_N_ELEMENTS(tools); i++) {
		versions[i] = probe(context, &tools[i]);
		missing |= !versions[i];
	}
	ks_sandbox_probe(context->cancel, &sandbox);
	if (context->json)
		print_json(versions, sandbox ? sandbox->message : NULL);
	else
		print_text(versions, sandbox ? sandbox->message : NULL);
	if (!context->json)
		print_remedy(versions);
	for (guint i = 0; i < G_N_ELEMENTS(tools); i++)
		g_free(versions[i]);
	return missing || sandbox ? KS_EXIT_BROKEN : KS_EXIT_OK;
}
