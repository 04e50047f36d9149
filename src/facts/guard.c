// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

#include <string.h>

#define CONDITIONS_MAX 16

/* Put into words only when a call asks: most conditions guard none. */
typedef struct {
	guint serial;
	CXCursor cond;
	bool negative;
	GPtrArray *words; /* the conjunction that it is; NULL: not asked yet */
} Guard;

static void guard_free(gpointer data)
{
	Guard *guard = data;

	g_clear_pointer(&guard->words, g_ptr_array_unref);
	g_free(guard);
}

GPtrArray *ks_guards_new(void)
{
	return g_ptr_array_new_with_free_func(guard_free);
}

void ks_guard_push(KsFacts *facts, CXCursor cond, bool negative)
{
	Guard *guard = g_new0(Guard, 1);

	guard->serial = ++facts->serial;
	guard->cond = cond;
	guard->negative = negative;
	g_ptr_array_add(facts->guards, guard);
}

guint ks_guard_serial(const KsFacts *facts, guint i)
{
	const Guard *guard = g_ptr_array_index(facts->guards, i);

	return guard->serial;
}

void ks_guard_cut(KsFacts *facts, guint n)
{
	if (facts->guards->len > n)
		g_ptr_array_set_size(facts->guards, n);
}

/* The argument of __builtin_expect(), or @cond. */
static CXCursor look_through(CXCursor cond)
{
	for (;;) {
		g_autoptr(GArray) parts = NULL;
		g_autofree char *name = NULL;

		cond = ks_strip(cond);
		if (clang_getCursorKind(cond) != CXCursor_CallExpr)
			return cond;
		name = ks_spelling(cond);
		if (!g_str_has_prefix(name, "__builtin_expect"))
			return cond;
		parts = ks_parts(cond);
		if (parts->len < 2)
			return cond;
		cond = ks_at(parts, 1);
	}
}

static void add_word(KsFacts *facts, CXCursor cond, bool negative,
		     GPtrArray *words)
{
	g_autofree char *expr = ks_expr(facts, cond);

	if (g_str_equal(expr, "U"))
		return;
	if (g_str_has_prefix(expr, "C:")) {
		/* what always holds is no condition */
		if (g_str_equal(expr, "C:0") != negative)
			g_ptr_array_add(words, g_strdup("C:0"));
		return;
	}
	g_ptr_array_add(words, negative ? g_strconcat("! ", expr, NULL) :
					  g_steal_pointer(&expr));
}

/* Take !, && and || apart as far as the conjunction has more members. */
static void add_words(KsFacts *facts, CXCursor cond, bool negative,
		      GPtrArray *words)
{
	g_autoptr(GArray) parts = NULL;

	cond = look_through(cond);
	switch (clang_getCursorKind(cond)) {
	case CXCursor_UnaryOperator:
		if (clang_getCursorUnaryOperatorKind(cond) !=
		    CXUnaryOperator_LNot)
			break;
		parts = ks_parts(cond);
		add_words(facts, ks_last(parts), !negative, words);
		return;
	case CXCursor_BinaryOperator:
		if (clang_getCursorBinaryOperatorKind(cond) !=
		    (negative ? CXBinaryOperator_LOr : CXBinaryOperator_LAnd))
			break;
		parts = ks_parts(cond);
		for (guint i = 0; i < parts->len; i++)
			add_words(facts, ks_at(parts, i), negative, words);
		return;
	default:
		break;
	}
	add_word(facts, cond, negative, words);
}

char *ks_guard(KsFacts *facts)
{
	g_autoptr(GPtrArray) all = g_ptr_array_new();
	GString *text = g_string_new(NULL);

	for (guint i = 0; i < facts->guards->len; i++) {
		Guard *guard = g_ptr_array_index(facts->guards, i);

		if (!guard->words) {
			guard->words = g_ptr_array_new_with_free_func(g_free);
			add_words(facts, guard->cond, guard->negative,
				  guard->words);
		}
		for (guint j = 0; j < guard->words->len; j++)
			g_ptr_array_add(all, guard->words->pdata[j]);
	}
	if (all->len > CONDITIONS_MAX)
		g_ptr_array_remove_range(all, 0, all->len - CONDITIONS_MAX);
	for (guint i = 0; i < all->len; i++)
		g_string_append_printf(text, "%s%s%s", i ? " " : "",
				       i + 1 < all->len ? "b&& " : "",
				       (char *)all->pdata[i]);
	if (!all->len)
		g_string_assign(text, "-");
	return g_string_free(text, FALSE);
}
