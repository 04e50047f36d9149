/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_FACTS_H
#define KS_FACTS_H

#include <clang-c/Index.h>
#include <glib.h>
#include <stdbool.h>

/* A file as it is named in records, and its text once it was asked for. */
typedef struct {
	char *path;
	CXFile handle;
	bool is_main, has_text;
	const char *text;
	size_t len;
} KsFile;

/* Where a reader finds something; @file is NULL if that is in none. */
typedef struct {
	KsFile *file;
	unsigned line, column, offset;
} KsPlace;

/* A unit, and the function of it that is being read. */
typedef struct {
	CXTranslationUnit tu;
	CXFile main_file;
	char *src; /* canonical, ends in a slash */
	GHashTable *files; /* CXFile: KsFile */
	GHashTable *keys; /* declaration: its key */
	GHashTable *seen; /* definitions that are or were in the queue */
	GQueue *queue; /* CXCursor to be freed */
	GString *out;

	GHashTable *vars; /* declaration: token, of parameters and locals */
	guint n_locals;
	GPtrArray *guards;
	guint serial; /* of the last condition */
	CXCursor function; /* the one that is being read */
	GHashTable *labels; /* its labels and gotos, by name */
	bool gotos_counted;
	KsPlace irq_at; /* of the last lock or unlock */
	guint irqs_off;
} KsFacts;

/* --- cursor.c: what libclang leaves to its users --------------------- */

/* Hash table of cursors as keys (copies, freed with the table). */
GHashTable *ks_cursor_table(GDestroyNotify value_free);

/* What the table has for @cursor, or NULL. */
gpointer ks_cursor_find(GHashTable *table, CXCursor cursor);

/* Add or replace. */
void ks_cursor_put(GHashTable *table, CXCursor cursor, gpointer value);

/* All children, CXCursor. */
GArray *ks_children(CXCursor cursor);

/* The children that are expressions or statements. */
GArray *ks_parts(CXCursor cursor);

/* Element of one of the arrays above. */
CXCursor ks_at(const GArray *cursors, guint i);

/* The last element; a null cursor if there is none. */
CXCursor ks_last(const GArray *cursors);

/* The value that clang gives an integer expression; false if it has none. */
bool ks_evaluate(CXCursor cursor, gint64 *value);

typedef enum {
	KS_HIDDEN_CAST, /* stands for its only part */
	KS_HIDDEN_CHOOSE, /* __builtin_choose_expr: @parts is the chosen one */
	KS_HIDDEN_ELVIS, /* a ?: b: @parts are a and b */
	KS_HIDDEN_CONSTANT,
	KS_HIDDEN_OTHER,
} KsHidden;

/* What an UnexposedExpr is; *@parts is what of it is evaluated. */
KsHidden ks_hidden(CXCursor cursor, GArray **parts);

/* Without parentheses and casts. */
CXCursor ks_strip(CXCursor cursor);

/* The function that a callee names, or a null cursor. */
CXCursor ks_direct(CXCursor callee);

/* The spelling of a cursor; free it. */
char *ks_spelling(CXCursor cursor);

/* --- key.c: names that mean the same in all units --------------------- */

/* Where the cursor is written, or the macro that it is from. */
KsPlace ks_place(KsFacts *facts, CXCursor cursor);

/* The file's text, which clang has read; NULL if it has none. */
const char *ks_text(KsFacts *facts, KsFile *file, size_t *len);

/* The record of a file; owned by @facts. */
KsFile *ks_file(KsFacts *facts, CXFile handle);

/* Key of a function, of a global or static variable, or RECORD.FIELD. */
const char *ks_key(KsFacts *facts, CXCursor decl);

/* Is this variable one with a key, not a local of the function? */
bool ks_is_global(CXCursor decl);

/* The identifier at a place, "" if there is none; free it. */
char *ks_spelled(KsFacts *facts, KsPlace place);

/* --- out.c: records --------------------------------------------------- */

/* Append a record of fields; NULL ends them. */
void ks_record(KsFacts *facts, const char *field, ...) G_GNUC_NULL_TERMINATED;

/* The same of which the second and third field are path and line of @place. */
void ks_record_at(KsFacts *facts, const char *name, KsPlace place,
		  const char *field, ...) G_GNUC_NULL_TERMINATED;

/* Write what was appended to stdout; false if that failed. */
bool ks_flush(KsFacts *facts);

/* --- expr.c ----------------------------------------------------------- */

/* The expression in prefix notation; free it. */
char *ks_expr(KsFacts *facts, CXCursor cursor);

/* Of two expressions one, "U" if it is too long or @op NULL; free it. */
char *ks_expr_binary(const char *op, const char *left, const char *right);

/* The token of an operator, also for its assigning form; NULL if it has none */
const char *ks_binary_token(enum CXBinaryOperatorKind kind);

/* --- guard.c: the conditions around what is being read ------------------ */

/* An empty list of conditions. */
GPtrArray *ks_guards_new(void);

/* From here on @cond holds, or does not if @negative. */
void ks_guard_push(KsFacts *facts, CXCursor cond, bool negative);

/* The number of condition @i, which no other has. */
guint ks_guard_serial(const KsFacts *facts, guint i);

/* Forget all but the first @n conditions that were pushed. */
void ks_guard_cut(KsFacts *facts, guint n);

/* The field of a call: what holds here; free it. */
char *ks_guard(KsFacts *facts);

/* --- label.c ---------------------------------------------------------- */

GHashTable *ks_labels_new(void);

/* A goto stands here. */
void ks_label_goto(KsFacts *facts, CXCursor stmt);

/*
 * A label stands here, in a block that began with @n conditions: forget those
 * that need not hold at every goto to it.
 */
void ks_label_come(KsFacts *facts, CXCursor stmt, guint n);

/* --- irq.c ------------------------------------------------------------ */

/* A call stands here: does it turn interrupts off or on? */
void ks_irq_note(KsFacts *facts, const char *callee, const char *spelled,
		 KsPlace place);

/* --- init.c ----------------------------------------------------------- */

/* Records of what an initialiser gives to the object @place of that type. */
void ks_init(KsFacts *facts, const char *place, CXType type, CXCursor init);

/* --- body.c, visit.c: what is done -------------------------------------- */

/* Records of a statement. */
void ks_visit_stmt(KsFacts *facts, CXCursor stmt);

/* Records of what evaluating an expression does. */
void ks_visit_expr(KsFacts *facts, CXCursor expr);

/* Record of a value that is put into a place. */
void ks_set(KsFacts *facts, CXCursor at, const char *place, const char *value);

/* --- unit.c: which functions --------------------------------------------- */

/* A function or global is used: have its definition read, if it is here. */
void ks_use(KsFacts *facts, CXCursor decl);

/* All records of the unit but the first and the last; false: cannot write. */
bool ks_unit(KsFacts *facts);

#endif
