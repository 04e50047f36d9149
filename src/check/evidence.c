// SPDX-License-Identifier: GPL-2.0
#include "check/evidence.h"

static void add_head(GString *text, const char *what, const char *commit)
{
	g_string_append_printf(text, "=== %s %s\n", what, commit);
}

static void add_make(GString *text, const KsCompiled *compiled)
{
	g_autofree char *path =
		g_build_filename(compiled->dir, "make.log", NULL);
	g_autofree char *output = NULL;

	if (g_file_get_contents(path, &output, NULL, NULL))
		g_string_append(text, output);
	else
		g_string_append(text, "nothing to compile\n");
}

bool ks_evidence_build(const char *log, const KsPatch *patch,
		       const KsCompiled *before, const KsCompiled *after,
		       GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	add_head(text, "parent", patch->parent);
	add_make(text, before);
	add_head(text, "patch", patch->commit);
	add_make(text, after);
	return ks_write_file(log, text->str, text->len, error);
}

static void add_sparse(GString *text, const KsCompiled *compiled)
{
	g_autoptr(GList) objects = g_hash_table_get_keys(compiled->checked);

	objects = g_list_sort(objects, (GCompareFunc)g_strcmp0);
	for (GList *at = objects; at; at = at->next)
		g_string_append_printf(text, "  CHECK   %s (status %s)\n",
				       (char *)at->data,
				       (char *)g_hash_table_lookup(
					       compiled->checked, at->data));
	for (guint i = 0; i < compiled->sparse->len; i++) {
		const KsFinding *finding = compiled->sparse->pdata[i];
		g_autofree char *line = ks_finding_format(finding);

		g_string_append_printf(text, "%s\n", line);
	}
}

bool ks_evidence_sparse(const char *log, const KsPatch *patch,
			const KsCompiled *before, const KsCompiled *after,
			GError **error)
{
	g_autoptr(GString) text = g_string_new(NULL);

	add_head(text, "parent", patch->parent);
	add_sparse(text, before);
	add_head(text, "patch", patch->commit);
	add_sparse(text, after);
	return ks_write_file(log, text->str, text->len, error);
}
