// SPDX-License-Identifier: GPL-2.0
#include "backport/answer.h"

#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "series/config.h"

static const char *const names[KS_ANSWERS] = {"compat", "alias", "prerequisite",
					      "drop"};

const char *ks_answer_name(KsAnswerKind kind)
{
	return names[kind];
}

static void answer_free(gpointer data)
{
	KsAnswer *answer = data;

	g_free(answer->symbol);
	g_free(answer->where);
	g_free(answer->dir);
	g_free(answer->rule);
	g_strfreev(answer->files);
	g_free(answer->subject);
	g_free(answer->message);
	g_strfreev(answer->commits);
	g_free(answer->reason);
	g_free(answer);
}

static bool refuse(GError **error, const char *where, const char *what,
		   const char *word)
{
	g_set_error(error, KS_ERROR, KS_ERROR_USAGE, "%s: %s%s%s", where, what,
		    word ? ": " : "", word ? word : "");
	return false;
}

static bool read_kind(KsAnswer *answer, const char *where, const char *value,
		      GError **error)
{
	for (guint i = 0; i < KS_ANSWERS; i++) {
		if (!g_str_equal(names[i], value))
			continue;
		answer->kind = i;
		return true;
	}
	return refuse(error, where,
		      "there are compat, alias, prerequisite and drop, not",
		      value);
}

static bool read_message(KsAnswer *answer, const char *where, const char *value,
			 GError **error)
{
	g_autofree char *path = g_build_filename(answer->dir, value, NULL);
	g_autoptr(GError) cause = NULL;

	g_free(answer->message);
	answer->message = NULL;
	if (g_file_get_contents(path, &answer->message, NULL, &cause))
		return true;
	return refuse(error, where, "the message is not there", cause->message);
}

/* Append a value to a list of them. */
static void add_value(char ***list, const char *value)
{
	guint n = *list ? g_strv_length(*list) : 0;

	*list = g_renew(char *, *list, n + 2);
	(*list)[n] = g_strdup(value);
	(*list)[n + 1] = NULL;
}

static bool read_commit(KsAnswer *answer, const char *where, const char *value,
			GError **error)
{
	if (!g_regex_match_simple("^[0-9a-f]{12,40} \\S", value, 0, 0))
		return refuse(error, where, "a commit is \"ID title\", not",
			      value);
	add_value(&answer->commits, value);
	return true;
}

static bool read_key(KsAnswer *answer, const KsConfigEntry *entry,
		     const char *where, GError **error)
{
	const char *value = entry->value ? entry->value : "";

	if (!*value)
		return refuse(error, where, "there is no value for",
			      entry->key);
	if (g_str_equal(entry->key, "answer"))
		return read_kind(answer, where, value, error);
	if (g_str_equal(entry->key, "message"))
		return read_message(answer, where, value, error);
	if (g_str_equal(entry->key, "commit"))
		return read_commit(answer, where, value, error);
	if (g_str_equal(entry->key, "file")) {
		add_value(&answer->files, value);
	} else if (g_str_equal(entry->key, "rule")) {
		g_free(answer->rule);
		answer->rule = g_build_filename(answer->dir, value, NULL);
	} else if (g_str_equal(entry->key, "subject")) {
		g_free(answer->subject);
		answer->subject = g_strdup(value);
	} else if (g_str_equal(entry->key, "reason")) {
		g_free(answer->reason);
		answer->reason = g_strdup(value);
	} else {
		return refuse(
			error, where,
			"there are answer, rule, file, subject, message, commit and reason, not",
			entry->key);
	}
	return true;
}

/* The key that this kind of answer cannot do without; NULL: it is whole. */
static const char *missing_key(const KsAnswer *answer)
{
	if (answer->kind == KS_ANSWERS)
		return "answer";
	if (answer->kind == KS_ANSWER_DROP)
		return answer->reason ? NULL : "reason";
	if (answer->kind == KS_ANSWER_PREREQUISITE)
		return answer->commits ? NULL : "commit";
	if (!answer->rule)
		return "rule";
	if (!answer->files)
		return "file";
	if (!answer->subject)
		return "subject";
	return answer->message ? NULL : "message";
}

static bool are_whole(const GPtrArray *answers, GError **error)
{
	for (guint i = 0; i < answers->len; i++) {
		const KsAnswer *answer = answers->pdata[i];
		const char *key = missing_key(answer);

		if (key)
			return refuse(error, answer->where,
				      "the answer wants a line", key);
	}
	return true;
}

static KsAnswer *answer_for(GPtrArray *answers, const char *dir,
			    const char *where, const char *symbol)
{
	KsAnswer *answer = (KsAnswer *)ks_answers_find(answers, symbol);

	if (answer)
		return answer;
	answer = g_new0(KsAnswer, 1);
	answer->symbol = g_strdup(symbol);
	answer->kind = KS_ANSWERS;
	answer->where = g_strdup(where);
	answer->dir = g_strdup(dir);
	g_ptr_array_add(answers, answer);
	return answer;
}

GPtrArray *ks_answers_load(const KsContext *context, const char *line,
			   GError **error)
{
	g_autofree char *dir = ks_data_path(context, "backports", line, NULL);
	g_autofree char *path = g_build_filename(dir, "answers", NULL);
	g_autoptr(GPtrArray)
		answers = g_ptr_array_new_with_free_func(answer_free);
	g_autoptr(GPtrArray) entries = NULL;

	if (!g_file_test(path, G_FILE_TEST_EXISTS))
		return g_steal_pointer(&answers);
	entries = ks_config_read(context, path, error);
	if (!entries)
		return NULL;
	for (guint i = 0; i < entries->len; i++) {
		const KsConfigEntry *entry = entries->pdata[i];
		g_autofree char *where =
			g_strdup_printf("%s:%d", path, entry->line);

		if (!g_str_equal(entry->section, "need") || !entry->subsection)
			refuse(error, where, "a section is [need \"SYMBOL\"]",
			       NULL);
		else if (read_key(answer_for(answers, dir, where,
					     entry->subsection),
				  entry, where, error))
			continue;
		return NULL;
	}
	return are_whole(answers, error) ? g_steal_pointer(&answers) : NULL;
}

const KsAnswer *ks_answers_find(const GPtrArray *answers, const char *symbol)
{
	for (guint i = 0; i < answers->len; i++) {
		const KsAnswer *answer = answers->pdata[i];

		if (g_str_equal(answer->symbol, symbol))
			return answer;
	}
	return NULL;
}
