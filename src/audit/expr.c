// SPDX-License-Identifier: GPL-2.0
#include "audit/expr.h"

#include <string.h>

/* What is deeper is no expression of a kernel, and a stack has an end. */
#define DEPTH_MAX 128

static const struct {
	const char *token;
	KsExprKind kind;
	guint operands;
} operators[] = {
	{"U", KS_EXPR_UNKNOWN, 0}, {"*", KS_EXPR_DEREF, 1},
	{"&", KS_EXPR_ADDRESS, 1}, {"!", KS_EXPR_NOT, 1},
	{"-", KS_EXPR_MINUS, 1},   {"?", KS_EXPR_CHOICE, 3},
};

static const struct {
	char letter;
	KsExprKind kind;
	bool is_name;
} leaves[] = {
	{'C', KS_EXPR_CONST, false}, {'P', KS_EXPR_PARAM, false},
	{'V', KS_EXPR_LOCAL, false}, {'G', KS_EXPR_GLOBAL, true},
	{'M', KS_EXPR_FIELD, true},  {'F', KS_EXPR_FUNC, true},
	{'R', KS_EXPR_RESULT, true},
};

void ks_expr_free(KsExpr *expr)
{
	for (guint i = 0; i < G_N_ELEMENTS(expr->x); i++)
		if (expr->x[i])
			ks_expr_free(expr->x[i]);
	g_free(expr->name);
	g_free(expr);
}

/* "P:3": a letter, a colon, and a number or a name. */
static bool parse_leaf(const char *token, KsExpr *expr)
{
	char *end;

	if (!token[0] || token[1] != ':' || !token[2])
		return false;
	for (guint i = 0; i < G_N_ELEMENTS(leaves); i++) {
		if (leaves[i].letter != token[0])
			continue;
		expr->kind = leaves[i].kind;
		if (leaves[i].is_name) {
			expr->name = g_strdup(token + 2);
			return true;
		}
		expr->value = g_ascii_strtoll(token + 2, &end, 10);
		return !*end;
	}
	return false;
}

static bool parse_head(const char *token, KsExpr *expr, guint *operands)
{
	*operands = 0;
	for (guint i = 0; i < G_N_ELEMENTS(operators); i++)
		if (g_str_equal(token, operators[i].token)) {
			expr->kind = operators[i].kind;
			*operands = operators[i].operands;
			return true;
		}
	if (token[0] == 'b' && token[1] && !g_ascii_isalnum(token[1])) {
		expr->kind = KS_EXPR_BINARY;
		expr->name = g_strdup(token + 1);
		*operands = 2;
		return true;
	}
	return parse_leaf(token, expr);
}

static KsExpr *parse(char ***tokens, guint depth)
{
	g_autoptr(KsExpr) expr = g_new0(KsExpr, 1);
	guint operands;

	if (!**tokens || depth > DEPTH_MAX ||
	    !parse_head(*(*tokens)++, expr, &operands))
		return NULL;
	for (guint i = 0; i < operands; i++) {
		expr->x[i] = parse(tokens, depth + 1);
		if (!expr->x[i])
			return NULL;
	}
	return g_steal_pointer(&expr);
}

KsExpr *ks_expr_parse(const char *text)
{
	g_auto(GStrv) tokens = g_strsplit(text, " ", -1);
	char **at = tokens;
	g_autoptr(KsExpr) expr = parse(&at, 0);

	return expr && !*at ? g_steal_pointer(&expr) : NULL;
}

void ks_expr_each(const KsExpr *expr, KsExprFn fn, gpointer data)
{
	fn(expr, data);
	for (guint i = 0; i < G_N_ELEMENTS(expr->x) && expr->x[i]; i++)
		ks_expr_each(expr->x[i], fn, data);
}

const char *ks_key_name(const char *key)
{
	const char *colon = strrchr(key, ':');

	return colon ? colon + 1 : key;
}

static char *format_unary(const char *sign, const KsExpr *expr)
{
	g_autofree char *inner = ks_expr_format(expr->x[0]);

	return g_strconcat(sign, inner, NULL);
}

static char *format_binary(const KsExpr *expr)
{
	g_autofree char *left = ks_expr_format(expr->x[0]);
	g_autofree char *right = ks_expr_format(expr->x[1]);

	return g_strdup_printf("%s %s %s", left, expr->name, right);
}

static char *format_choice(const KsExpr *expr)
{
	g_autofree char *condition = ks_expr_format(expr->x[0]);
	g_autofree char *yes = ks_expr_format(expr->x[1]);
	g_autofree char *no = ks_expr_format(expr->x[2]);

	return g_strdup_printf("%s ? %s : %s", condition, yes, no);
}

char *ks_expr_format(const KsExpr *expr)
{
	switch (expr->kind) {
	case KS_EXPR_CONST:
		return g_strdup_printf("%" G_GINT64_FORMAT, expr->value);
	case KS_EXPR_PARAM:
		return g_strdup_printf("parameter %" G_GINT64_FORMAT,
				       expr->value + 1);
	case KS_EXPR_LOCAL:
		return g_strdup("a local variable");
	case KS_EXPR_GLOBAL:
	case KS_EXPR_FIELD:
	case KS_EXPR_FUNC:
		return g_strdup(ks_key_name(expr->name));
	case KS_EXPR_RESULT:
		return g_strconcat(ks_key_name(expr->name), "()", NULL);
	case KS_EXPR_DEREF:
		return format_unary("*", expr);
	case KS_EXPR_ADDRESS:
		return format_unary("&", expr);
	case KS_EXPR_NOT:
		return format_unary("!", expr);
	case KS_EXPR_MINUS:
		return format_unary("-", expr);
	case KS_EXPR_CHOICE:
		return format_choice(expr);
	case KS_EXPR_BINARY:
		return format_binary(expr);
	case KS_EXPR_UNKNOWN:
		break;
	}
	return g_strdup("something");
}
