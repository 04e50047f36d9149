// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

static bool is_array(CXType type)
{
	return type.kind == CXType_ConstantArray ||
	       type.kind == CXType_IncompleteArray ||
	       type.kind == CXType_VariableArray;
}

static bool is_list(CXCursor init)
{
	return clang_getCursorKind(init) == CXCursor_InitListExpr;
}

/* ".field = x" or "[i] = x" in a list: libclang gives only these no type. */
static bool is_designated(CXCursor init)
{
	return clang_getCursorKind(init) == CXCursor_UnexposedExpr &&
	       clang_getCursorType(init).kind == CXType_Void;
}

static enum CXVisitorResult take_field(CXCursor field, CXClientData fields)
{
	g_autofree char *name = ks_spelling(field);

	/* there is no way to initialise a bit field without a name */
	if (*name || !clang_Cursor_isBitField(field))
		g_array_append_val((GArray *)fields, field);
	return CXVisit_Continue;
}

static GArray *fields_of(CXType type)
{
	GArray *fields = g_array_new(FALSE, FALSE, sizeof(CXCursor));
	CXCursor decl = clang_getTypeDeclaration(type);

	clang_Type_visitFields(type, take_field, fields);
	if (clang_getCursorKind(decl) == CXCursor_UnionDecl && fields->len > 1)
		g_array_set_size(fields, 1);
	return fields;
}

static char *field_place(KsFacts *facts, CXCursor field)
{
	return g_strconcat("M:", ks_key(facts, field), NULL);
}

/* The object that a designator names, and where in @fields it is. */
static void designated(KsFacts *facts, const char *place, CXType type,
		       const GArray *fields, CXCursor item, guint *index)
{
	g_autoptr(GArray) children = ks_children(item);
	g_autofree char *inner = NULL;
	bool first = true, element = false;
	CXCursor init = ks_last(children);

	if (!children->len)
		return;
	for (guint i = 0; i + 1 < children->len; i++) {
		CXCursor child = ks_at(children, i), field;

		if (clang_getCursorKind(child) != CXCursor_MemberRef) {
			element = true;
			continue;
		}
		field = clang_getCursorReferenced(child);
		for (guint j = 0; first && fields && j < fields->len; j++)
			if (clang_equalCursors(field, ks_at(fields, j)))
				*index = j;
		first = false;
		element = false;
		g_free(inner);
		inner = field_place(facts, field);
		type = clang_getCanonicalType(clang_getCursorType(field));
	}
	if (element && is_array(type))
		type = clang_getArrayElementType(type);
	ks_init(facts, inner ? inner : place, type, init);
}

static guint consume(KsFacts *facts, const char *place, CXType type,
		     const GArray *items, guint at);

/* The fields from the @first one on, up to a designator. */
static guint consume_fields(KsFacts *facts, const GArray *fields, guint *first,
			    const GArray *items, guint at)
{
	for (; *first < fields->len && at < items->len; ++*first) {
		CXCursor field = ks_at(fields, *first);
		g_autofree char *place = NULL;

		if (is_designated(ks_at(items, at)))
			break;
		place = field_place(facts, field);
		at = consume(facts, place, clang_getCursorType(field), items,
			     at);
	}
	return at;
}

static guint consume_elements(KsFacts *facts, const char *place, CXType type,
			      const GArray *items, guint at)
{
	long long n = clang_getArraySize(type);
	CXType inner = clang_getArrayElementType(type);

	for (long long i = 0; (n < 0 || i < n) && at < items->len; i++) {
		guint next;

		if (is_designated(ks_at(items, at)))
			break;
		next = consume(facts, place, inner, items, at);
		if (next == at)
			break;
		at = next;
	}
	return at;
}

/*
 * Give items from @at on to an object; the braces around its members may be
 * missing. Returns the index of the first item that is left.
 */
static guint consume(KsFacts *facts, const char *place, CXType type,
		     const GArray *items, guint at)
{
	CXCursor item = ks_at(items, at);
	CXType given = clang_getCanonicalType(clang_getCursorType(item));

	type = clang_getCanonicalType(type);
	if (!is_list(item) && type.kind == CXType_Record &&
	    given.kind != CXType_Record) {
		g_autoptr(GArray) fields = fields_of(type);
		guint first = 0;

		return consume_fields(facts, fields, &first, items, at);
	}
	/* a string is the only array that needs no braces of its own */
	if (!is_list(item) && is_array(type) && !is_array(given))
		return consume_elements(facts, place, type, items, at);
	ks_init(facts, place, type, item);
	return at + 1;
}

static void init_record(KsFacts *facts, const char *place, CXType type,
			const GArray *items)
{
	g_autoptr(GArray) fields = fields_of(type);
	guint next = 0, at = 0;

	while (at < items->len) {
		guint before = at;

		if (is_designated(ks_at(items, at))) {
			designated(facts, place, type, fields,
				   ks_at(items, at++), &next);
			next++;
			continue;
		}
		at = consume_fields(facts, fields, &next, items, at);
		if (at == before) /* more than there are fields: an error */
			break;
	}
}

static void init_array(KsFacts *facts, const char *place, CXType type,
		       const GArray *items)
{
	guint unused, at = 0;

	while (at < items->len) {
		guint before = at;

		if (is_designated(ks_at(items, at)))
			designated(facts, place, type, NULL, ks_at(items, at++),
				   &unused);
		else
			at = consume(facts, place,
				     clang_getArrayElementType(type), items,
				     at);
		if (at == before)
			break;
	}
}

void ks_init(KsFacts *facts, const char *place, CXType type, CXCursor init)
{
	g_autoptr(GArray) items = NULL;
	g_autofree char *value = NULL;

	type = clang_getCanonicalType(type);
	if (is_list(init))
		items = ks_parts(init);
	if (items && type.kind == CXType_Record) {
		init_record(facts, place, type, items);
	} else if (items && is_array(type)) {
		init_array(facts, place, type, items);
	} else if (!items || items->len) {
		ks_visit_expr(facts, init);
		value = ks_expr(facts, init);
		ks_set(facts, init, place, value);
	}
}
