// SPDX-License-Identifier: GPL-2.0
#include "base/finding.h"

#include <string.h>

KsFinding *ks_finding_new(const char *tool, const char *level, const char *file,
			  int line, const char *function, const char *text)
{
	KsFinding *finding = g_new0(KsFinding, 1);

	finding->tool = g_strdup(tool);
	finding->level = g_strdup(level);
	finding->file = g_strdup(file ? file : "");
	finding->line = line;
	finding->function = g_strdup(function ? function : "");
	finding->text = g_strdup(text);
	return finding;
}

KsFinding *ks_finding_copy(const KsFinding *finding)
{
	return ks_finding_new(finding->tool, finding->level, finding->file,
			      finding->line, finding->function, finding->text);
}

void ks_finding_free(KsFinding *finding)
{
	g_free(finding->tool);
	g_free(finding->level);
	g_free(finding->file);
	g_free(finding->function);
	g_free(finding->text);
	g_free(finding);
}

GPtrArray *ks_findings_new(void)
{
	return g_ptr_array_new_with_free_func((GDestroyNotify)ks_finding_free);
}

/* What tells a finding from another: all but the line. */
static char *identity(const KsFinding *finding)
{
	return g_strjoin("\x1f", finding->tool, finding->level, finding->file,
			 finding->function, finding->text, NULL);
}

GPtrArray *ks_findings_new_in(GPtrArray *after, GPtrArray *before)
{
	g_autoptr(GHashTable) known =
		g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	GPtrArray *fresh = ks_findings_new();

	for (guint i = 0; i < before->len; i++) {
		char *key = identity(before->pdata[i]);
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));

		g_hash_table_replace(known, key, GUINT_TO_POINTER(n + 1));
	}
	for (guint i = 0; i < after->len; i++) {
		char *key = identity(after->pdata[i]);
		guint n = GPOINTER_TO_UINT(g_hash_table_lookup(known, key));

		if (!n) {
			g_ptr_array_add(fresh,
					ks_finding_copy(after->pdata[i]));
			g_free(key);
			continue;
		}
		g_hash_table_replace(known, key, GUINT_TO_POINTER(n - 1));
	}
	return fresh;
}

char *ks_finding_format(const KsFinding *finding)
{
	g_autoptr(GString) text = g_string_new(NULL);

	if (*finding->file)
		g_string_append(text, finding->file);
	if (finding->line)
		g_string_append_printf(text, ":%d", finding->line);
	if (text->len)
		g_string_append(text, ": ");
	g_string_append_printf(text, "%s: %s", finding->level, finding->text);
	return g_string_free(g_steal_pointer(&text), FALSE);
}

/*
 * Attributes that take arguments: what stands before their parenthesis is not
 * the function's name.
 */
static bool is_attribute(const char *word)
{
	static const char *const attributes[] = {"__attribute__",
						 "__acquires",
						 "__releases",
						 "__must_hold",
						 "__printf",
						 "__scanf",
						 "__aligned",
						 "__section",
						 "__alloc_size",
						 "__cond_lock",
						 "__no_context_analysis",
						 NULL};

	return g_strv_contains(attributes, word);
}

/* The function's name in a head such as "static int\nfoo(int a, void *b)". */
static char *name_in_head(const char *head)
{
	int depth = 0;

	for (const char *p = head; *p; p++) {
		const char *end = p, *start;
		g_autofree char *word = NULL;

		if (*p == ')')
			depth--;
		if (*p != '(' || depth++)
			continue;
		while (end > head && g_ascii_isspace(end[-1]))
			end--;
		start = end;
		while (start > head &&
		       (g_ascii_isalnum(start[-1]) || start[-1] == '_'))
			start--;
		word = g_strndup(start, end - start);
		if (*word && !is_attribute(word))
			return g_steal_pointer(&word);
	}
	return NULL;
}

/* Where we are while a file is read line by line. */
typedef struct {
	GString *head; /* a definition that has begun and has no body yet */
	char *name; /* of the function whose body we are in, or NULL */
	bool comment, directive;
} Scan;

/* Whether the line belongs to a comment or a preprocessor directive. */
static bool skip_line(Scan *scan, const char *line, gsize len)
{
	bool was = scan->comment || scan->directive;
	bool continued = len && line[len - 1] == '\\';

	if (!scan->comment && (scan->directive || *line == '#')) {
		scan->directive = continued;
		return true;
	}
	if (!scan->comment && g_str_has_prefix(line, "/*")) {
		scan->comment = true;
		was = true;
	}
	if (scan->comment && strstr(line, "*/"))
		scan->comment = false;
	return was || g_str_has_prefix(line, "//");
}

static bool begins_head(const char *line)
{
	return g_ascii_isalpha(*line) || *line == '_';
}

/* Take one line; true when a function of one line stands in it. */
static bool scan_line(Scan *scan, const char *line, gsize len)
{
	if (skip_line(scan, line, len))
		return false;
	if (*line == '}') {
		g_clear_pointer(&scan->name, g_free);
		g_string_truncate(scan->head, 0);
		return false;
	}
	if (scan->name)
		return false;
	if (*line == '{') {
		scan->name = name_in_head(scan->head->str);
		g_string_truncate(scan->head, 0);
		return false;
	}
	if (begins_head(line) && strchr(scan->head->str, '('))
		g_string_truncate(scan->head, 0); /* a prototype ended */
	if (begins_head(line) || scan->head->len)
		g_string_append_printf(scan->head, "%s\n", line);
	if (len && line[len - 1] == ';') {
		g_string_truncate(scan->head, 0);
	} else if (len && line[len - 1] == '}' && strchr(line, '{') &&
		   strchr(scan->head->str, '(')) {
		scan->name = name_in_head(scan->head->str);
		g_string_truncate(scan->head, 0);
		return true;
	}
	return false;
}

static const char *next_line(const char *at, char **line, gsize *len)
{
	const char *eol = strchrnul(at, '\n');

	*len = eol - at;
	*line = g_strndup(at, *len);
	return *eol ? eol + 1 : eol;
}

/*
 * A line of a head belongs to the function that follows it: read on until its
 * brace decides.
 */
static void finish_head(Scan *scan, const char *at)
{
	while (*at && scan->head->len && !scan->name) {
		g_autofree char *line = NULL;
		gsize len;

		at = next_line(at, &line, &len);
		if (begins_head(line) && strchr(scan->head->str, '('))
			return;
		scan_line(scan, line, len);
	}
}

char *ks_function_at(const char *source, int line)
{
	Scan scan = {.head = g_string_new(NULL)};
	const char *at = source;
	char *name;

	for (int n = 1; *at && n <= line; n++) {
		g_autofree char *text = NULL;
		gsize len;
		bool one_line;

		at = next_line(at, &text, &len);
		/* the closing brace is still the function's */
		if (n == line && *text == '}')
			break;
		one_line = scan_line(&scan, text, len);
		if (one_line && n < line)
			g_clear_pointer(&scan.name, g_free);
	}
	if (!scan.name && scan.head->len)
		finish_head(&scan, at);
	g_string_free(scan.head, TRUE);
	name = scan.name;
	return name ? name : g_strdup("");
}
