// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

#include <stdio.h>
#include <string.h>

#include "facts-id.h"

enum {
	EXIT_USAGE = 2,
	EXIT_TROUBLE = 3
};

static void file_free(gpointer data)
{
	KsFile *file = data;

	g_free(file->path);
	g_free(file);
}

static void facts_free(KsFacts *facts)
{
	g_free(facts->src);
	g_hash_table_unref(facts->files);
	g_hash_table_unref(facts->keys);
	g_hash_table_unref(facts->seen);
	g_hash_table_unref(facts->vars);
	g_queue_free_full(facts->queue, g_free);
	g_ptr_array_unref(facts->guards);
	g_hash_table_unref(facts->labels);
	g_string_free(facts->out, TRUE);
	g_free(facts);
}

static KsFacts *facts_new(CXTranslationUnit tu, const char *src,
			  const char *unit)
{
	KsFacts *facts = g_new0(KsFacts, 1);
	g_autofree char *full = g_canonicalize_filename(src, NULL);

	facts->tu = tu;
	facts->main_file = clang_getFile(tu, unit);
	facts->src = g_str_has_suffix(full, "/") ? g_strdup(full) :
						   g_strconcat(full, "/", NULL);
	facts->files = g_hash_table_new_full(NULL, NULL, NULL, file_free);
	facts->keys = ks_cursor_table(g_free);
	facts->seen = ks_cursor_table(NULL);
	facts->vars = ks_cursor_table(g_free);
	facts->queue = g_queue_new();
	facts->guards = ks_guards_new();
	facts->labels = ks_labels_new();
	facts->out = g_string_new(NULL);
	return facts;
}

typedef struct {
	KsFacts *facts;
	GHashTable *paths; /* those that have a record */
} Deps;

static void add_dep(CXFile handle, CXSourceLocation *stack, unsigned depth,
		    CXClientData data)
{
	Deps *deps = data;
	const char *path = ks_file(deps->facts, handle)->path;

	(void)stack;
	(void)depth;
	if (g_hash_table_add(deps->paths, (gpointer)path))
		ks_record(deps->facts, "dep", path, NULL);
}

static void do_deps(KsFacts *facts)
{
	g_autoptr(GHashTable) paths = g_hash_table_new(g_str_hash, g_str_equal);
	Deps deps = {facts, paths};

	if (facts->main_file)
		add_dep(facts->main_file, NULL, 0, &deps);
	clang_getInclusions(facts->tu, add_dep, &deps);
}

static void do_error(KsFacts *facts, CXDiagnostic diagnostic)
{
	CXString text = clang_getDiagnosticSpelling(diagnostic);
	KsPlace place = {NULL, 0, 0, 0};
	CXFile handle = NULL;

	clang_getFileLocation(clang_getDiagnosticLocation(diagnostic), &handle,
			      &place.line, NULL, NULL);
	if (handle)
		place.file = ks_file(facts, handle);
	ks_record_at(facts, "error", place, clang_getCString(text), NULL);
	clang_disposeString(text);
}

static void do_errors(KsFacts *facts)
{
	for (unsigned i = 0; i < clang_getNumDiagnostics(facts->tu); i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(facts->tu, i);

		if (clang_getDiagnosticSeverity(diagnostic) >=
		    CXDiagnostic_Error)
			do_error(facts, diagnostic);
		clang_disposeDiagnostic(diagnostic);
	}
}

static bool print(CXTranslationUnit tu, const char *src, const char *unit)
{
	KsFacts *facts = facts_new(tu, src, unit);
	bool ok;

	ks_record(facts, "facts", "1", NULL);
	do_deps(facts);
	do_errors(facts);
	ok = ks_flush(facts) && ks_unit(facts);
	if (ok) {
		ks_record(facts, "end", NULL);
		ok = ks_flush(facts) && !fflush(stdout);
	}
	if (!ok)
		perror("kseries-facts: stdout");
	facts_free(facts);
	return ok;
}

static CXTranslationUnit parse(CXIndex index, const char *unit, char **args)
{
	g_autoptr(GPtrArray) argv = g_ptr_array_new();
	CXTranslationUnit tu = NULL;
	enum CXErrorCode code;

	for (; *args; args++)
		g_ptr_array_add(argv, *args);
	g_ptr_array_add(argv, "-w");
	code = clang_parseTranslationUnit2(index, unit,
					   (const char *const *)argv->pdata,
					   argv->len, NULL, 0,
					   CXTranslationUnit_KeepGoing, &tu);
	if (code != CXError_Success || !tu) {
		fprintf(stderr, "kseries-facts: %s: libclang failed (%d)\n",
			unit, code);
		return NULL;
	}
	return tu;
}

int main(int argc, char **argv)
{
	CXTranslationUnit tu;
	CXIndex index;
	bool ok;

	if (argc == 2 && g_str_equal(argv[1], "--version")) {
		CXString version = clang_getClangVersion();

		printf("kseries-facts " KS_FACTS_ID ", %s\n",
		       clang_getCString(version));
		clang_disposeString(version);
		return 0;
	}
	if (argc < 3) {
		fputs("usage: kseries-facts SRC UNIT [CLANG-ARGUMENT]...\n",
		      stderr);
		return EXIT_USAGE;
	}
	index = clang_createIndex(0, 0);
	tu = parse(index, argv[2], argv + 3);
	ok = tu && print(tu, argv[1], argv[2]);
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return ok ? 0 : EXIT_TROUBLE;
}
