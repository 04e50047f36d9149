// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "check/audit.h"
#include "check/check.h"
#include "check/outcome.h"
#include "tree/driver.h"

/*
 * The audit as a check: what relies on NAPI after the patch, is not proven to
 * be in NAPI with the poll's own budget, and was not so before the patch.
 */

static bool is_touched(const KsDriver *driver, const KsPatch *patch)
{
	if (g_strcmp0(driver->module, patch->driver) == 0)
		return true;
	for (char **file = patch->files; file && *file; file++)
		if (ks_driver_has(driver, *file))
			return true;
	return false;
}

static void driver_free(gpointer driver)
{
	ks_driver_free(driver);
}

/* The family's drivers in @commit that the patch touches. */
static GPtrArray *find_drivers(KsContext *context, const KsFamily *family,
			       const KsPatch *patch, const char *commit,
			       GError **error)
{
	g_autoptr(GPtrArray)
		all = ks_family_drivers(context, commit, family, error);
	GPtrArray *touched;

	if (!all)
		return NULL;
	touched = g_ptr_array_new_with_free_func(driver_free);
	for (guint i = all->len; i > 0; i--)
		if (is_touched(all->pdata[i - 1], patch))
			g_ptr_array_add(touched,
					g_ptr_array_steal_index(all, i - 1));
	return touched;
}

typedef struct {
	const KsFamily *family;
	const KsTargetConf *conf;
	const KsTree *tree;
} Place;

static KsAudit *audit_at(KsContext *context, const Place *place,
			 const KsPatch *patch, const char *commit,
			 GError **error)
{
	g_autoptr(GPtrArray) drivers =
		find_drivers(context, place->family, patch, commit, error);

	return drivers ? ks_audit_run(context, place->conf, place->tree, commit,
				      drivers, error) :
			 NULL;
}

/* Without the callee's name: converting it makes it no new finding. */
#define UNTESTED "the new skb is used without a test for NULL"

/* A warning about @site; takes @text. */
static KsFinding *finding_at(const KsAudited *site, char *text)
{
	g_autofree char *owned = text;

	return ks_finding_new("audit", "warning", site->file, site->line,
			      site->function, owned);
}

/* What is not proven, as findings. */
static GPtrArray *findings_of(const KsAudit *audit)
{
	GPtrArray *findings = ks_findings_new();

	for (guint i = 0; i < audit->errors->len; i++)
		g_ptr_array_add(findings,
				ks_finding_new("audit", "error", "", 0, "",
					       audit->errors->pdata[i]));
	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];
		g_autofree char *text = NULL;

		if (site->untested)
			g_ptr_array_add(findings,
					finding_at(site, g_strdup(UNTESTED)));
		if (!site->converted || site->verdict < KS_AUDIT_UNSAFE)
			continue;
		text = g_strdup_printf("%s: %s: %s", site->name,
				       ks_audit_verdict_name(site->verdict),
				       site->reason);
		g_ptr_array_add(
			findings,
			ks_finding_new(
				"audit",
				site->verdict == KS_AUDIT_UNSAFE ? "error" :
								   "warning",
				site->file, site->line, site->function, text));
	}
	return findings;
}

/* The sites in the function of @like that are drops, or consume. */
static guint count_in(const KsAudit *audit, const KsAudited *like, bool drops)
{
	guint n = 0;

	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		if (g_str_equal(site->file, like->file) &&
		    g_str_equal(site->function, like->function))
			n += drops ? site->verdict == KS_AUDIT_DROP :
				     site->kind == KS_AUDIT_CONSUME;
	}
	return n;
}

/*
 * Where a function has a consume more and a drop less: it is legal, and hides
 * from the tracepoints that packets are lost there.
 */
static void add_lost_drops(GPtrArray *findings, const KsAudit *before,
			   const KsAudit *after)
{
	for (guint i = 0; i < after->sites->len; i++) {
		const KsAudited *site = after->sites->pdata[i];

		if (site->kind != KS_AUDIT_CONSUME ||
		    site->verdict >= KS_AUDIT_UNSAFE ||
		    count_in(after, site, true) >=
			    count_in(before, site, true) ||
		    count_in(after, site, false) <=
			    count_in(before, site, false))
			continue;
		g_ptr_array_add(
			findings,
			finding_at(site, g_strdup_printf(
						 "%s: where a packet was "
						 "dropped before the patch, it "
						 "is said to be delivered now",
						 site->name)));
	}
}

static guint count_converted(const KsAudit *audit)
{
	guint n = 0;

	for (guint i = 0; i < audit->sites->len; i++)
		n += ((KsAudited *)audit->sites->pdata[i])->converted;
	return n;
}

/* The sites of a driver's module that are converted, or could be, and are not. */
typedef struct {
	guint done, left;
} Count;

static bool is_left(const KsAudited *site)
{
	return !site->converted && site->kind != KS_AUDIT_CONSUME &&
	       site->verdict == KS_AUDIT_SAFE;
}

