/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_SCOPE_H
#define KS_SCOPE_H

#include "series/lex.h"

/*
 * What can be said of a name from the lexemes around it, in kernel style and
 * without headers.  Where it cannot be said the answer is no.
 */

/* Whether the name at @i is a keyword of C or of gcc. */
bool ks_scope_keyword(const KsLex *lex, guint i);

/* Whether the name at @i is called: it is no member, and "(" is behind it. */
bool ks_scope_called(const KsLex *lex, guint i);

/*
 * Whether the name at @i, in the function's parameters or body, stands there
 * to be declared: a parameter, a variable, a label, or what a macro declares.
 */
bool ks_scope_declared(const KsLex *lex, const KsLexFunction *function,
		       guint i);

/*
 * The TAG of a declaration "struct TAG *name" between the lexemes @from and
 * @to, of whatever depth of pointers or arrays; NULL if there is none.
 */
char *ks_scope_tag(const KsLex *lex, guint from, guint to, const char *name);

/*
 * The braces of "struct TAG {"; false if the text does not define it.  Of
 * several definitions (#ifdef) the first from lexeme @from on.
 */
bool ks_scope_struct(const KsLex *lex, const char *tag, guint from, guint *open,
		     guint *close);

#endif
