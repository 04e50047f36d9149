// SPDX-License-Identifier: GPL-2.0
#include "report/source.h"

#include <string.h>

#include "tree/git.h"

#define CONTEXT_LINES 2
#define LINE_MAX_LEN  400
/* a larger file is no source that a person wrote */
#define BLOB_MAX (4 * 1024 * 1024)
/* of blobs that are read at once */
#define CHUNK_MAX (8 * 1024 * 1024)

struct KsSources {
	GHashTable *lines; /* "COMMIT:file:line" -> KsSourceLines */
};

/* One file of one commit, and the lines of it that are wanted. */
typedef struct {
	char *name; /* "COMMIT:file" */
	char *blob; /* its id */
	guint64 size;
	GArray *lines; /* int */
} Want;

static void want_free(gpointer data)
{
	Want *want = data;

	g_free(want->name);
	g_free(want->blob);
	g_array_unref(want->lines);
	g_free(want);
}

static void lines_free(gpointer data)
{
	KsSourceLines *lines = data;

	g_strfreev(lines->lines);
	g_free(lines);
}

/* As git takes it in a list of names, one a line; NULL if it cannot be. */
static char *name_of(const KsCell *cell, const KsFinding *finding)
{
	gsize hex = strspn(cell->commit, "0123456789abcdef");

	if (hex < 40 || cell->commit[hex] || !*finding->file ||
	    *finding->file == '/' || strpbrk(finding->file, "\n\r") ||
	    finding->line < 1)
		return NULL;
	return g_strdup_printf("%s:%s", cell->commit, finding->file);
}

static void add_want(GHashTable *wants, const KsCell *cell,
		     const KsFinding *finding)
{
	char *name = name_of(cell, finding);
	Want *want = name ? g_hash_table_lookup(wants, name) : NULL;

	if (!name)
		return;
	if (want) {
		g_free(name);
	} else {
		want = g_new0(Want, 1);
		want->name = name;
		want->lines = g_array_new(FALSE, FALSE, sizeof(int));
		g_hash_table_insert(wants, name, want);
	}
	g_array_append_val(want->lines, finding->line);
}

static GHashTable *collect(const KsRun *run, guint per_cell, guint most)
{
	GHashTable *wants =
		g_hash_table_new_full(g_str_hash, g_str_equal, NULL, want_free);
	guint all = 0;

	for (guint i = 0; i < run->cells->len; i++) {
		const KsCell *cell = run->cells->pdata[i];
		const KsOutcome *outcome = cell->outcome;

		if (!outcome || outcome->verdict == KS_VERDICT_PASS)
			continue;
		for (guint j = 0; j < outcome->findings->len; j++) {
			if (j == per_cell || all == most)
				break;
			add_want(wants, cell, outcome->findings->pdata[j]);
			all++;
		}
	}
	return wants;
}

/* "ID blob SIZE"; anything else ("... missing", a tree) is left out. */
static void take_answer(Want *want, const char *answer)
{
	g_auto(GStrv) words = g_strsplit(answer, " ", -1);

	if (g_strv_length(words) != 3 || !g_str_equal(words[1], "blob"))
		return;
	want->blob = g_strdup(words[0]);
	want->size = g_ascii_strtoull(words[2], NULL, 10);
}

/* Ask for blob and size of each; false when there is no store to ask. */
static bool find_blobs(const KsContext *context, GPtrArray *wants)
{
	static const char *const argv[] = {"cat-file", "--batch-check", NULL};
	g_autoptr(GString) names = g_string_new(NULL);
	g_autoptr(GBytes) input = NULL;
	g_auto(KsChildResult) result = {0};
	g_auto(GStrv) answers = NULL;

	for (guint i = 0; i < wants->len; i++) {
		const Want *want = wants->pdata[i];

		g_string_append_printf(names, "%s\n", want->name);
	}
	input = g_bytes_new(names->str, names->len);
	if (!ks_git_run(context, argv, NULL, input, &result, NULL))
		return false;
	answers = g_strsplit(result.out->str, "\n", -1);
	if (g_strv_length(answers) != wants->len + 1)
		return false;
	for (guint i = 0; i < wants->len; i++)
		take_answer(wants->pdata[i], answers[i]);
	return true;
}

