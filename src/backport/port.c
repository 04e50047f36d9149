// SPDX-License-Identifier: GPL-2.0
#include "backport/port.h"

#include <string.h>

#include "backport/compat.h"
#include "base/error.h"
#include "base/names.h"
#include "tree/git.h"

typedef struct {
	KsContext *context;
	const KsTree *tree;
	KsPort *port;
	GPtrArray *patches; /* KsPatchDef: the series as it becomes */
} Porter;

static void need_free(gpointer data)
{
	KsPortNeed *need = data;

	g_free(need->symbol);
	g_free(need->header);
	g_free(need->outcome);
	g_free(need);
}

static void def_free(gpointer def)
{
	ks_patch_def_free(def);
}

void ks_port_free(KsPort *port)
{
	g_free(port->line);
	g_clear_pointer(&port->series, ks_series_free);
	g_clear_pointer(&port->answers, g_ptr_array_unref);
	g_clear_pointer(&port->needs, g_ptr_array_unref);
	g_free(port);
}

/* "5.10.238" is of the line 5.10; a tree that says no version is its own. */
static char *line_of(const KsTree *tree)
{
	g_auto(GStrv)
		parts = g_strsplit(tree->version ? tree->version : "", ".", 3);

	if (g_strv_length(parts) < 2)
		return g_strdup(tree->name);
	return g_strdup_printf("%s.%s", parts[0], parts[1]);
}

static void add_compat(const Porter *porter, const KsAnswer *answer,
		       GPtrArray *texts)
{
	KsPatchDef *def = g_new0(KsPatchDef, 1);

	def->id = g_strdup_printf("%s-%s", ks_answer_name(answer->kind),
				  answer->symbol);
	def->subject = g_strdup(answer->subject);
	def->message = g_strdup(answer->message);
	def->texts = texts;
	g_ptr_array_add(porter->patches, def);
}

static bool answer_with_code(const Porter *porter, KsPortNeed *need,
			     GError **error)
{
	const KsAnswer *answer = need->answer;
	GPtrArray *texts = ks_compat_texts(porter->context, answer,
					   porter->tree->commit, error);

	if (!texts)
		return false;
	add_compat(porter, answer, texts);
	need->outcome = g_strdup_printf(
		answer->kind == KS_ANSWER_ALIAS ?
			"%s: an alias that only makes it compile" :
			"%s: code of our own that does the same",
		answer->subject);
	return true;
}

/* Whether git has the commit and what it is a change of. */
static bool has_commit(const KsContext *context, const char *id)
{
	g_autofree char *parent = g_strconcat(id, "^^{tree}", NULL);
	g_autofree char *found = ks_git(context, NULL, "rev-parse", "--verify",
					"--quiet", parent, NULL);

	return found != NULL;
}

/* An upstream commit as a mail in the home, where `git am` takes it from. */
static char *write_mail(KsContext *context, const char *id, GError **error)
{
	g_autofree char *dir = ks_home_path(context, "picked", NULL);
	g_autofree char *file = g_strconcat(id, ".patch", NULL);
	char *path = g_build_filename(dir, file, NULL);
	g_autofree char *mail = ks_git(context, error, "format-patch", "-1",
				       "--stdout", "--no-signature",
				       "--full-index", id, NULL);
	g_autofree char *text = mail ? g_strconcat(mail, "\n", NULL) : NULL;

	if (text && ks_mkdir(dir, error) &&
	    ks_write_file(path, text, -1, error))
		return path;
	g_free(path);
	return NULL;
}

static bool answer_with_commits(const Porter *porter, KsPortNeed *need,
				GError **error)
{
	g_autofree char *all = g_strjoinv("; ", need->answer->commits);

	for (char **commit = need->answer->commits; *commit; commit++) {
		g_autofree char *id = g_strndup(*commit, strcspn(*commit, " "));

		if (has_commit(porter->context, id))
			continue;
		need->lost = true;
		need->outcome = g_strdup_printf(
			"needs upstream's %s first, which no history here has",
			*commit);
		return true;
	}
	for (char **commit = need->answer->commits; *commit; commit++) {
		g_autofree char *id = g_strndup(*commit, strcspn(*commit, " "));
		char *mail = write_mail(porter->context, id, error);
		KsPatchDef *def;

		if (!mail)
			return false;
		def = g_new0(KsPatchDef, 1);
		def->id = g_steal_pointer(&id);
		def->patch = mail;
		g_ptr_array_add(porter->patches, def);
	}
	need->outcome = g_strdup_printf("takes upstream's first: %s", all);
	return true;
}

