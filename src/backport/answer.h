/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_ANSWER_H
#define KS_ANSWER_H

#include "base/context.h"

/* What is done about a symbol that a line of kernels does not have. */
typedef enum {
	KS_ANSWER_COMPAT, /* code of our own that does the same */
	KS_ANSWER_ALIAS, /* code of our own that only makes it compile */
	KS_ANSWER_PREREQUISITE, /* upstream's commits first */
	KS_ANSWER_DROP, /* what needs it is left out */
	KS_ANSWERS,
} KsAnswerKind;

/* "compat", ... */
const char *ks_answer_name(KsAnswerKind kind);

/* One [need "SYMBOL"] of backports/LINE/answers. */
typedef struct {
	char *symbol;
	KsAnswerKind kind;
	char *where; /* "FILE:LINE" of the definition, for messages */
	char *dir; /* backports/LINE */
	/* compat and alias: the semantic patch and what it is run on */
	char *rule; /* path */
	char **files; /* of the tree */
	char *subject;
	char *message; /* the text below it */
	/* prerequisite: "ID title", in the order to take them */
	char **commits;
	/* drop */
	char *reason;
} KsAnswer;

/*
 * The answers for @line ("5.10"); none if backports/ has no such folder.  What
 * is not understood or not there is a usage error with file and line.  Owns its
 * KsAnswers.
 */
GPtrArray *ks_answers_load(const KsContext *context, const char *line,
			   GError **error);

/* The one for @symbol, or NULL. */
const KsAnswer *ks_answers_find(const GPtrArray *answers, const char *symbol);

#endif