/* Of the kind of @like, that the converted ones of it are, too. */
static Count count_like(const KsAudit *audit, const KsAudited *like)
{
	const KsAuditKind kind =
		like->kind == KS_AUDIT_FREE ? KS_AUDIT_CONSUME : like->kind;
	Count count = {0};

	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		if (!g_str_equal(site->module, like->module))
			continue;
		count.done += site->converted && site->kind == kind;
		count.left += is_left(site) && site->kind == like->kind;
	}
	return count;
}

/*
 * Where a patch converts sites of a driver, or adds one where they are
 * converted, and one that is as safe is not.
 */
static void add_left(GPtrArray *findings, const KsAudit *before,
		     const KsAudit *after)
{
	for (guint i = 0; i < after->sites->len; i++) {
		const KsAudited *site = after->sites->pdata[i];
		Count was, is;

		if (!is_left(site))
			continue;
		was = count_like(before, site);
		is = count_like(after, site);
		if (is.done <= was.done && (!is.done || is.left <= was.left))
			continue;
		g_ptr_array_add(
			findings,
			finding_at(site,
				   g_strdup_printf("%s: as safe to convert as "
						   "others of %s, and left",
						   site->name, site->module)));
	}
}

static bool has_error(const GPtrArray *findings)
{
	for (guint i = 0; i < findings->len; i++)
		if (g_str_equal(((KsFinding *)findings->pdata[i])->level,
				"error"))
			return true;
	return false;
}

/* Neither compiled nor left out by the configuration. */
static bool has_no_driver(const KsAudit *audit)
{
	return !audit->units && !*audit->left;
}

static KsOutcome *judge(const KsAudit *before, const KsAudit *after)
{
	g_autoptr(GPtrArray) old = findings_of(before);
	g_autoptr(GPtrArray) now = findings_of(after);
	g_autoptr(GPtrArray) fresh = ks_findings_new_in(now, old);
	g_autofree char *summary = NULL;
	KsOutcome *outcome;

	add_lost_drops(fresh, before, after);
	add_left(fresh, before, after);
	summary = ks_findings_summary(fresh, "new finding");
	if (has_no_driver(before) && has_no_driver(after))
		return ks_outcome_new(
			KS_VERDICT_PASS,
			"the patch is of no driver of the family: there is nothing to prove");
	if (!after->units)
		return ks_outcome_new(
			KS_VERDICT_SKIP,
			"nothing that the patch changes is compiled in the configuration of %s",
			after->target);
	if (!fresh->len)
		return ks_outcome_new(
			KS_VERDICT_PASS,
			"calls that rely on NAPI: %u, before the patch %u; none is newly unsafe or unknown",
			count_converted(after), count_converted(before));
	outcome = ks_outcome_new(has_error(fresh) ? KS_VERDICT_FAIL :
						    KS_VERDICT_WARN,
				 "%s", summary);
	ks_outcome_set_findings(outcome, fresh);
	return outcome;
}

static void add_sites(GString *text, const char *head, const KsAudit *audit)
{
	g_string_append_printf(text, "=== %s %s\n", head, audit->commit);
	for (guint i = 0; i < audit->errors->len; i++)
		g_string_append_printf(text, "%s\n",
				       (char *)audit->errors->pdata[i]);
	for (guint i = 0; i < audit->sites->len; i++) {
		const KsAudited *site = audit->sites->pdata[i];

		g_string_append_printf(text, "%s:%d: %s: %s in %s(): %s\n",
				       site->file, site->line,
				       ks_audit_verdict_name(site->verdict),
				       site->name, site->function,
				       site->reason);
	}
	for (guint i = 0; i < audit->excluded->len; i++)
		g_string_append_printf(text, "excluded: %s\n",
				       (char *)audit->excluded->pdata[i]);
}

KsOutcome *ks_check_audit(KsContext *context, const KsPatch *patch,
			  const char *log_dir, GError **error)
{
	g_autofree char *log = g_build_filename(log_dir, "audit.log", NULL);
	g_autoptr(GString) text = g_string_new(NULL);
	g_autoptr(KsFamily)
		family = ks_family_load(context, patch->family, error);
	g_autoptr(KsTree) tree =
		family ? ks_tree_find(context, patch->tree, error) : NULL;
	g_autoptr(KsTargetConf)
		conf = tree ? ks_audit_conf(context, patch->tree, patch->family,
					    error) :
			      NULL;
	const Place place = {family, conf, tree};
	g_autoptr(KsAudit) before = NULL;
	g_autoptr(KsAudit) after = NULL;
	KsOutcome *outcome;

	if (!conf)
		return NULL;
	before = audit_at(context, &place, patch, patch->parent, error);
	after = before ?
			audit_at(context, &place, patch, patch->commit, error) :
			NULL;
	if (!after)
		return NULL;
	add_sites(text, "parent", before);
	add_sites(text, "patch", after);
	if (!ks_write_file(log, text->str, text->len, error))
		return NULL;
	outcome = judge(before, after);
	outcome->log = g_steal_pointer(&log);
	return outcome;
}
