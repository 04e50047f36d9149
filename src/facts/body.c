// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

static CXCursor last_of(CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	return ks_last(parts);
}

static bool is_label(CXCursor stmt)
{
	enum CXCursorKind kind = clang_getCursorKind(stmt);

	return kind == CXCursor_LabelStmt || kind == CXCursor_CaseStmt ||
	       kind == CXCursor_DefaultStmt;
}

/* Does nothing behind this statement follow it? */
static bool leaves(CXCursor stmt)
{
	g_autoptr(GArray) parts = NULL;

	switch (clang_getCursorKind(stmt)) {
	case CXCursor_ReturnStmt:
	case CXCursor_BreakStmt:
	case CXCursor_ContinueStmt:
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt:
		return true;
	case CXCursor_CompoundStmt:
	case CXCursor_LabelStmt:
		parts = ks_parts(stmt);
		return parts->len && leaves(ks_last(parts));
	case CXCursor_IfStmt:
		parts = ks_parts(stmt);
		return parts->len == 3 && leaves(ks_at(parts, 1)) &&
		       leaves(ks_at(parts, 2));
	default:
		return false;
	}
}

static void visit_under(KsFacts *facts, CXCursor cond, bool negative,
			CXCursor stmt)
{
	guint n = facts->guards->len;

	ks_guard_push(facts, cond, negative);
	ks_visit_stmt(facts, stmt);
	ks_guard_cut(facts, n);
}

/*
 * What follows sees the interrupts as the branches that get there leave them;
 * and it sees the condition decided, if only one of them gets there.
 */
static void visit_if(KsFacts *facts, CXCursor stmt)
{
	g_autoptr(GArray) parts = ks_parts(stmt);
	guint before, after_then, after_else;
	bool then_leaves, else_leaves;

	if (parts->len < 2) {
		for (guint i = 0; i < parts->len; i++)
			ks_visit_stmt(facts, ks_at(parts, i));
		return;
	}
	ks_visit_expr(facts, ks_at(parts, 0));
	before = facts->irqs_off;
	visit_under(facts, ks_at(parts, 0), false, ks_at(parts, 1));
	after_then = facts->irqs_off;
	facts->irqs_off = before;
	if (parts->len > 2)
		visit_under(facts, ks_at(parts, 0), true, ks_at(parts, 2));
	after_else = facts->irqs_off;
	then_leaves = leaves(ks_at(parts, 1));
	else_leaves = parts->len > 2 && leaves(ks_at(parts, 2));
	if (then_leaves == else_leaves) {
		/* what is done under a condition is undone under it later */
		facts->irqs_off = parts->len > 2 ? MAX(after_then, after_else) :
						   after_then;
		return;
	}
	facts->irqs_off = then_leaves ? after_else : after_then;
	ks_guard_push(facts, ks_at(parts, 0), then_leaves);
}

/* Behind the string, character or comment that starts at @i, else @i. */
static size_t skip_token(const char *text, size_t len, size_t i)
{
	char quote = text[i];

	if (quote == '"' || quote == '\'') {
		for (i++; i < len && text[i] != quote; i++)
			i += text[i] == '\\';
		return i + 1;
	}
	if (quote != '/' || i + 1 >= len)
		return i;
	if (text[i + 1] == '/')
		while (i < len && text[i] != '\n')
			i++;
	else if (text[i + 1] == '*')
		for (i += 4; i < len; i++)
			if (text[i - 2] == '*' && text[i - 1] == '/')
				break;
	return i;
}

/* The offsets of the two semicolons of a "for (...)"; false: not found. */
static bool find_semicolons(KsFacts *facts, KsPlace place, size_t offsets[2])
{
	size_t len, i = place.offset;
	const char *text = ks_text(facts, place.file, &len);
	guint depth = 0, n = 0;

	while (i < len && n < 2) {
		size_t next = skip_token(text, len, i);

		if (next != i) {
			i = next;
			continue;
		}
		if (text[i] == '(' || text[i] == '{')
			depth++;
		else if (text[i] == ')' || text[i] == '}')
			depth--;
		else if (text[i] == ';' && depth == 1)
			offsets[n++] = i;
		else if (text[i] == ';' && !depth)
			break;
		i++;
	}
	return n == 2;
}

/* In a macro there is no text to look at. */
static guint guess_place(CXCursor part, guint i)
{
	enum CXCursorKind kind = clang_getCursorKind(part);
	bool assigns = kind == CXCursor_CompoundAssignOperator ||
		       (kind == CXCursor_BinaryOperator &&
			clang_getCursorBinaryOperatorKind(part) ==
				CXBinaryOperator_Assign);

	if (kind == CXCursor_DeclStmt)
		return 0;
	if (assigns)
		return i ? 2 : 0;
	if (i && kind == CXCursor_UnaryOperator)
		return 2;
	return 1;
}

/*
 * Which of the three of a for are there, libclang does not say: their places
 * between the semicolons do.
 */
