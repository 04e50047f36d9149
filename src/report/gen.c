// SPDX-License-Identifier: GPL-2.0
#include "report/gen.h"

#include <stdio.h>

#include "report/json.h"
#include "report/table.h"

static const char *fate_name(KsFate fate)
{
	static const char *const names[] = {
		[KS_FATE_CONVERTED] = "converted",
		[KS_FATE_LEFT] = "left",
		[KS_FATE_LOST] = "lost",
	};

	return names[fate];
}

static guint count(const KsGenPatch *patch, KsFate fate)
{
	return patch->result ? ks_rule_result_count(patch->result, fate) : 0;
}

static void print_row(KsTable *table, guint number, const KsGenPatch *patch)
{
	ks_table_add(table, "%u", number);
	ks_table_add(table, "%s", patch->subject);
	ks_table_add(table, "%s",
		     patch->def->driver ? patch->def->driver : "-");
	ks_table_add(table, "%u", count(patch, KS_FATE_CONVERTED));
	ks_table_add(table, "%u", count(patch, KS_FATE_LEFT));
	if (patch->skipped)
		ks_table_add(table, "no patch");
	else
		ks_table_add(table, "%u+ %u-", patch->insertions,
			     patch->deletions);
}

/* Sites that were left for one reason in one file share a line. */
static void print_left(const KsGenPatch *patch)
{
	for (guint i = 0; patch->result && i < patch->result->sites->len; i++) {
		const KsRuleSite *site = patch->result->sites->pdata[i];

		if (site->fate == KS_FATE_CONVERTED)
			continue;
		printf("%s:%u: %s: %s in %s(): %s\n", site->file,
		       site->site->line, fate_name(site->fate),
		       site->site->token,
		       *site->site->function ? site->site->function : "-",
		       site->reason);
	}
}

/* Nothing else names the postings of a series that is one. */
static bool is_split(const KsGen *gen)
{
	const KsPosting *first = gen->postings->len ? gen->postings->pdata[0] :
						      NULL;

	return !first || first->name;
}

static guint sum_of(const KsGen *gen, KsFate fate)
{
	guint sum = 0;

	for (guint i = 0; i < gen->patches->len; i++)
		sum += count(gen->patches->pdata[i], fate);
	return sum;
}

/* A row a thread that would be sent, and what all of them come to. */
static void print_postings(const KsGen *gen)
{
	static const char *const headers[] = {"posting", ">patches", "branch",
					      NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);
	guint patches = 0;

	for (guint i = 0; i < gen->postings->len; i++) {
		const KsPosting *posting = gen->postings->pdata[i];

		patches += posting->patches;
		ks_table_add(table, "%s", posting->name);
		ks_table_add(table, "%u", posting->patches);
		ks_table_add(table, "%s", posting->branch);
	}
	printf("\n");
	ks_table_print(table);
	printf("\n%u drivers: %u patches in %u postings, %u calls converted, %u left alone\nbase    %.12s\n",
	       gen->patches->len, patches, gen->postings->len,
	       sum_of(gen, KS_FATE_CONVERTED), sum_of(gen, KS_FATE_LEFT),
	       gen->base);
}

void ks_report_gen_text(const KsGen *gen)
{
	static const char *const headers[] = {
		">#", "patch", "driver", ">converted", ">left", "lines", NULL};
	g_autoptr(KsTable) table = ks_table_new(headers);

	for (guint i = 0; i < gen->patches->len; i++)
		print_row(table, i + 1, gen->patches->pdata[i]);
	ks_table_print(table);
	printf("\n");
	for (guint i = 0; i < gen->patches->len; i++) {
		const KsGenPatch *patch = gen->patches->pdata[i];

		if (patch->skipped)
			printf("%u: %s\n", i + 1, patch->skipped);
		print_left(patch);
	}
	if (is_split(gen))
		print_postings(gen);
	else
		printf("\nbase    %.12s\nbranch  %s\n", gen->base, gen->branch);
	if (gen->dir)
		printf("mails   %s\n", gen->dir);
	if (gen->known)
		printf("known from an earlier run: nothing that it is made of has changed\n");
	if (gen->sender->anonymous)
		printf("\ngit knows no user.name and user.email: the patches are signed off by %s and not fit to be sent\n",
		       gen->sender->name);
}

