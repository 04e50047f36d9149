// SPDX-License-Identifier: GPL-2.0
#include "report/audit.h"

#include <stdio.h>
#include <string.h>

#include "base/names.h"
#include "report/json_writer.h"
#include "report/table.h"

static bool is_shown(const KsAudited *site, guint kinds)
{
	return kinds >> site->kind & 1;
}

static void print_site(const KsAudited *site)
{
	printf("%s:%d: %s: %s in %s(): %s\n", site->file, site->line,
	       ks_audit_verdict_name(site->verdict), site->name, site->function,
	       site->reason);
}

typedef struct {
	guint n[KS_AUDIT_VERDICTS];
} Counts;

static void add_count(GHashTable *counts, const KsAudited *site)
{
	Counts *own = g_hash_table_lookup(counts, site->module);

	if (!own) {
		own = g_new0(Counts, 1);
		g_hash_table_insert(counts, site->module, own);
	}
	own->n[site->verdict]++;
}

static void print_counts(const KsAudit *audit, guint kinds)
{
	static const char *const headers[] = {"driver",	  ">safe",
					      ">missed",  ">needs-budget",
					      ">drop",	  ">unsafe",
					      ">unknown", NULL};
	g_autoptr(GHashTable) counts =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, g_free);
	g_autoptr(KsTable) table = ks_table_new(headers);
	g_auto(GStrv) modules = NULL;

	for (guint i = 0; i < audit->sites->len; i++)
		if (is_shown(audit->sites->pdata[i], kinds))
			add_count(counts, audit->sites->pdata[i]);
	modules = ks_sorted_keys(counts);
	if (!modules[0])
		return;
	for (guint i = 0; modules[i]; i++) {
		const Counts *own = g_hash_table_lookup(counts, modules[i]);

		ks_table_add(table, "%s", modules[i]);
		for (int v = 0; v < KS_AUDIT_VERDICTS; v++)
			ks_table_add(table, "%u", own->n[v]);
	}
	printf("\n");
	ks_table_print(table);
}

void ks_report_audit_text(const KsAudit *audit, guint kinds)
{
	for (guint i = 0; i < audit->errors->len; i++)
		printf("%s\n", (char *)audit->errors->pdata[i]);
	for (char **left = audit->left; *left; left++)
		printf("%s: not compiled in the configuration of %s: not audited\n",
		       *left, audit->target);
	for (guint i = 0; i < audit->sites->len; i++)
		if (is_shown(audit->sites->pdata[i], kinds))
			print_site(audit->sites->pdata[i]);
	for (guint i = 0; i < audit->excluded->len; i++)
		printf("excluded by ci/audit.conf: %s\n",
		       (char *)audit->excluded->pdata[i]);
	print_counts(audit, kinds);
	printf("\naudit of %s (%.12s) with the configuration of %s: %u units, %u known from earlier runs\n",
	       audit->tree, audit->commit, audit->target, audit->units,
	       audit->units - audit->parsed);
}

/* @file may be the last part of the path. */
static bool is_file(const KsAudited *site, const char *file)
{
	gsize more = strlen(site->file) - MIN(strlen(site->file), strlen(file));

	return g_str_has_suffix(site->file, file) &&
	       (!more || site->file[more - 1] == '/');
}

bool ks_report_audit_why(const KsAudit *audit, const char *file, int line)
{
	bool found = false;

	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		if (site->line != line || !is_file(site, file))
			continue;
		found = true;
		print_site(site);
		for (char **path = site->paths; *path; path++)
			printf("    %s\n", *path);
		if (!site->paths[0])
			printf("    no way from the kernel to it is known\n");
	}
	return found;
}

static void add_strv(KsJsonWriter *json, const char *name, char *const *words)
{
	ks_jsonw_open(json, name, '[');
	for (; *words; words++)
		ks_jsonw_string(json, NULL, *words);
	ks_jsonw_close(json, ']');
}

static void add_site(KsJsonWriter *json, const KsAudited *site)
{
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "file", site->file);
	ks_jsonw_int(json, "line", site->line);
	ks_jsonw_string(json, "function", site->function);
	ks_jsonw_string(json, "driver", site->module);
	ks_jsonw_string(json, "kind", ks_audit_kind_name(site->kind));
	ks_jsonw_string(json, "name", site->name);
	ks_jsonw_bool(json, "converted", site->converted);
	ks_jsonw_string(json, "verdict", ks_audit_verdict_name(site->verdict));
	ks_jsonw_string(json, "reason", site->reason);
	add_strv(json, "paths", site->paths);
	ks_jsonw_close(json, '}');
}

char *ks_report_audit_json(const KsAudit *audit, guint kinds)
{
	GString *text = g_string_new(NULL);
	KsJsonWriter json = {.text = text};

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_string(&json, "tree", audit->tree);
	ks_jsonw_string(&json, "commit", audit->commit);
	ks_jsonw_string(&json, "target", audit->target);
	ks_jsonw_int(&json, "units", audit->units);
	ks_jsonw_int(&json, "parsed", audit->parsed);
	ks_jsonw_open(&json, "errors", '[');
	for (guint i = 0; i < audit->errors->len; i++)
		ks_jsonw_string(&json, NULL, audit->errors->pdata[i]);
	ks_jsonw_close(&json, ']');
	add_strv(&json, "not_compiled", audit->left);
	ks_jsonw_open(&json, "excluded", '[');
	for (guint i = 0; i < audit->excluded->len; i++)
		ks_jsonw_string(&json, NULL, audit->excluded->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_open(&json, "sites", '[');
	for (guint i = 0; i < audit->sites->len; i++)
		if (is_shown(audit->sites->pdata[i], kinds))
			add_site(&json, audit->sites->pdata[i]);
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	g_string_append_c(text, '\n');
	return g_string_free(text, FALSE);
}
