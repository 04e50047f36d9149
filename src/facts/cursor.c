// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

static guint hash(gconstpointer cursor)
{
	return clang_hashCursor(*(const CXCursor *)cursor);
}

static gboolean equal(gconstpointer a, gconstpointer b)
{
	return clang_equalCursors(*(const CXCursor *)a, *(const CXCursor *)b);
}

GHashTable *ks_cursor_table(GDestroyNotify value_free)
{
	return g_hash_table_new_full(hash, equal, g_free, value_free);
}

gpointer ks_cursor_find(GHashTable *table, CXCursor cursor)
{
	return g_hash_table_lookup(table, &cursor);
}

void ks_cursor_put(GHashTable *table, CXCursor cursor, gpointer value)
{
	g_hash_table_replace(table, g_memdup2(&cursor, sizeof(cursor)), value);
}

static enum CXChildVisitResult take(CXCursor cursor, CXCursor parent,
				    CXClientData cursors)
{
	(void)parent;
	g_array_append_val((GArray *)cursors, cursor);
	return CXChildVisit_Continue;
}

GArray *ks_children(CXCursor cursor)
{
	GArray *cursors = g_array_new(FALSE, FALSE, sizeof(CXCursor));

	clang_visitChildren(cursor, take, cursors);
	return cursors;
}

static enum CXChildVisitResult take_part(CXCursor cursor, CXCursor parent,
					 CXClientData cursors)
{
	enum CXCursorKind kind = clang_getCursorKind(cursor);

	if (clang_isExpression(kind) || clang_isStatement(kind))
		take(cursor, parent, cursors);
	return CXChildVisit_Continue;
}

GArray *ks_parts(CXCursor cursor)
{
	GArray *cursors = g_array_new(FALSE, FALSE, sizeof(CXCursor));

	clang_visitChildren(cursor, take_part, cursors);
	return cursors;
}

CXCursor ks_at(const GArray *cursors, guint i)
{
	return g_array_index(cursors, CXCursor, i);
}

CXCursor ks_last(const GArray *cursors)
{
	return cursors->len ? ks_at(cursors, cursors->len - 1) :
			      clang_getNullCursor();
}

bool ks_evaluate(CXCursor cursor, gint64 *value)
{
	CXEvalResult result = clang_Cursor_Evaluate(cursor);
	bool ok = result && clang_EvalResult_getKind(result) == CXEval_Int;

	if (ok)
		*value = clang_EvalResult_getAsLongLong(result);
	if (result)
		clang_EvalResult_dispose(result);
	return ok;
}

static bool same_place(CXCursor a, CXCursor b)
{
	return clang_equalLocations(clang_getCursorLocation(a),
				    clang_getCursorLocation(b));
}

/*
 * libclang shows `a ?: b` as a, a, a and b, and __builtin_choose_expr as its
 * three arguments, of which the first is no pointer as that of an atomic is.
 */
static KsHidden hidden_many(GArray *parts)
{
	CXCursor first = ks_at(parts, 0);
	CXType type = clang_getCanonicalType(clang_getCursorType(first));
	gint64 value;

	if (parts->len == 4 && clang_equalCursors(first, ks_at(parts, 1))) {
		g_array_remove_range(parts, 1, 2);
		return KS_HIDDEN_ELVIS;
	}
	if (parts->len != 3 || type.kind == CXType_Pointer ||
	    !ks_evaluate(first, &value))
		return KS_HIDDEN_OTHER;
	g_array_remove_index(parts, value ? 2 : 1);
	g_array_remove_index(parts, 0);
	return KS_HIDDEN_CHOOSE;
}

KsHidden ks_hidden(CXCursor cursor, GArray **parts)
{
	KsHidden kind = KS_HIDDEN_OTHER;
	gint64 unused;

	*parts = ks_parts(cursor);
	/* the expression in a typeof is a part, too, but stands elsewhere */
	if ((*parts)->len == 1 && same_place(cursor, ks_at(*parts, 0)))
		return KS_HIDDEN_CAST;
	if ((*parts)->len > 2)
		kind = hidden_many(*parts);
	if (kind == KS_HIDDEN_OTHER && ks_evaluate(cursor, &unused)) {
		g_array_set_size(*parts, 0);
		return KS_HIDDEN_CONSTANT;
	}
	return kind;
}

/* One step of ks_strip(); false when there is nothing to take off. */
static bool strip_one(CXCursor *cursor)
{
	g_autoptr(GArray) parts = NULL;
	enum CXUnaryOperatorKind op;
	KsHidden hidden;

	switch (clang_getCursorKind(*cursor)) {
	case CXCursor_UnexposedExpr:
		hidden = ks_hidden(*cursor, &parts);
		if (hidden != KS_HIDDEN_CAST && hidden != KS_HIDDEN_CHOOSE)
			return false;
		break;
	case CXCursor_UnaryOperator:
		op = clang_getCursorUnaryOperatorKind(*cursor);
		if (op != CXUnaryOperator_Plus &&
		    op != CXUnaryOperator_Extension)
			return false;
		parts = ks_parts(*cursor);
		break;
	case CXCursor_ParenExpr:
	case CXCursor_CStyleCastExpr:
		/* before it may stand what a typeof names */
		parts = ks_parts(*cursor);
		break;
	default:
		return false;
	}
	if (!parts->len)
		return false;
	*cursor = ks_last(parts);
	return true;
}

CXCursor ks_strip(CXCursor cursor)
{
	while (strip_one(&cursor))
		;
	return cursor;
}

/* f, &f and *f call the same. */
CXCursor ks_direct(CXCursor callee)
{
	CXCursor decl;

	callee = ks_strip(callee);
	while (clang_getCursorKind(callee) == CXCursor_UnaryOperator) {
		g_autoptr(GArray) parts = ks_parts(callee);
		enum CXUnaryOperatorKind op =
			clang_getCursorUnaryOperatorKind(callee);

		if (!parts->len || (op != CXUnaryOperator_AddrOf &&
				    op != CXUnaryOperator_Deref))
			break;
		callee = ks_strip(ks_at(parts, 0));
	}
	if (clang_getCursorKind(callee) != CXCursor_DeclRefExpr)
		return clang_getNullCursor();
	decl = clang_getCursorReferenced(callee);
	return clang_getCursorKind(decl) == CXCursor_FunctionDecl ?
		       decl :
		       clang_getNullCursor();
}

char *ks_spelling(CXCursor cursor)
{
	CXString string = clang_getCursorSpelling(cursor);
	const char *text = clang_getCString(string);
	char *copy = g_strdup(text ? text : "");

	clang_disposeString(string);
	return copy;
}