static void add_site(JsonBuilder *json, const KsRuleSite *site)
{
	json_builder_begin_object(json);
	ks_json_string(json, "file", site->file);
	ks_json_int(json, "line", site->site->line);
	ks_json_string(json, "function", site->site->function);
	ks_json_string(json, "token", site->site->token);
	ks_json_string(json, "state", fate_name(site->fate));
	ks_json_string(json, "reason", site->reason);
	json_builder_end_object(json);
}

static void add_patch(JsonBuilder *json, guint number, const KsGenPatch *patch)
{
	json_builder_begin_object(json);
	ks_json_int(json, "number", number);
	ks_json_string(json, "subject", patch->subject);
	ks_json_string(json, "driver", patch->def->driver);
	ks_json_string(json, "rule", patch->def->rule);
	ks_json_string(json, "skipped", patch->skipped);
	ks_json_string(json, "parent", patch->parent);
	ks_json_string(json, "commit", patch->commit);
	ks_json_string(json, "mail", patch->mail);
	ks_json_string(json, "posting",
		       patch->posting ? patch->posting->name : NULL);
	ks_json_int(json, "insertions", patch->insertions);
	ks_json_int(json, "deletions", patch->deletions);
	ks_json_int(json, "spatch_us",
		    patch->result ? patch->result->spatch_us : 0);
	json_builder_set_member_name(json, "files");
	json_builder_begin_array(json);
	for (guint i = 0; patch->files && patch->files[i]; i++)
		json_builder_add_string_value(json, patch->files[i]);
	json_builder_end_array(json);
	json_builder_set_member_name(json, "sites");
	json_builder_begin_array(json);
	for (guint i = 0; patch->result && i < patch->result->sites->len; i++)
		add_site(json, patch->result->sites->pdata[i]);
	json_builder_end_array(json);
	json_builder_end_object(json);
}

static void add_posting(JsonBuilder *json, const KsPosting *posting)
{
	json_builder_begin_object(json);
	ks_json_string(json, "name", posting->name);
	ks_json_int(json, "patches", posting->patches);
	ks_json_string(json, "branch", posting->branch);
	ks_json_string(json, "tip", posting->tip);
	ks_json_string(json, "mails", posting->dir);
	json_builder_end_object(json);
}

void ks_report_gen_add(JsonBuilder *json, const KsGen *gen)
{
	ks_json_string(json, "series", gen->series->name);
	ks_json_string(json, "tree", gen->tree->name);
	ks_json_string(json, "version", gen->tree->version);
	ks_json_string(json, "base", gen->base);
	ks_json_string(json, "branch", gen->branch);
	ks_json_string(json, "mails", gen->dir);
	json_builder_set_member_name(json, "known");
	json_builder_add_boolean_value(json, gen->known);
	json_builder_set_member_name(json, "postings");
	json_builder_begin_array(json);
	for (guint i = 0; i < gen->postings->len; i++)
		add_posting(json, gen->postings->pdata[i]);
	json_builder_end_array(json);
	json_builder_set_member_name(json, "patches");
	json_builder_begin_array(json);
	for (guint i = 0; i < gen->patches->len; i++)
		add_patch(json, i + 1, gen->patches->pdata[i]);
	json_builder_end_array(json);
}

void ks_report_gen_json(const KsGen *gen)
{
	g_autoptr(JsonBuilder) json = json_builder_new();

	json_builder_begin_object(json);
	ks_report_gen_add(json, gen);
	json_builder_end_object(json);
	ks_json_print(json);
}
