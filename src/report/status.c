// SPDX-License-Identifier: GPL-2.0
#include "report/status.h"

#include <stdio.h>

#include "base/names.h"
#include "report/json_writer.h"
#include "report/table.h"

typedef enum {
	CONVERTED,
	PENDING,
	UNSAFE,
	UNKNOWN,
	STATES
} State;

static const char *const names[STATES] = {"converted", "pending", "unsafe",
					  "unknown"};

void ks_status_free(KsStatus *status)
{
	g_clear_pointer(&status->audit, ks_audit_free);
	g_free(status->version);
	g_free(status);
}

/* What a site counts as; false: it stays as it is, and is none of these. */
static bool state_of(const KsAudited *site, State *state)
{
	if (site->kind == KS_AUDIT_ALLOC)
		return false;
	if (site->verdict == KS_AUDIT_UNKNOWN)
		*state = UNKNOWN;
	else if (site->converted)
		*state = site->verdict == KS_AUDIT_UNSAFE ? UNSAFE : CONVERTED;
	else if (site->verdict == KS_AUDIT_SAFE ||
		 site->verdict == KS_AUDIT_NEEDS_BUDGET)
		*state = PENDING;
	else
		return false;
	return true;
}

static guint count(const KsStatus *status, const char *driver, State state)
{
	guint n = 0;

	for (guint i = 0; i < status->audit->sites->len; i++) {
		const KsAudited *site = status->audit->sites->pdata[i];
		State own;

		n += g_str_equal(site->module, driver) &&
		     state_of(site, &own) && own == state;
	}
	return n;
}

/* The drivers that have sites in any of the trees. */
static char **drivers_of(const GPtrArray *all)
{
	g_autoptr(GHashTable)
		drivers = g_hash_table_new(g_str_hash, g_str_equal);

	for (guint i = 0; i < all->len; i++) {
		const KsStatus *status = all->pdata[i];

		for (guint j = 0; j < status->audit->sites->len; j++) {
			const KsAudited *site = status->audit->sites->pdata[j];

			g_hash_table_add(drivers, site->module);
		}
	}
	return ks_sorted_keys(drivers);
}

static bool has_driver(const KsStatus *status, const char *driver)
{
	for (guint i = 0; i < status->audit->sites->len; i++) {
		const KsAudited *site = status->audit->sites->pdata[i];

		if (g_str_equal(site->module, driver))
			return true;
	}
	return false;
}

static KsTable *make_table(const GPtrArray *all)
{
	g_autoptr(GPtrArray) headers = g_ptr_array_new_with_free_func(g_free);
	KsTable *table;

	g_ptr_array_add(headers, g_strdup("driver"));
	for (guint i = 0; i < all->len; i++) {
		const KsStatus *status = all->pdata[i];

		g_ptr_array_add(headers, g_strdup_printf(">%s: converted",
							 status->audit->tree));
		for (int s = PENDING; s < STATES; s++)
			g_ptr_array_add(headers,
					g_strconcat(">", names[s], NULL));
	}
	g_ptr_array_add(headers, NULL);
	table = ks_table_new((const char *const *)headers->pdata);
	return table;
}

static const char *there(bool is)
{
	return is ? "there" : "missing";
}

void ks_report_status_text(const GPtrArray *all)
{
	g_autoptr(KsTable) table = make_table(all);
	g_auto(GStrv) drivers = drivers_of(all);

	for (char **driver = drivers; *driver; driver++) {
		ks_table_add(table, "%s", *driver);
		for (guint i = 0; i < all->len; i++)
			for (int s = 0; s < STATES; s++) {
				const KsStatus *status = all->pdata[i];

				if (has_driver(status, *driver))
					ks_table_add(table, "%u",
						     count(status, *driver, s));
				else
					ks_table_add(table, "-");
			}
	}
	ks_table_print(table);
	printf("\n");
	for (guint i = 0; i < all->len; i++) {
		const KsStatus *status = all->pdata[i];

		printf("%s (%s): napi_build_skb %s, napi_consume_skb %s; sources not audited: %u\n",
		       status->audit->tree,
		       status->version ? status->version : "-",
		       there(status->build), there(status->consume),
		       g_strv_length(status->audit->left));
	}
}

static void add_tree(KsJsonWriter *json, const KsStatus *status, char **drivers)
{
	ks_jsonw_open(json, NULL, '{');
	ks_jsonw_string(json, "tree", status->audit->tree);
	ks_jsonw_string(json, "version", status->version);
	ks_jsonw_bool(json, "napi_build_skb", status->build);
	ks_jsonw_bool(json, "napi_consume_skb", status->consume);
	ks_jsonw_open(json, "drivers", '[');
	for (char **driver = drivers; *driver; driver++) {
		if (!has_driver(status, *driver))
			continue;
		ks_jsonw_open(json, NULL, '{');
		ks_jsonw_string(json, "driver", *driver);
		for (int s = 0; s < STATES; s++)
			ks_jsonw_int(json, names[s], count(status, *driver, s));
		ks_jsonw_close(json, '}');
	}
	ks_jsonw_close(json, ']');
	ks_jsonw_open(json, "not_compiled", '[');
	for (char **left = status->audit->left; *left; left++)
		ks_jsonw_string(json, NULL, *left);
	ks_jsonw_close(json, ']');
	ks_jsonw_close(json, '}');
}

char *ks_report_status_json(const GPtrArray *all)
{
	GString *text = g_string_new(NULL);
	KsJsonWriter json = {.text = text};
	g_auto(GStrv) drivers = drivers_of(all);

	ks_jsonw_open(&json, NULL, '{');
	ks_jsonw_open(&json, "trees", '[');
	for (guint i = 0; i < all->len; i++)
		add_tree(&json, all->pdata[i], drivers);
	ks_jsonw_close(&json, ']');
	ks_jsonw_close(&json, '}');
	g_string_append_c(text, '\n');
	return g_string_free(text, FALSE);
}
