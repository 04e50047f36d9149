// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

#include <string.h>

#define TOKENS_MAX 64

typedef struct {
	KsFacts *facts;
	GString *text; /* each token with a blank behind it */
	guint tokens;
	gint64 value; /* of the constant that was added last */
} Build;

static bool add(Build *build, CXCursor cursor);

static const char *const binary_tokens[] = {
	[CXBinaryOperator_Mul] = "b*",
	[CXBinaryOperator_Div] = "b/",
	[CXBinaryOperator_Rem] = "b%",
	[CXBinaryOperator_Add] = "b+",
	[CXBinaryOperator_Sub] = "b-",
	[CXBinaryOperator_Shl] = "b<<",
	[CXBinaryOperator_Shr] = "b>>",
	[CXBinaryOperator_LT] = "b<",
	[CXBinaryOperator_GT] = "b>",
	[CXBinaryOperator_LE] = "b<=",
	[CXBinaryOperator_GE] = "b>=",
	[CXBinaryOperator_EQ] = "b==",
	[CXBinaryOperator_NE] = "b!=",
	[CXBinaryOperator_And] = "b&",
	[CXBinaryOperator_Xor] = "b^",
	[CXBinaryOperator_Or] = "b|",
	[CXBinaryOperator_LAnd] = "b&&",
	[CXBinaryOperator_LOr] = "b||",
	[CXBinaryOperator_MulAssign] = "b*",
	[CXBinaryOperator_DivAssign] = "b/",
	[CXBinaryOperator_RemAssign] = "b%",
	[CXBinaryOperator_AddAssign] = "b+",
	[CXBinaryOperator_SubAssign] = "b-",
	[CXBinaryOperator_ShlAssign] = "b<<",
	[CXBinaryOperator_ShrAssign] = "b>>",
	[CXBinaryOperator_AndAssign] = "b&",
	[CXBinaryOperator_XorAssign] = "b^",
	[CXBinaryOperator_OrAssign] = "b|",
};

const char *ks_binary_token(enum CXBinaryOperatorKind kind)
{
	return kind < G_N_ELEMENTS(binary_tokens) ? binary_tokens[kind] : NULL;
}

static void token(Build *build, const char *kind, const char *rest)
{
	if (++build->tokens <= TOKENS_MAX)
		g_string_append_printf(build->text, "%s%s ", kind, rest);
}

static bool constant(Build *build, gint64 value)
{
	g_autofree char *text = g_strdup_printf("%" G_GINT64_FORMAT, value);

	token(build, "C:", text);
	build->value = value;
	return true;
}

static bool other(Build *build)
{
	token(build, "U", "");
	return false;
}

static bool evaluated(Build *build, CXCursor cursor)
{
	gint64 value;

	return ks_evaluate(cursor, &value) ? constant(build, value) :
					     other(build);
}

/* Replace what was added since then by the constant that it is, if it is. */
static bool fold(Build *build, const Build *since, gsize len, CXCursor cursor)
{
	gint64 value;

	if (!ks_evaluate(cursor, &value))
		return false;
	g_string_truncate(build->text, len);
	build->tokens = since->tokens;
	return constant(build, value);
}

static bool add_named(Build *build, CXCursor decl)
{
	const char *var;

	switch (clang_getCursorKind(decl)) {
	case CXCursor_EnumConstantDecl:
		return constant(build, clang_getEnumConstantDeclValue(decl));
	case CXCursor_FunctionDecl:
		token(build, "F:", ks_key(build->facts, decl));
		return false;
	case CXCursor_FieldDecl:
		token(build, "M:", ks_key(build->facts, decl));
		return false;
	case CXCursor_VarDecl:
	case CXCursor_ParmDecl:
		if (ks_is_global(decl)) {
			token(build, "G:", ks_key(build->facts, decl));
			return false;
		}
		var = ks_cursor_find(build->facts->vars, decl);
		token(build, var ? var : "U", "");
		return false;
	default:
		return other(build);
	}
}

/* "* & x" and "& * x" are x; "* F:f" and "& F:f" are F:f, "& U" is U. */
static void drop_pair(Build *build, gsize start, const char *opposite)
{
	const char *operand;

	if (build->tokens > TOKENS_MAX)
		return;
	operand = build->text->str + start + 2;
	if (g_str_has_prefix(operand, opposite)) {
		g_string_erase(build->text, start, 4);
		build->tokens -= 2;
	} else if (g_str_has_prefix(operand, "F:") ||
		   (*opposite == '*' && g_str_has_prefix(operand, "U "))) {
		g_string_erase(build->text, start, 2);
		build->tokens--;
	}
}