static const char *skip_lines(const char *at, const char *end, int n)
{
	for (; n > 0 && at < end; n--) {
		const char *eol = memchr(at, '\n', end - at);

		at = eol ? eol + 1 : end;
	}
	return at;
}

static KsSourceLines *cut(GBytes *blob, int line)
{
	gsize size;
	const char *at = g_bytes_get_data(blob, &size), *end = at + size;
	GPtrArray *lines = g_ptr_array_new();
	KsSourceLines *cut;
	int first = MAX(line - CONTEXT_LINES, 1);

	at = skip_lines(at, end, first - 1);
	for (int n = first; n <= line + CONTEXT_LINES && at < end; n++) {
		const char *next = skip_lines(at, end, 1);
		gsize len = next - at;

		len -= len && at[len - 1] == '\n';
		g_ptr_array_add(lines, g_strndup(at, MIN(len, LINE_MAX_LEN)));
		at = next;
	}
	cut = g_new0(KsSourceLines, 1);
	cut->first = first;
	g_ptr_array_add(lines, NULL);
	cut->lines = (char **)g_ptr_array_free(lines, FALSE);
	return cut;
}

/* A line beyond the end of the file means that it is another file. */
static void cut_all(KsSources *sources, const Want *want, GBytes *blob)
{
	for (guint i = 0; i < want->lines->len; i++) {
		int line = g_array_index(want->lines, int, i);
		KsSourceLines *lines = cut(blob, line);

		if (lines->first + (int)g_strv_length(lines->lines) > line)
			g_hash_table_insert(sources->lines,
					    g_strdup_printf("%s:%d", want->name,
							    line),
					    lines);
		else
			lines_free(lines);
	}
}

/* Read the blobs of wants [first, end). */
static bool read_chunk(const KsContext *context, KsSources *sources,
		       const GPtrArray *wants, guint first, guint end)
{
	g_autoptr(GPtrArray) names = g_ptr_array_new();
	g_autoptr(GPtrArray) blobs = NULL;

	for (guint i = first; i < end; i++) {
		const Want *want = wants->pdata[i];

		g_ptr_array_add(names, want->blob);
	}
	g_ptr_array_add(names, NULL);
	blobs = ks_git_read(context, (const char *const *)names->pdata, NULL);
	for (guint i = first; blobs && i < end; i++)
		if (blobs->pdata[i - first])
			cut_all(sources, wants->pdata[i],
				blobs->pdata[i - first]);
	return blobs;
}

static void read_all(const KsContext *context, KsSources *sources,
		     const GPtrArray *wants)
{
	for (guint first = 0, end; first < wants->len; first = end) {
		guint64 size = 0;

		for (end = first; end < wants->len; end++) {
			const Want *want = wants->pdata[end];

			size += want->size;
			if (size > CHUNK_MAX)
				break;
		}
		if (!read_chunk(context, sources, wants, first, end))
			return;
	}
}

KsSources *ks_sources_load(const KsContext *context, const KsRun *run,
			   guint per_cell, guint most)
{
	KsSources *sources = g_new0(KsSources, 1);
	g_autoptr(GHashTable) wants = collect(run, per_cell, most);
	g_autoptr(GPtrArray) found = g_ptr_array_new();
	GHashTableIter iter;
	gpointer want;

	sources->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
					       lines_free);
	g_hash_table_iter_init(&iter, wants);
	while (g_hash_table_iter_next(&iter, NULL, &want))
		g_ptr_array_add(found, want);
	if (!found->len || !find_blobs(context, found))
		return sources;
	for (guint i = found->len; i > 0; i--) {
		const Want *of = found->pdata[i - 1];

		if (!of->blob || of->size > BLOB_MAX)
			g_ptr_array_remove_index_fast(found, i - 1);
	}
	read_all(context, sources, found);
	return sources;
}

void ks_sources_free(KsSources *sources)
{
	g_hash_table_unref(sources->lines);
	g_free(sources);
}

const KsSourceLines *ks_sources_find(const KsSources *sources,
				     const KsCell *cell,
				     const KsFinding *finding)
{
	g_autofree char *name = name_of(cell, finding);
	g_autofree char *key =
		name ? g_strdup_printf("%s:%d", name, finding->line) : NULL;

	return key ? g_hash_table_lookup(sources->lines, key) : NULL;
}
