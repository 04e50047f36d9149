// SPDX-License-Identifier: GPL-2.0
#include "report/audit.h"
#include "report/json_writer.h"
#include "report/sarif.h"
#include "report/sarif_rule.h"

/* What a verdict asks of the reader. */
static const struct {
	const char *level;
	const char *help;
} verdicts[KS_AUDIT_VERDICTS] = {
	[KS_AUDIT_SAFE] = {"none", "in NAPI context, with the poll's budget"},
	[KS_AUDIT_MISSED] = {"note", "the budget is 0 on every path"},
	[KS_AUDIT_NEEDS_BUDGET] = {"note",
				   "the poll's budget has to be passed on"},
	[KS_AUDIT_DROP] = {"none", "the packet was not delivered"},
	[KS_AUDIT_UNSAFE] = {"error",
			     "outside of NAPI, or not the poll's budget"},
	[KS_AUDIT_UNKNOWN] = {"warning", "what cannot be proven"},
};

static void add_rules(KsJsonWriter *json)
{
	ks_jsonw_open(json, "rules", '[');
	for (int v = 0; v < KS_AUDIT_VERDICTS; v++) {
		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "id", ks_audit_verdict_name(v));
		ks_sarif_add_text(json, "shortDescription", verdicts[v].help);
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
}

static void add_driver(KsJsonWriter *json)
{
	ks_jsonw_open(json, "tool", '{');
	ks_jsonw_open(json, "driver", '{');
	ks_jsonw_string(json, "name", "kseries audit");
	ks_jsonw_string(json, "version", KS_VERSION);
	add_rules(json);
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, '}');
}

static void add_location(KsJsonWriter *json, const KsAudited *site)
{
	g_autofree char *uri = g_uri_escape_string(site->file, "/", FALSE);

	ks_jsonw_open(json, "locations", '[');
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_open(json, "physicalLocation", '{');
	ks_jsonw_open(json, "artifactLocation", '{');
	ks_jsonw_string(json, "uri", uri);
	ks_jsonw_string(json, "uriBaseId", "SRCROOT");
	ks_jsonw_close(json, '}');
	ks_jsonw_open(json, "region", '{');
	ks_jsonw_int(json, "startLine", site->line);
	ks_jsonw_int(json, "startColumn", site->column);
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, '}');
	ks_jsonw_open(json, "logicalLocations", '[');
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "name", site->function);
	ks_jsonw_string(json, "kind", "function");
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, ']');
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, ']');
}

static void add_result(KsJsonWriter *json, const KsAudited *site)
{
	g_autofree char *text = g_strdup_printf("%s in %s(): %s", site->name,
						site->function, site->reason);
	const char *level = verdicts[site->verdict].level;

	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "ruleId", ks_audit_verdict_name(site->verdict));
	/* what needs nothing is no problem: kind says so, level must be none */
	if (g_str_equal(level, "none"))
		ks_jsonw_string(json, "kind", "pass");
	ks_jsonw_string(json, "level", level);
	ks_sarif_add_text(json, "message", text);
	add_location(json, site);
	ks_jsonw_close(json, '}');
}

static void add_invocation(KsJsonWriter *json, const KsAudit *audit)
{
	ks_jsonw_open(json, "invocations", '[');
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_bool(json, "executionSuccessful", !audit->errors->len);
	ks_jsonw_open(json, "toolExecutionNotifications", '[');
	for (guint i = 0; i < audit->errors->len; i++) {
		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "level", "error");
		ks_sarif_add_text(json, "message", audit->errors->pdata[i]);
		ks_jsonw_close(json, '}');
	}
	for (char **left = audit->left; *left; left++) {
		g_autofree char *text = g_strconcat(
			*left, ": not compiled, so not audited", NULL);

		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "level", "note");
		ks_sarif_add_text(json, "message", text);
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
	ks_jsonw_close(json, '}');
	ks_jsonw_close(json, ']');
}

char *ks_report_audit_sarif(const KsAudit *audit, guint kinds)
{
	GString *text = g_string_new(NULL);
	KsJsonWriter json = {.text = text};

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_string(&json, "$schema", KS_SARIF_SCHEMA);
	ks_jsonw_string(&json, "version", "2.1.0");
	ks_jsonw_open(&json, "runs", '[');
	ks_jsonw_open(&json, NULL, '{');
	add_driver(&json);
	add_invocation(&json, audit);
	ks_jsonw_open(&json, "results", '[');
	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		if (kinds >> site->kind & 1)
			add_result(&json, site);
	}
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	g_string_append_c(text, '\n');
	return g_string_free(text, FALSE);
}