static bool add_deref(Build *build, CXCursor pointer)
{
	gsize start = build->text->len;

	token(build, "*", "");
	add(build, pointer);
	drop_pair(build, start, "& ");
	return false;
}

static bool add_address(Build *build, CXCursor object)
{
	gsize start = build->text->len;

	token(build, "&", "");
	add(build, object);
	drop_pair(build, start, "* ");
	return false;
}

static bool add_unary(Build *build, CXCursor cursor)
{
	enum CXUnaryOperatorKind op = clang_getCursorUnaryOperatorKind(cursor);
	g_autoptr(GArray) parts = ks_parts(cursor);
	gsize len = build->text->len;
	Build since = *build;
	CXCursor part;

	if (!parts->len)
		return other(build);
	part = ks_at(parts, 0);
	switch (op) {
	case CXUnaryOperator_AddrOf:
		return add_address(build, part);
	case CXUnaryOperator_Deref:
		return add_deref(build, part);
	case CXUnaryOperator_LNot:
	case CXUnaryOperator_Minus:
		token(build, op == CXUnaryOperator_LNot ? "!" : "-", "");
		return add(build, part) && fold(build, &since, len, cursor);
	case CXUnaryOperator_Not: /* ~, which has no token */
		return evaluated(build, cursor);
	case CXUnaryOperator_PostInc:
	case CXUnaryOperator_PostDec:
	case CXUnaryOperator_PreInc:
	case CXUnaryOperator_PreDec:
	case CXUnaryOperator_Plus:
	case CXUnaryOperator_Extension:
		return add(build, part);
	default:
		return other(build);
	}
}

/* x = y has the value of x, which may have others, unless y is constant. */
static bool add_assigned(Build *build, CXCursor left, CXCursor right)
{
	gsize len = build->text->len;
	Build since = *build;

	if (add(build, right))
		return true;
	g_string_truncate(build->text, len);
	build->tokens = since.tokens;
	return add(build, left);
}

static bool add_binary(Build *build, CXCursor cursor)
{
	enum CXBinaryOperatorKind op =
		clang_getCursorBinaryOperatorKind(cursor);
	const char *name = ks_binary_token(op);
	g_autoptr(GArray) parts = ks_parts(cursor);
	gsize len = build->text->len;
	Build since = *build;
	bool left, right;

	if (parts->len != 2)
		return other(build);
	if (op == CXBinaryOperator_Comma)
		return add(build, ks_at(parts, 1));
	if (op == CXBinaryOperator_Assign)
		return add_assigned(build, ks_at(parts, 0), ks_at(parts, 1));
	if (!name)
		return other(build);
	token(build, name, "");
	left = add(build, ks_at(parts, 0));
	if (left && ((op == CXBinaryOperator_LAnd && !build->value) ||
		     (op == CXBinaryOperator_LOr && build->value)))
		return fold(build, &since, len, cursor);
	right = add(build, ks_at(parts, 1));
	return left && right && fold(build, &since, len, cursor);
}

static bool add_choice(Build *build, const GArray *parts)
{
	gsize len = build->text->len;
	Build since = *build;

	token(build, "?", "");
	if (add(build, ks_at(parts, 0))) {
		guint taken = build->value ? 1 : 2;

		g_string_truncate(build->text, len);
		build->tokens = since.tokens;
		return add(build, ks_at(parts, MIN(taken, parts->len - 1)));
	}
	add(build, ks_at(parts, parts->len - 2));
	add(build, ks_at(parts, parts->len - 1));
	return false;
}

static bool add_call(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);
	g_autofree char *name = NULL;
	CXCursor function;
	gint64 value;

	if (!parts->len)
		return other(build);
	function = ks_direct(ks_at(parts, 0));
	if (clang_Cursor_isNull(function))
		return other(build);
	name = ks_spelling(function);
	if (g_str_has_prefix(name, "__builtin_")) {
		if (g_str_has_prefix(name, "__builtin_expect") &&
		    parts->len > 1)
			return add(build, ks_at(parts, 1));
		if (g_str_equal(name, "__builtin_constant_p"))
			return other(build);
		if (ks_evaluate(cursor, &value))
			return constant(build, value);
	}
	token(build, "R:", ks_key(build->facts, function));
	return false;
}

