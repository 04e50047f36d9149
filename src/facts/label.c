// SPDX-License-Identifier: GPL-2.0
#include "facts/facts.h"

/*
 * A label can be come to from every goto that names it: what held there and
 * still holds in front of the label holds behind it.  Conditions are told by
 * their numbers, which no two of a unit share.
 */
typedef struct {
	guint all; /* gotos in the function */
	guint seen; /* those in front of the label */
	GArray *common; /* guint: what held at all of these, outermost first */
} Label;

static void label_free(gpointer data)
{
	Label *label = data;

	g_clear_pointer(&label->common, g_array_unref);
	g_free(label);
}

static Label *find(KsFacts *facts, const char *name)
{
	Label *label = g_hash_table_lookup(facts->labels, name);

	if (!label) {
		label = g_new0(Label, 1);
		g_hash_table_insert(facts->labels, g_strdup(name), label);
	}
	return label;
}

GHashTable *ks_labels_new(void)
{
	return g_hash_table_new_full(g_str_hash, g_str_equal, g_free,
				     label_free);
}

static char *target_of(CXCursor stmt)
{
	g_autoptr(GArray) children = ks_children(stmt);

	return children->len ? ks_spelling(ks_at(children, 0)) : NULL;
}

static enum CXChildVisitResult count(CXCursor cursor, CXCursor parent,
				     CXClientData data)
{
	g_autofree char *name = NULL;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_GotoStmt)
		return CXChildVisit_Recurse;
	name = target_of(cursor);
	if (name)
		find(data, name)->all++;
	return CXChildVisit_Continue;
}

/* How many of the first conditions of @serials hold here, too. */
static guint shared(const KsFacts *facts, const GArray *serials)
{
	guint n = 0;

	while (n < serials->len && n < facts->guards->len &&
	       g_array_index(serials, guint, n) == ks_guard_serial(facts, n))
		n++;
	return n;
}

void ks_label_goto(KsFacts *facts, CXCursor stmt)
{
	g_autofree char *name = target_of(stmt);
	Label *label = name ? find(facts, name) : NULL;

	if (!label)
		return;
	if (!label->seen++) {
		label->common = g_array_new(FALSE, FALSE, sizeof(guint));
		for (guint i = 0; i < facts->guards->len; i++) {
			guint serial = ks_guard_serial(facts, i);

			g_array_append_val(label->common, serial);
		}
		return;
	}
	g_array_set_size(label->common, shared(facts, label->common));
}

void ks_label_come(KsFacts *facts, CXCursor stmt, guint n)
{
	g_autofree char *name = ks_spelling(stmt);
	Label *label;

	if (!facts->gotos_counted)
		clang_visitChildren(facts->function, count, facts);
	facts->gotos_counted = true;
	label = find(facts, name);
	if (label->seen < label->all)
		ks_guard_cut(facts, n); /* one jumps back to it */
	else if (label->common)
		ks_guard_cut(facts, MAX(n, shared(facts, label->common)));
}
