// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

void ks_set(KsFacts *facts, CXCursor at, const char *place, const char *value)
{
	ks_record_at(facts, "set", ks_place(facts, at), place, value, NULL);
}

static void visit_from(KsFacts *facts, const GArray *parts, guint first)
{
	for (guint i = first; i < parts->len; i++)
		ks_visit_expr(facts, ks_at(parts, i));
}

static void visit_if(KsFacts *facts, CXCursor cond, bool negative,
		     CXCursor expr)
{
	guint n = facts->guards->len;

	ks_guard_push(facts, cond, negative);
	ks_visit_expr(facts, expr);
	ks_guard_cut(facts, n);
}

static void emit_call(KsFacts *facts, CXCursor callee, const GArray *parts)
{
	/* of a->f() it is f that a reader looks for */
	KsPlace place = ks_place(facts, ks_strip(callee));
	g_autofree char *column = g_strdup_printf("%u", place.column);
	g_autofree char *n = g_strdup_printf("%u", parts->len - 1);
	g_autofree char *spelled = ks_spelled(facts, place);
	g_autofree char *expr = ks_expr(facts, callee);
	g_autofree char *guard = ks_guard(facts);
	CXCursor function = ks_direct(callee);
	g_autofree char *name = ks_spelling(function);

	ks_record_at(facts, "call", place, column, spelled, expr,
		     facts->irqs_off ? "q" : "-", guard, n, NULL);
	for (guint i = 1; i < parts->len; i++) {
		g_autofree char *arg = ks_expr(facts, ks_at(parts, i));

		ks_record(facts, "arg", arg, NULL);
	}
	ks_irq_note(facts, name, spelled, place);
}

/* What calls nothing: of the first an argument is used, of the others none. */
static bool is_no_call(KsFacts *facts, CXCursor callee, const GArray *parts)
{
	CXCursor function = ks_direct(callee);
	g_autofree char *name = ks_spelling(function);

	if (!g_str_has_prefix(name, "__builtin_"))
		return false;
	if (g_str_has_prefix(name, "__builtin_expect")) {
		visit_from(facts, parts, 1);
		return true;
	}
	return g_str_equal(name, "__builtin_constant_p") ||
	       g_str_equal(name, "__builtin_object_size") ||
	       g_str_equal(name, "__builtin_dynamic_object_size");
}

static void visit_call(KsFacts *facts, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	if (!parts->len || is_no_call(facts, ks_at(parts, 0), parts))
		return;
	visit_from(facts, parts, 0);
	emit_call(facts, ks_at(parts, 0), parts);
}

static void visit_unary(KsFacts *facts, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);
	g_autofree char *place = NULL;
	g_autofree char *value = NULL;
	const char *op = "b-";

	visit_from(facts, parts, 0);
	switch (clang_getCursorUnaryOperatorKind(cursor)) {
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PreInc:
		op = "b+";
		break;
	case CXUnaryOperator_PostDec:
	case CXUnaryOperator_PreDec:
		break;
	default:
		return;
	}
	place = ks_expr(facts, ks_at(parts, 0));
	value = ks_expr_binary(op, place, "C:1");
	ks_set(facts, cursor, place, value);
}

static void visit_binary(KsFacts *facts, CXCursor cursor)
{
	enum CXBinaryOperatorKind op =
		clang_getCursorBinaryOperatorKind(cursor);
	g_autoptr(GArray) parts = ks_parts(cursor);
	g_autofree char *place = NULL;
	g_autofree char *right = NULL;

	if (parts->len == 2 &&
	    (op == CXBinaryOperator_LAnd || op == CXBinaryOperator_LOr)) {
		ks_visit_expr(facts, ks_at(parts, 0));
		visit_if(facts, ks_at(parts, 0), op == CXBinaryOperator_LOr,
			 ks_at(parts, 1));
		return;
	}
	visit_from(facts, parts, 0);
	if (parts->len != 2 || op < CXBinaryOperator_Assign ||
	    op > CXBinaryOperator_OrAssign)
		return;
	place = ks_expr(facts, ks_at(parts, 0));
	right = ks_expr(facts, ks_at(parts, 1));
	if (op != CXBinaryOperator_Assign) {
		g_autofree char *value =
			ks_expr_binary(ks_binary_token(op), place, right);

		ks_set(facts, cursor, place, value);
		return;
	}
	ks_set(facts, cursor, place, right);
}

static void visit_conditional(KsFacts *facts, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	if (parts->len != 3) {
		visit_from(facts, parts, 0);
		return;
	}
	ks_visit_expr(facts, ks_at(parts, 0));
	visit_if(facts, ks_at(parts, 0), false, ks_at(parts, 1));
	visit_if(facts, ks_at(parts, 0), true, ks_at(parts, 2));
}

static void visit_hidden(KsFacts *facts, CXCursor cursor)
{
	g_autoptr(GArray) parts = NULL;

	if (ks_hidden(cursor, &parts) != KS_HIDDEN_ELVIS) {
		visit_from(facts, parts, 0);
		return;
	}
	ks_visit_expr(facts, ks_at(parts, 0));
	visit_if(facts, ks_at(parts, 0), true, ks_at(parts, 1));
}

static void visit_literal(KsFacts *facts, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	if (parts->len)
		ks_init(facts, "U", clang_getCursorType(cursor),
			ks_last(parts));
}

static void visit_parts(KsFacts *facts, CXCursor cursor, bool all)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	if (all)
		visit_from(facts, parts, 0);
	else if (parts->len)
		ks_visit_expr(facts, ks_last(parts));
}

void ks_visit_expr(KsFacts *facts, CXCursor cursor)
{
	g_autoptr(GArray) parts = NULL;

	switch (clang_getCursorKind(cursor)) {
	case CXCursor_CallExpr:
		visit_call(facts, cursor);
		break;
	case CXCursor_UnaryOperator:
		visit_unary(facts, cursor);
		break;
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		visit_binary(facts, cursor);
		break;
	case CXCursor_ConditionalOperator:
		visit_conditional(facts, cursor);
		break;
	case CXCursor_UnexposedExpr:
		visit_hidden(facts, cursor);
		break;
	case CXCursor_DeclRefExpr:
		ks_use(facts, clang_getCursorReferenced(cursor));
		break;
	case CXCursor_StmtExpr:
		parts = ks_parts(cursor);
		if (parts->len)
			ks_visit_stmt(facts, ks_at(parts, 0));
		break;
	case CXCursor_CompoundLiteralExpr:
		visit_literal(facts, cursor);
		break;
	case CXCursor_UnaryExpr: /* sizeof */
		break;
	case CXCursor_CStyleCastExpr: /* before it may stand a typeof's */
		visit_parts(facts, cursor, false);
		break;
	case CXCursor_GenericSelectionExpr: /* which one, libclang hides */
		parts = ks_parts(cursor);
		visit_from(facts, parts, 1);
		break;
	default:
		visit_parts(facts, cursor, true);
	}
}