/* The value of a statement expression is that of its last statement. */
static bool add_last(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) outer = ks_parts(cursor);
	g_autoptr(GArray) stmts = outer->len ? ks_parts(ks_at(outer, 0)) :
					       g_array_ref(outer);
	CXCursor last = ks_last(stmts);

	while (clang_getCursorKind(last) == CXCursor_LabelStmt) {
		g_autoptr(GArray) parts = ks_parts(last);

		last = ks_last(parts);
	}
	return clang_isExpression(clang_getCursorKind(last)) ?
		       add(build, last) :
		       other(build);
}

static bool is_array(CXCursor cursor)
{
	switch (clang_getCanonicalType(clang_getCursorType(cursor)).kind) {
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		return true;
	default:
		return false;
	}
}

static bool add_hidden(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = NULL;

	switch (ks_hidden(cursor, &parts)) {
	case KS_HIDDEN_CAST:
		/* an array that becomes a pointer to its elements */
		if (is_array(ks_at(parts, 0)) && !is_array(cursor))
			return add_address(build, ks_at(parts, 0));
		return add(build, ks_at(parts, 0));
	case KS_HIDDEN_CHOOSE:
		return add(build, ks_at(parts, 0));
	case KS_HIDDEN_ELVIS:
		/* the choice between its condition and the rest */
		g_array_insert_val(parts, 0, ((CXCursor *)parts->data)[0]);
		return add_choice(build, parts);
	case KS_HIDDEN_CONSTANT:
		return evaluated(build, cursor);
	default:
		return other(build);
	}
}

static bool add_cast(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);
	gsize len = build->text->len;
	Build since = *build;

	if (!parts->len)
		return other(build);
	if (!add(build, ks_last(parts)))
		return false;
	/* (u8)-1 is another constant; (void *)0 has none */
	fold(build, &since, len, cursor);
	return true;
}

static bool add_subscript(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);
	CXType type;

	if (parts->len != 2)
		return other(build);
	type = clang_getCanonicalType(clang_getCursorType(ks_at(parts, 0)));
	/* 1[a] is a[1] */
	return add_deref(build,
			 ks_at(parts, type.kind == CXType_Pointer ? 0 : 1));
}

static bool add_inner(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	return parts->len == 1 ? add(build, ks_at(parts, 0)) : other(build);
}

static bool add_conditional(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	return parts->len == 3 ? add_choice(build, parts) : other(build);
}

static bool add_compound(Build *build, CXCursor cursor)
{
	g_autoptr(GArray) parts = ks_parts(cursor);

	return parts->len ? add(build, ks_at(parts, 0)) : other(build);
}

/* Append the tokens of @cursor; true if they are one constant. */
static bool add(Build *build, CXCursor cursor)
{
	if (build->tokens > TOKENS_MAX)
		return false;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_DeclRefExpr:
	case CXCursor_MemberRefExpr:
		return add_named(build, clang_getCursorReferenced(cursor));
	case CXCursor_IntegerLiteral:
	case CXCursor_CharacterLiteral:
	case CXCursor_CXXBoolLiteralExpr:
	case CXCursor_UnaryExpr: /* sizeof */
		return evaluated(build, cursor);
	case CXCursor_UnexposedExpr:
		return add_hidden(build, cursor);
	case CXCursor_ParenExpr:
	case CXCursor_InitListExpr:
		return add_inner(build, cursor);
	case CXCursor_CStyleCastExpr:
		return add_cast(build, cursor);
	case CXCursor_UnaryOperator:
		return add_unary(build, cursor);
	case CXCursor_BinaryOperator:
		return add_binary(build, cursor);
	case CXCursor_CompoundAssignOperator:
		return add_compound(build, cursor);
	case CXCursor_ConditionalOperator:
		return add_conditional(build, cursor);
	case CXCursor_ArraySubscriptExpr:
		return add_subscript(build, cursor);
	case CXCursor_CallExpr:
		return add_call(build, cursor);
	case CXCursor_StmtExpr:
		return add_last(build, cursor);
	default:
		return other(build);
	}
}

char *ks_expr(KsFacts *facts, CXCursor cursor)
{
	Build build = {.facts = facts, .text = g_string_new(NULL)};

	add(&build, cursor);
	if (build.tokens > TOKENS_MAX)
		g_string_assign(build.text, "U ");
	g_string_truncate(build.text, build.text->len - 1);
	return g_string_free(build.text, FALSE);
}

static guint n_tokens(const char *expr)
{
	guint n = 1;

	for (; *expr; expr++)
		n += *expr == ' ';
	return n;
}

char *ks_expr_binary(const char *op, const char *left, const char *right)
{
	if (!op || 1 + n_tokens(left) + n_tokens(right) > TOKENS_MAX)
		return g_strdup("U");
	return g_strdup_printf("%s %s %s", op, left, right);
}
