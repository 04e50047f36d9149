// SPDX-License-Identifier: GPL-2.0
#include "report/jobs.h"

#include <string.h>

#include "base/error.h"

static void target_free(gpointer data)
{
	KsJobsTarget *target = data;

	g_free(target->name);
	g_free(target->tree);
	g_free(target->version);
	g_free(target->source);
	g_free(target->commit);
	g_free(target->base);
	g_ptr_array_unref(target->left);
	g_free(target);
}

static void cell_free(gpointer data)
{
	KsJobsCell *cell = data;

	g_free(cell->id);
	g_free(cell->subject);
	g_free(cell->parent);
	g_free(cell->commit);
	g_free(cell);
}

KsJobs *ks_jobs_new(void)
{
	KsJobs *jobs = g_new0(KsJobs, 1);

	jobs->targets = g_ptr_array_new_with_free_func(target_free);
	jobs->cells = g_ptr_array_new_with_free_func(cell_free);
	jobs->by_id = g_hash_table_new(g_str_hash, g_str_equal);
	return jobs;
}

void ks_jobs_free(KsJobs *jobs)
{
	g_free(jobs->id);
	g_free(jobs->kseries);
	g_free(jobs->series);
	g_free(jobs->title);
	g_free(jobs->author);
	g_free(jobs->email);
	g_free(jobs->date);
	g_hash_table_unref(jobs->by_id);
	g_ptr_array_unref(jobs->cells);
	g_ptr_array_unref(jobs->targets);
	g_free(jobs);
}

KsJobsTarget *ks_jobs_add_target(KsJobs *jobs)
{
	KsJobsTarget *target = g_new0(KsJobsTarget, 1);

	target->left = g_ptr_array_new_with_free_func(ks_left_free);
	g_ptr_array_add(jobs->targets, target);
	return target;
}

bool ks_jobs_add_cell(KsJobs *jobs, const KsJobsTarget *target,
		      const KsPatch *patch, const KsCheck *check)
{
	KsJobsCell *cell = g_new0(KsJobsCell, 1);

	cell->id = g_strdup_printf("%s:%u:%s", target->name, patch->number,
				   check->name);
	cell->target = target;
	cell->number = patch->number;
	cell->subject = g_strdup(patch->subject);
	cell->parent = g_strdup(patch->parent);
	cell->commit = g_strdup(patch->commit ? patch->commit : "");
	cell->check = check;
	g_ptr_array_add(jobs->cells, cell);
	return g_hash_table_insert(jobs->by_id, cell->id, cell);
}

/* The parts are told apart by their NULs. */
static void add(GChecksum *sum, const char *part)
{
	if (part)
		g_checksum_update(sum, (const guchar *)part, strlen(part) + 1);
	else
		g_checksum_update(sum, (const guchar *)"\n", 2);
}

static void add_target(GChecksum *sum, const KsJobsTarget *target)
{
	add(sum, target->name);
	add(sum, target->tree);
	add(sum, target->version);
	add(sum, target->source);
	add(sum, target->commit);
	add(sum, target->base);
	for (guint i = 0; i < target->left->len; i++) {
		const KsLeft *left = target->left->pdata[i];

		add(sum, left->subject);
		add(sum, left->reason);
	}
	add(sum, NULL);
}

char *ks_jobs_sum(const KsJobs *jobs)
{
	g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);

	add(sum, jobs->kseries);
	add(sum, jobs->series);
	add(sum, jobs->title);
	add(sum, jobs->author);
	add(sum, jobs->email);
	add(sum, jobs->date);
	add(sum, jobs->without ? "without" : "");
	for (guint i = 0; i < jobs->targets->len; i++)
		add_target(sum, jobs->targets->pdata[i]);
	for (guint i = 0; i < jobs->cells->len; i++) {
		const KsJobsCell *cell = jobs->cells->pdata[i];

		add(sum, cell->id);
		add(sum, cell->subject);
		add(sum, cell->parent);
		add(sum, cell->commit);
	}
	return g_strdup(g_checksum_get_string(sum));
}

const KsJobsTarget *ks_jobs_target(const KsJobs *jobs, const char *name)
{
	for (guint i = 0; i < jobs->targets->len; i++) {
		const KsJobsTarget *target = jobs->targets->pdata[i];

		if (g_str_equal(target->name, name))
			return target;
	}
	return NULL;
}

const KsJobsCell *ks_jobs_cell(const KsJobs *jobs, const char *id)
{
	return g_hash_table_lookup(jobs->by_id, id);
}

GPtrArray *ks_jobs_needs(const KsJobs *jobs, const KsJobsCell *cell)
{
	static const char *const gates[] = {"apply", "build"};
	GPtrArray *needs = g_ptr_array_new();

	for (guint i = 0; i < G_N_ELEMENTS(gates); i++) {
		g_autofree char *id = g_strdup_printf(
			"%s:%u:%s", cell->target->name, cell->number, gates[i]);
		const KsJobsCell *gate = ks_jobs_cell(jobs, id);

		if (gate && gate != cell &&
		    (i == 0 || cell->check->kind == KS_CHECK_BOOTED))
			g_ptr_array_add(needs, (gpointer)gate);
	}
	return needs;
}

/* "TARGET", "TARGET:NUMBER" and the whole are the cell's names. */
static bool is_meant(const KsJobsCell *cell, const char *id)
{
	gsize len = strlen(id);

	return strncmp(cell->id, id, len) == 0 &&
	       (cell->id[len] == '\0' || cell->id[len] == ':');
}

GPtrArray *ks_jobs_select(const KsJobs *jobs, const char *id, GError **error)
{
	g_autoptr(GPtrArray) cells = g_ptr_array_new();
	const KsJobsCell *first, *last;

	for (guint i = 0; i < jobs->cells->len; i++)
		if (is_meant(jobs->cells->pdata[i], id))
			g_ptr_array_add(cells, jobs->cells->pdata[i]);
	if (cells->len)
		return g_steal_pointer(&cells);
	first = jobs->cells->pdata[0];
	last = jobs->cells->pdata[jobs->cells->len - 1];
	g_set_error(
		error, KS_ERROR, KS_ERROR_USAGE,
		"the plan has no cell '%s'; it has %u, from %s to %s: write TARGET, TARGET:NUMBER or TARGET:NUMBER:CHECK",
		id, jobs->cells->len, first->id, last->id);
	return NULL;
}

bool ks_jobs_is_name(const char *name)
{
	static const char rest[] = G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS
		"._+-";
	gsize len = strlen(name);

	return len && len <= 100 && *name != '.' && *name != '-' &&
	       strspn(name, rest) == len;
}
