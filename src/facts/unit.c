// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

/* Begin a function or a global. */
static void forget(KsFacts *facts)
{
	g_hash_table_remove_all(facts->vars);
	g_hash_table_remove_all(facts->labels);
	facts->gotos_counted = false;
	ks_guard_cut(facts, 0);
	facts->n_locals = 0;
	facts->irqs_off = 0;
	facts->irq_at = (KsPlace){NULL, 0, 0, 0};
}

void ks_use(KsFacts *facts, CXCursor decl)
{
	enum CXCursorKind kind = clang_getCursorKind(decl);

	if (kind != CXCursor_FunctionDecl &&
	    (kind != CXCursor_VarDecl || !ks_is_global(decl)))
		return;
	if (kind == CXCursor_VarDecl &&
	    clang_getCursorKind(clang_getCursorSemanticParent(decl)) ==
		    CXCursor_FunctionDecl)
		return;
	decl = clang_getCursorDefinition(decl);
	if (clang_Cursor_isNull(decl) || ks_cursor_find(facts->seen, decl))
		return;
	ks_cursor_put(facts->seen, decl, GINT_TO_POINTER(1));
	g_queue_push_tail(facts->queue, g_memdup2(&decl, sizeof(decl)));
}

static char *flags(CXCursor function)
{
	GString *text = g_string_new(NULL);

	if (clang_getCursorLinkage(function) == CXLinkage_Internal)
		g_string_append_c(text, 's');
	if (clang_Cursor_isFunctionInlined(function))
		g_string_append_c(text, 'i');
	if (clang_Cursor_isVariadic(function))
		g_string_append_c(text, 'v');
	if (!text->len)
		g_string_append_c(text, '-');
	return g_string_free(text, FALSE);
}

static void do_param(KsFacts *facts, CXCursor param, guint i)
{
	g_autofree char *index = g_strdup_printf("%u", i);
	g_autofree char *name = ks_spelling(param);
	CXString type = clang_getTypeSpelling(clang_getCursorType(param));

	ks_cursor_put(facts->vars, param, g_strdup_printf("P:%u", i));
	ks_record(facts, "param", index, name, clang_getCString(type), NULL);
	clang_disposeString(type);
}

static void do_function(KsFacts *facts, CXCursor function)
{
	g_autoptr(GArray) parts = ks_parts(function);
	KsPlace place = ks_place(facts, function);
	g_autofree char *name = ks_spelling(function);
	g_autofree char *line = g_strdup_printf("%u", place.line);
	g_autofree char *attributes = flags(function);
	int n_params = clang_Cursor_getNumArguments(function);
	g_autofree char *n = g_strdup_printf("%d", n_params);

	forget(facts);
	facts->function = function;
	ks_record(facts, "func", ks_key(facts, function), name,
		  place.file ? place.file->path : "", line, attributes, n,
		  NULL);
	for (int i = 0; i < n_params; i++)
		do_param(facts, clang_Cursor_getArgument(function, i), i);
	if (parts->len)
		ks_visit_stmt(facts, ks_last(parts));
	ks_record(facts, "done", NULL);
}

static void do_global(KsFacts *facts, CXCursor decl)
{
	CXCursor init = clang_Cursor_getVarDeclInitializer(decl);
	g_autofree char *place = g_strconcat("G:", ks_key(facts, decl), NULL);

	forget(facts);
	if (!clang_Cursor_isNull(init))
		ks_init(facts, place, clang_getCursorType(decl), init);
}

static enum CXChildVisitResult take_main(CXCursor cursor, CXCursor parent,
					 CXClientData data)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);
	KsFacts *facts = data;
	CXFile handle = NULL;

	(void)parent;
	if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl)
		return CXChildVisit_Continue;
	clang_getFileLocation(clang_getCursorLocation(cursor), &handle, NULL,
			      NULL, NULL);
	if (handle && ks_file(facts, handle)->is_main &&
	    clang_isCursorDefinition(cursor))
		ks_use(facts, cursor);
	return CXChildVisit_Continue;
}

bool ks_unit(KsFacts *facts)
{
	CXCursor *decl;

	clang_visitChildren(clang_getTranslationUnitCursor(facts->tu),
			    take_main, facts);
	while ((decl = g_queue_pop_head(facts->queue))) {
		if (clang_getCursorKind(*decl) == CXCursor_FunctionDecl)
			do_function(facts, *decl);
		else
			do_global(facts, *decl);
		g_free(decl);
		if (!ks_flush(facts))
			return false;
	}
	return true;
}
