/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_THREAD_H
#define KS_THREAD_H

#include "series/rule.h"

/*
 * The way of the NAPI budget from a poll function to the function that frees:
 * "poll > cleaner > ... > function that frees", each called by the one before.
 */
typedef struct {
	char **functions; /* the poll first, NULL-terminated */
	char *was; /* the free that napi_consume_skb() stands for */
} KsThread;

/* A chain that is none, or a @was that is no name, is a usage error. */
KsThread *ks_thread_new(const char *chain, const char *was, GError **error);
void ks_thread_free(KsThread *thread);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsThread, ks_thread_free)

/*
 * Thread the budget through the files of a driver (KsSpatchFile, path and
 * before set).  Each function behind the poll gets "int budget" as its last
 * parameter, in definition, prototypes and kernel-doc; each call inside the
 * chain passes on the caller's budget, each other call 0; the frees by @was
 * in the last function become napi_consume_skb(skb, budget).  A function that
 * gets the poll's budget already is left alone, so that a second run changes
 * nothing.
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

#endif
