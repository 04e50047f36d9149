/* SPDX-License-Identifier: GPL-2.0 */
#ifndef KS_RULE_H
#define KS_RULE_H

#include "series/gate.h"
#include "series/site.h"
#include "series/spatch.h"

/* A symbol that the converted code calls, and the header that declares it. */
typedef struct {
	char *symbol;
	char *header; /* relative to the tree's top */
	/* what makes it more than a name: in @file, where it is defined, it or
	 * a function of that file that it calls uses the name @uses; or NULL */
	char *file, *uses;
} KsRuleNeed;

/*
 * One semantic patch of cocci/.  Lines "// kseries-KEY: VALUE" of its head say
 * what kseries must know:
 *	token	a name that the rule replaces (one line each)
 *	result	the name that it puts there
 *	needs	SYMBOL HEADER, of the tree
 *	means	FILE NAME, of the symbol in the line before: see KsRuleNeed
 *	leaves	why a call that spatch saw stays as it is
 */
typedef struct {
	char *path;
	char *text;
	char **tokens;
	char *result;
	char *leaves;
	GPtrArray *needs; /* KsRuleNeed */
} KsRule;

/* A missing or unknown key is a usage error with file and line. */
KsRule *ks_rule_load(const char *path, GError **error);
KsRule *ks_rule_parse(const char *path, const char *text, GError **error);
void ks_rule_free(KsRule *rule);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsRule, ks_rule_free)

typedef enum {
	KS_RULE_PATCH,
	KS_RULE_REVERT, /* take the conversion out */
} KsRuleMode;

/* What became of a site.  There is no fourth thing that may happen. */
typedef enum {
	KS_FATE_CONVERTED,
	KS_FATE_LEFT, /* on purpose; reason says which */
	KS_FATE_LOST, /* spatch did not see it; reason says why if known */
} KsFate;

typedef struct {
	char *file;
	KsSite *site; /* as it stood before */
	KsFate fate;
	char *reason; /* NULL if converted */
	bool unproven; /* left because nothing proves that it may change */
} KsRuleSite;

typedef struct {
	GPtrArray *files; /* KsSpatchFile: only those with a site in them */
	GPtrArray *sites; /* KsRuleSite, in the order of files and lines */
	gint64 spatch_us; /* wall time of all spatch runs, added up */
	guint runs;
	/* where the budget was threaded: the semantic patch that was made for
	 * it, and what a commit message says; else NULL */
	char *smpl, *story;
} KsRuleResult;

KsRuleResult *ks_rule_result_new(void);
void ks_rule_result_free(KsRuleResult *result);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(KsRuleResult, ks_rule_result_free)

typedef struct {
	const KsRule *rule;
	KsRuleMode mode;
	const char *was; /* revert: what stood there; NULL if the rule has
			  * one token only */
	/* "function: reason" of sites that are to stay (NULL-terminated), or
	 * NULL; one that names no site is a usage error */
	const char *const *leave;
	const GPtrArray *unproven; /* KsUnproven: they stay, too; or NULL */
} KsRuleJob;

/*
 * Apply a rule to @files (KsSpatchFile of which path and before are set, for
 * instance all .c and .h of a driver) and account for every site: the names
 * that an independent reader finds in the texts are compared with what spatch
 * changed, and what it should have seen is proven by a second run with a
 * probe, on the files where a call is left over only.
 *
 * Lost sites are in the result, see ks_rule_result_check(); all else that
 * goes wrong is an error that names the file.  NULL then.
 */
KsRuleResult *ks_rule_apply(const KsContext *context, const KsRuleJob *job,
			    GPtrArray *files, GError **error);

/* An error that names file, line and reason if a site is lost. */
bool ks_rule_result_check(const KsRuleResult *result, GError **error);

/* The reason of "function: reason" if it is about @function, or NULL. */
const char *ks_reason_for(const char *entry, const char *function);

/* The first that @list (NULL-terminated, or NULL) has for it, or NULL. */
const char *ks_reason_in(const char *const *list, const char *function);

/* The number of sites with this fate. */
guint ks_rule_result_count(const KsRuleResult *result, KsFate fate);

/* Append a site; the result owns it.  @site is copied. */
KsRuleSite *ks_rule_result_add(KsRuleResult *result, const char *file,
			       const KsSite *site, KsFate fate,
			       const char *reason);

#endif