static void sort_for(KsFacts *facts, CXCursor stmt, const GArray *parts,
		     CXCursor sorted[3])
{
	KsPlace place = ks_place(facts, stmt);
	g_autofree char *word = ks_spelled(facts, place);
	size_t offsets[2];
	guint n = parts->len - 1;
	bool found = n < 3 && g_str_equal(word, "for") &&
		     find_semicolons(facts, place, offsets);

	for (guint i = 0; i < 3; i++)
		sorted[i] = clang_getNullCursor();
	for (guint i = 0; i < n; i++) {
		CXCursor part = ks_at(parts, i);
		size_t at = ks_place(facts, part).offset;
		guint where = n == 3 ? i : guess_place(part, i);

		if (n < 3 && found)
			where = (at > offsets[0]) + (at > offsets[1]);
		sorted[where] = part;
	}
}

static void visit_for(KsFacts *facts, CXCursor stmt)
{
	g_autoptr(GArray) parts = ks_parts(stmt);
	guint n = facts->guards->len;
	CXCursor sorted[3];

	if (!parts->len || parts->len > 4)
		return;
	sort_for(facts, stmt, parts, sorted);
	if (!clang_Cursor_isNull(sorted[0]))
		ks_visit_stmt(facts, sorted[0]);
	if (!clang_Cursor_isNull(sorted[1])) {
		ks_visit_expr(facts, sorted[1]);
		ks_guard_push(facts, sorted[1], false);
	}
	if (!clang_Cursor_isNull(sorted[2]))
		ks_visit_expr(facts, sorted[2]);
	ks_visit_stmt(facts, ks_last(parts));
	ks_guard_cut(facts, n);
}

static void visit_while(KsFacts *facts, CXCursor stmt)
{
	g_autoptr(GArray) parts = ks_parts(stmt);

	if (parts->len < 2)
		return;
	ks_visit_expr(facts, ks_at(parts, 0));
	visit_under(facts, ks_at(parts, 0), false, ks_last(parts));
}

static void visit_local(KsFacts *facts, CXCursor decl)
{
	CXCursor init;
	g_autofree char *place = NULL;

	if (clang_getCursorKind(decl) != CXCursor_VarDecl)
		return;
	init = clang_Cursor_getVarDeclInitializer(decl);
	if (ks_is_global(decl))
		place = g_strconcat("G:", ks_key(facts, decl), NULL);
	else
		place = g_strdup_printf("V:%u", facts->n_locals++);
	if (!ks_is_global(decl))
		ks_cursor_put(facts->vars, decl, g_strdup(place));
	if (!clang_Cursor_isNull(init))
		ks_init(facts, place, clang_getCursorType(decl), init);
}

static void visit_decls(KsFacts *facts, CXCursor stmt)
{
	g_autoptr(GArray) decls = ks_children(stmt);

	for (guint i = 0; i < decls->len; i++)
		visit_local(facts, ks_at(decls, i));
}

static void visit_block(KsFacts *facts, CXCursor block)
{
	g_autoptr(GArray) stmts = ks_parts(block);
	guint n = facts->guards->len;

	for (guint i = 0; i < stmts->len; i++) {
		CXCursor stmt = ks_at(stmts, i);

		while (is_label(stmt)) {
			if (clang_getCursorKind(stmt) == CXCursor_LabelStmt)
				ks_label_come(facts, stmt, n);
			else
				ks_guard_cut(facts, n);
			stmt = last_of(stmt);
		}
		ks_visit_stmt(facts, stmt);
	}
	ks_guard_cut(facts, n);
}

static void visit_return(KsFacts *facts, CXCursor stmt)
{
	CXCursor value = last_of(stmt);
	g_autofree char *expr = NULL;

	if (clang_Cursor_isNull(value))
		return;
	ks_visit_expr(facts, value);
	expr = ks_expr(facts, value);
	ks_record(facts, "ret", expr, NULL);
}

void ks_visit_stmt(KsFacts *facts, CXCursor stmt)
{
	g_autoptr(GArray) parts = NULL;
	enum CXCursorKind kind = clang_getCursorKind(stmt);

	switch (kind) {
	case CXCursor_CompoundStmt:
		visit_block(facts, stmt);
		return;
	case CXCursor_IfStmt:
		visit_if(facts, stmt);
		return;
	case CXCursor_WhileStmt:
		visit_while(facts, stmt);
		return;
	case CXCursor_ForStmt:
		visit_for(facts, stmt);
		return;
	case CXCursor_DeclStmt:
		visit_decls(facts, stmt);
		return;
	case CXCursor_ReturnStmt:
		visit_return(facts, stmt);
		return;
	case CXCursor_CaseStmt:
		ks_visit_stmt(facts, last_of(stmt));
		return;
	case CXCursor_GotoStmt:
		ks_label_goto(facts, stmt);
		return;
	default:
		break;
	}
	if (clang_isExpression(kind)) {
		ks_visit_expr(facts, stmt);
		return;
	}
	parts = ks_parts(stmt);
	for (guint i = 0; i < parts->len; i++)
		ks_visit_stmt(facts, ks_at(parts, i));
}
