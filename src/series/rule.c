// SPDX-License-Identifier: GPL-2.0
#include "series/rule.h"

#include <string.h>

#include "base/error.h"

#define MARK "// kseries-"

static void need_free(gpointer data)
{
	KsRuleNeed *need = data;

	g_free(need->symbol);
	g_free(need->header);
	g_free(need->file);
	g_free(need->uses);
	g_free(need);
}

void ks_rule_free(KsRule *rule)
{
	g_free(rule->path);
	g_free(rule->text);
	g_strfreev(rule->tokens);
	g_free(rule->result);
	g_free(rule->leaves);
	g_ptr_array_unref(rule->needs);
	g_free(rule);
}

static bool is_name(const char *text)
{
	if (!g_ascii_isalpha(*text) && *text != '_')
		return false;
	return strspn(text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "_") ==
	       strlen(text);
}

static bool read_needs(KsRule *rule, const char *value)
{
	g_auto(GStrv) words = g_strsplit_set(value, " \t", -1);
	KsRuleNeed *need;

	if (g_strv_length(words) != 2 || !is_name(words[0]) || !*words[1])
		return false;
	need = g_new0(KsRuleNeed, 1);
	need->symbol = g_strdup(words[0]);
	need->header = g_strdup(words[1]);
	g_ptr_array_add(rule->needs, need);
	return true;
}

static bool read_means(KsRule *rule, const char *value)
{
	g_auto(GStrv) words = g_strsplit_set(value, " \t", -1);
	KsRuleNeed *need;

	if (!rule->needs->len || g_strv_length(words) != 2 || !*words[0] ||
	    !is_name(words[1]))
		return false;
	need = rule->needs->pdata[rule->needs->len - 1];
	if (need->file)
		return false;
	need->file = g_strdup(words[0]);
	need->uses = g_strdup(words[1]);
	return true;
}

/* NULL, or what is wrong with this line. */
static const char *read_key(KsRule *rule, GStrvBuilder *tokens, const char *key,
			    const char *value)
{
	if (!strcmp(key, "token")) {
		if (!is_name(value))
			return "the value must be one C name";
		g_strv_builder_add(tokens, value);
	} else if (!strcmp(key, "result")) {
		if (!is_name(value) || rule->result)
			return "the value must be one C name, in one line";
		rule->result = g_strdup(value);
	} else if (!strcmp(key, "needs")) {
		if (!read_needs(rule, value))
			return "the value must be SYMBOL HEADER";
	} else if (!strcmp(key, "means")) {
		if (!read_means(rule, value))
			return "the value must be FILE NAME, once behind needs";
	} else if (!strcmp(key, "leaves")) {
		if (!*value || rule->leaves)
			return "the value must be a reason, in one line";
		rule->leaves = g_strdup(value);
	} else {
		return "no such key; there are token, result, needs, means, leaves";
	}
	return NULL;
}

static bool read_line(KsRule *rule, GStrvBuilder *tokens, const char *line,
		      guint number, GError **error)
{
	const char *colon, *wrong = "a colon is missing behind the key";
	g_autofree char *key = NULL;
	g_autofree char *value = NULL;

	if (!g_str_has_prefix(line, MARK))
		return true;
	line += strlen(MARK);
	colon = strchr(line, ':');
	if (colon) {
		key = g_strndup(line, colon - line);
		value = g_strstrip(g_strdup(colon + 1));
		wrong = read_key(rule, tokens, key, value);
	}
	if (!wrong)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s:%u: %s%s: %s",
		    rule->path, number, MARK, line, wrong);
	return false;
}

static bool whole(const KsRule *rule, GError **error)
{
	const char *missing = NULL;

	if (!rule->tokens[0])
		missing = "token";
	else if (!rule->result)
		missing = "result";
	else if (!rule->leaves)
		missing = "leaves";
	if (!missing)
		return true;
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "%s: a line \"" MARK "%s: ...\" is missing", rule->path,
		    missing);
	return false;
}

KsRule *ks_rule_parse(const char *path, const char *text, GError **error)
{
	g_autoptr(KsRule) rule = g_new0(KsRule, 1);
	g_autoptr(GStrvBuilder) tokens = g_strv_builder_new();
	g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
	bool good = true;

	rule->path = g_strdup(path);
	rule->text = g_strdup(text);
	rule->needs = g_ptr_array_new_with_free_func(need_free);
	for (guint i = 0; good && lines[i]; i++)
		good = read_line(rule, tokens, lines[i], i + 1, error);
	rule->tokens = g_strv_builder_end(tokens);
	if (!good || !whole(rule, error))
		return NULL;
	return g_steal_pointer(&rule);
}

KsRule *ks_rule_load(const char *path, GError **error)
{
	g_autofree char *text = NULL;
	g_autoptr(GError) cause = NULL;

	if (g_file_get_contents(path, &text, NULL, &cause))
		return ks_rule_parse(path, text, error);
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE,
		    "the rule is not there: %s", cause->message);
	return NULL;
}

static void rule_site_free(gpointer data)
{
	KsRuleSite *site = data;

	g_free(site->file);
	ks_site_free(site->site);
	g_free(site->reason);
	g_free(site);
}

KsRuleResult *ks_rule_result_new(void)
{
	KsRuleResult *result = g_new0(KsRuleResult, 1);

	result->files = ks_spatch_files_new();
	result->sites = g_ptr_array_new_with_free_func(rule_site_free);
	return result;
}

void ks_rule_result_free(KsRuleResult *result)
{
	g_ptr_array_unref(result->files);
	g_ptr_array_unref(result->sites);
	g_free(result->smpl);
	g_free(result->story);
	g_free(result);
}

const char *ks_reason_for(const char *entry, const char *function)
{
	gsize len = strlen(function);

	if (!len || strncmp(entry, function, len))
		return NULL;
	entry += len;
	while (*entry == ' ' || *entry == '\t')
		entry++;
	return *entry == ':' ? entry + 1 + strspn(entry + 1, " \t") : NULL;
}

const char *ks_reason_in(const char *const *list, const char *function)
{
	const char *reason = NULL;

	for (; !reason && list && *list; list++)
		reason = ks_reason_for(*list, function);
	return reason;
}

KsRuleSite *ks_rule_result_add(KsRuleResult *result, const char *file,
			       const KsSite *site, KsFate fate,
			       const char *reason)
{
	KsRuleSite *added = g_new0(KsRuleSite, 1);

	added->file = g_strdup(file);
	added->site = ks_site_copy(site);
	added->fate = fate;
	added->reason = g_strdup(reason);
	g_ptr_array_add(result->sites, added);
	return added;
}

guint ks_rule_result_count(const KsRuleResult *result, KsFate fate)
{
	guint n = 0;

	for (guint i = 0; i < result->sites->len; i++)
		n += ((KsRuleSite *)result->sites->pdata[i])->fate == fate;
	return n;
}

bool ks_rule_result_check(const KsRuleResult *result, GError **error)
{
	for (guint i = 0; i < result->sites->len; i++) {
		const KsRuleSite *site = result->sites->pdata[i];

		if (site->fate != KS_FATE_LOST)
			continue;
		g_set_error(error, KS_ERROR, KS_ERROR_BROKEN,
			    "%s:%u: %s in %s: %s; convert it by hand in a "
			    "patch of its own, or name it under leave",
			    site->file, site->site->line, site->site->token,
			    *site->site->function ? site->site->function :
						    "no function",
			    site->reason);
		return false;
	}
	return true;
}