static bool answer(const Porter *porter, KsPortNeed *need, GError **error)
{
	if (need->probe == KS_PROBE_THERE) {
		need->outcome = g_strdup("the rules run as they are");
		return true;
	}
	need->lost = need->probe == KS_PROBE_OTHER || !need->answer ||
		     need->answer->kind == KS_ANSWER_DROP;
	if (need->probe == KS_PROBE_OTHER)
		need->outcome = g_strdup_printf(
			"%s of %s has the name, and not what is meant by it",
			need->symbol, porter->tree->name);
	else if (!need->answer)
		need->outcome = g_strdup_printf(
			"%s has no %s in %s, and backports/%s/answers no answer",
			porter->tree->name, need->symbol, need->header,
			porter->port->line);
	else if (need->answer->kind == KS_ANSWER_DROP)
		need->outcome = g_strdup(need->answer->reason);
	else if (need->answer->kind == KS_ANSWER_PREREQUISITE)
		return answer_with_commits(porter, need, error);
	else
		return answer_with_code(porter, need, error);
	return true;
}

static KsPortNeed *find_need(const KsPort *port, const char *symbol)
{
	for (guint i = 0; i < port->needs->len; i++) {
		KsPortNeed *need = port->needs->pdata[i];

		if (g_str_equal(need->symbol, symbol))
			return need;
	}
	return NULL;
}

/* What is known of the need, which is looked for if nothing is. */
static const KsPortNeed *meet(const Porter *porter, const KsRuleNeed *wanted,
			      GError **error)
{
	KsPort *port = porter->port;
	KsPortNeed *need = find_need(port, wanted->symbol);

	if (need)
		return need;
	need = g_new0(KsPortNeed, 1);
	need->symbol = g_strdup(wanted->symbol);
	need->header = g_strdup(wanted->header);
	g_ptr_array_add(port->needs, need);
	if (!ks_probe(porter->context, wanted, porter->tree->commit,
		      &need->probe, error))
		return NULL;
	if (need->probe != KS_PROBE_THERE)
		need->answer = ks_answers_find(port->answers, need->symbol);
	return answer(porter, need, error) ? need : NULL;
}

static void leave_out(KsPatchDef *def, const KsPortNeed *need)
{
	bool chosen = need->probe == KS_PROBE_MISSING && need->answer &&
		      need->answer->kind == KS_ANSWER_DROP;
	char **why = chosen ? &def->drop : &def->lacks;

	if (!*why)
		*why = g_strdup(need->outcome);
}

static bool port_patch(const Porter *porter, KsPatchDef *def, GError **error)
{
	g_autofree char *file = g_strconcat(def->rule, ".cocci", NULL);
	g_autofree char *path =
		ks_data_path(porter->context, "cocci", file, NULL);
	g_autoptr(KsRule) rule = ks_rule_load(path, error);

	if (!rule)
		return false;
	for (guint i = 0; i < rule->needs->len; i++) {
		const KsPortNeed *need =
			meet(porter, rule->needs->pdata[i], error);

		if (!need)
			return false;
		if (need->lost)
			leave_out(def, need);
	}
	return true;
}

static bool port_all(Porter *porter, GError **error)
{
	KsSeries *series = porter->port->series;
	bool ok = true;

	porter->patches = g_ptr_array_new_with_free_func(def_free);
	while (ok && series->patches->len) {
		KsPatchDef *def = g_ptr_array_steal_index(series->patches, 0);

		ok = !def->rule || port_patch(porter, def, error);
		g_ptr_array_add(porter->patches, def);
	}
	g_ptr_array_unref(series->patches);
	series->patches = g_steal_pointer(&porter->patches);
	return ok;
}

KsPort *ks_port_new(KsContext *context, const char *name, const KsTree *tree,
		    GError **error)
{
	g_autoptr(KsPort) port = g_new0(KsPort, 1);
	Porter porter = {.context = context, .tree = tree, .port = port};

	port->line = line_of(tree);
	port->needs = g_ptr_array_new_with_free_func(need_free);
	port->answers = ks_answers_load(context, port->line, error);
	port->series = port->answers ? ks_series_load(context, name, error) :
				       NULL;
	if (!port->series || !port_all(&porter, error))
		return NULL;
	return g_steal_pointer(&port);
}
