/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_THREAD_PLAN_H
#define KS_THREAD_PLAN_H

#include "series/thread.h"

#define KS_THREAD_RESULT "napi_consume_skb"

/* One function of the chain, as the driver's files show it. */
typedef struct {
	const char *name;
	bool poll; /* the core hands the budget to it */
	bool change; /* the parameter is to be added, or taken out */
	char *number; /* what is passed inside of the chain in its place */
	guint params; /* without the one that is added or taken out */
	char *budget; /* name of the parameter that holds the budget */
	int index; /* where it stands among the parameters */
	bool declared; /* there is a prototype */
	bool outside; /* a call from outside of the chain */
	bool frees; /* it has a free that is to take the budget */
	bool *from; /* one a function of the chain: it calls this one */
	const char *file; /* of the definition, and its line */
	guint line;
} KsHop;

/* A file of the driver, read. */
typedef struct {
	const KsSpatchFile *file;
	KsLex *lex;
	GPtrArray *sites; /* KsSite of the chain's names */
	GPtrArray *frees; /* KsSite of whatever frees: the thread's tokens, and
			   * what they become */
} KsThreadText;

/* A call of a function of the chain. */
typedef struct {
	const KsThreadText *text;
	const KsSite *site;
	int caller; /* its place in the chain, or -1 */
} KsThreadCall;

typedef struct {
	const KsThread *thread;
	KsRuleMode mode;
	guint n;
	KsHop *hops; /* n of them, the polls first */
	const char **names; /* the thread's tokens, and the result */
	GPtrArray *texts; /* KsThreadText */
} KsThreadPlan;

/* Read the files and decide what is to be done, see ks_thread_apply(). */
KsThreadPlan *ks_thread_plan_new(const KsThread *thread, KsRuleMode mode,
				 GPtrArray *files, GError **error);
void ks_thread_plan_free(KsThreadPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsThreadPlan, ks_thread_plan_free)

/* The place of @name in the chain, or -1. */
int ks_thread_plan_find(const KsThreadPlan *plan, const char *name);

/* Whether the lexemes from @first to @last are just this one word. */
bool ks_thread_is_word(const KsLex *lex, guint first, guint last,
		       const char *word);

/* The @nth call of @hop, from 0; false if there are fewer. */
bool ks_thread_call(const KsThreadPlan *plan, const KsHop *hop, guint nth,
		    KsThreadCall *call);

/* The @nth definition of @hop, as it may have several; false likewise. */
bool ks_thread_definition(const KsThreadPlan *plan, const KsHop *hop, guint nth,
			  const KsThreadText **text,
			  const KsLexFunction **function);

/* Whether @site (of the text's frees) is to take the budget. */
bool ks_thread_converts(const KsThreadPlan *plan, const KsThreadText *text,
			const KsSite *site);

/*
 * What the frees that are to take the budget are called, in the function of
 * @hop or (NULL) in all; each name once, owned by the plan.
 */
GPtrArray *ks_thread_names(const KsThreadPlan *plan, const KsHop *hop);

/* Whether lexeme @name is the name in a function's definition. */
bool ks_thread_defines(const KsLex *lex, guint name);

/* Set a usage error at this place, or of the chain if @file is NULL; false. */
bool ks_thread_refuse(GError **error, const char *file, guint line,
		      const char *format, ...) G_GNUC_PRINTF(4, 5);

/*
 * Which of its parameters is the budget by what the function at @at does with
 * it, whatever its callers pass there: it frees with it, or hands it on to one
 * that does.  -1: none.
 */
int ks_thread_wanted(const KsThreadPlan *plan, guint at);

/* The name of parameter @index of the parenthesis at @open if it is a plain
 * "int NAME", else NULL (newly allocated).
 */
char *ks_thread_int_param(const KsLex *lex, guint open, int index);

/* Whether the function's text has @name, other than as a member. */
bool ks_thread_mentions(const KsLex *lex, const KsLexFunction *function,
			const char *name);

/*
 * Decide, for a budget that is to be threaded, which parameter holds it in
 * each function: one that gets the poll's already, or one to be added.
 */
bool ks_thread_choose_budgets(KsThreadPlan *plan, GError **error);

/* The semantic patch that does it, for one run; "" if there is nothing. */
char *ks_thread_smpl(const KsThreadPlan *plan);

/* What a commit message says of it: some paragraphs, without a last newline. */
char *ks_thread_story(const KsThreadPlan *plan);

/*
 * Compare a text that spatch wrote with the plan: signatures and calls.  An
 * error names the first place that is not as it should be.
 */
bool ks_thread_verify(const KsThreadPlan *plan, const KsSpatchFile *run,
		      const KsLex *lex, GError **error);

#endif
