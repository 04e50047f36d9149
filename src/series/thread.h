/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_THREAD_H
#define KS_THREAD_H

#include "series/rule.h"

/*
 * The ways of the NAPI budget from the poll functions to those that free: each
 * function but a poll is called by one that stands before it.
 */
typedef struct {
	char **functions; /* the polls first, NULL-terminated */
	guint polls; /* how many of them are */
	char **tokens; /* the names that a free may have */
	/* KsAudited, not owned: these alone are to change; NULL: all of the
	 * last function that have a name in @tokens */
	GPtrArray *frees;
	const GPtrArray *unproven; /* KsUnproven: why others stay; or NULL */
} KsThread;

/*
 * "poll > cleaner > ... > function that frees", each called by the one before;
 * @was is the free that is replaced there.  A chain that is none, or a @was
 * that is no name, is a usage error.
 */
KsThread *ks_thread_new(const char *chain, const char *was, GError **error);

/*
 * The way to @sites (KsAudited, each with a chain; they must outlive it), which
 * may be called what @tokens say.  A usage error if functions call each other in a circle.
 */
KsThread *ks_thread_of_sites(const GPtrArray *sites, const char *const *tokens,
			     GError **error);

void ks_thread_free(KsThread *thread);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsThread, ks_thread_free)

/*
 * Thread the budget through the files of a driver (KsSpatchFile, path and
 * before set).  Each function behind the polls gets "int budget" as its last
 * parameter, in definition, prototypes and kernel-doc; each call inside the
 * chain passes on the caller's budget, each other call 0; the frees become
 * napi_consume_skb(skb, budget).  A function that gets the poll's budget
 * already is left alone, so that a second run changes nothing; where a free of
 * KsThread.frees is a napi_consume_skb() with a constant, or where the constant
 * comes from a call on its way, the constant becomes the budget.
 *
 * KS_RULE_REVERT takes all that out: a last parameter "int budget" or "int
 * napi_budget" of the functions behind the poll, whatever callers pass there,
 * its kernel-doc, and the last function's napi_consume_skb().
 *
 * Refused with a usage error, because no parameter can mend it: a chain that
 * the files do not bear out, a function whose address is taken or that is
 * called in a macro, a poll that changes its budget, a parameter of that name
 * that holds something else.
 *
 * The sites of the result are the frees; see ks_rule_result_check().  What
 * spatch changed of signatures and calls is counted again in the new text; a
 * difference is an error that names file and line.
 */
KsRuleResult *ks_thread_apply(const KsContext *context, const KsThread *thread,
			      KsRuleMode mode, GPtrArray *files,
			      GError **error);

/* Whether that would be refused; the refusal. */
bool ks_thread_may(const KsThread *thread, GPtrArray *files, GError **error);

#endif
